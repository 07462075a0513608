"""How cells of spreadsheets are read: ranges, targets, costs, powers and the like in their usual notations.

What cannot be read raises `NotRead`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rulewright.engine.sheets import Fields, NotRead, known_word, nothing, number, plain, several, wide, word_list
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.records.vocabulary import ID_PATTERN, NONE

SQUARES: Final = ("sq", "スクウェア", "squares", "square")
_INSIDE: Final = re.compile(r"^(?P<who>[^(]+?)\s*\((?P<inside>[^)]*)\)$")
_COUNTED: Final = re.compile(r"^(?P<n>[0-9]{1,2})\s*(?:体|targets?|characters?|名|人)(?:まで)?$")
_ROUNDS: Final = re.compile(r"^(?P<n>[0-9]{1,2})\s*(?:rounds?|r|ラウンド)(?:の?間)?$", re.IGNORECASE)
_POWER: Final = re.compile(
    r"^(?P<stat>[^0-9+()/-]+?)\s*(?P<add>[+-]\s*[0-9]{1,2})?\s*"
    r"[(/,、]?\s*(?:上限|最大|cap|max|at most|まで)?\s*[:.]?\s*(?P<cap>[0-9]{1,3})\s*(?:まで)?\)?$",
    re.IGNORECASE,
)


@cache
def data() -> Mapping[str, Any]:
    """What `words.toml` says."""
    return tomllib.loads((files("rulewright.games.nwo") / "sheets" / "words.toml").read_text(encoding="utf-8"))


@cache
def words(kind: str) -> Mapping[str, str]:
    """What each word of a kind stands for; a stat may be an attribute too."""
    found = word_list(data()["words"][kind])
    if kind == "stat":
        rows = starter().attribute
        found = {plain(one): row.id for row in rows for one in (row.id, row.name, row.name_ja) if one} | found
    return found


def word(kind: str, text: str) -> str:
    """What a word stands for; raises `NotRead`."""
    return known_word(words(kind), text)


def element(text: str) -> Fields:
    """An element by its name or its id; none for a dash."""
    if nothing(text) or plain(text) in ("無", "無属性"):
        return {"element": NONE}
    rows = starter().element
    found = {plain(one): row.id for row in rows for one in (row.id, row.name, row.name_ja) if one}
    name = found.get(plain(text).removesuffix("属性"), wide(text))
    if re.fullmatch(ID_PATTERN, name) is None:
        raise NotRead(f"the name of an element, such as {', '.join(row.name for row in rows)}, or an id")
    return {"element": name}


def reach(text: str) -> Fields:
    """ "0-3", "０～３Sq"; one number is the farthest square; nothing for the user."""
    shown = wide(text).lower().replace(" ", "")
    if nothing(text) or words("target").get(plain(text)) == "self":
        return {}
    if plain(text) in ("至近", "同一", "same", "close", "melee"):
        return {"range": [0, 0]}
    found = re.fullmatch(rf"([0-9]{{1,2}})(?:-([0-9]{{1,2}}))?(?:{'|'.join(SQUARES)})?", shown)
    if found is None:
        raise NotRead("squares such as 0-3 or 2")
    return {"range": [int(found[1]), int(found[2])] if found[2] else [0, int(found[1])]}


def target(text: str) -> Fields:
    """ "単体", "3体まで", "Self", "1Sq (敵)"; in brackets may stand whom it affects."""
    shown, found = wide(text), _INSIDE.match(wide(text))
    more: Fields = {}
    if found is not None and (affects := words("affects").get(plain(found["inside"]))) is not None:
        shown, more = found["who"], {} if affects == "any" else {"affects": affects}
    if (kind := words("target").get(plain(shown))) is not None:
        return {"target": kind} | more
    if (counted := _COUNTED.match(shown)) is not None:
        return {"target": "several", "max_targets": int(counted["n"])} | more
    raise NotRead("self, one, 3 targets or square, with allies or foes in brackets")


def cost(text: str) -> Fields:
    """ "MP 4", "プラーナ3", "2HP、MP1"; nothing for a dash."""
    if nothing(text) or plain(text) == "0":
        return {}
    paid: dict[str, int] = {}
    for part in several(text):
        shown = plain(part).replace("点", "")
        pool = next((one for one in words("pool") if shown.startswith(one) or shown.endswith(one)), None)
        if pool is None:
            raise NotRead("points such as MP 4 or prana 2, HP 1")
        amount = shown.removeprefix(pool) if shown.startswith(pool) else shown.removesuffix(pool)
        paid[words("pool")[pool]] = number(amount or "1")
    return {"cost": paid}


def duration(text: str) -> Fields:
    """ "瞬間", "2ラウンド", "the scene"."""
    if (rounds := _ROUNDS.match(wide(text))) is not None:
        return {"duration": {"kind": "rounds", "rounds": int(rounds["n"])}}
    return {"duration": {"kind": word("duration", text)}}


def limit(text: str) -> Fields:
    """ "1/Round", "シーン1回", "1戦闘に2回"."""
    if nothing(text):
        return {}
    units = "|".join(sorted(map(re.escape, words("unit")), key=len, reverse=True))
    for form in (
        rf"(?P<n>[0-9]{{1,2}})(?:回|times?|x)?(?:/|per|a)1?(?P<unit>{units})",
        rf"1?(?P<unit>{units})(?:に|中|あたり)?/?(?P<n>[0-9]{{1,2}})(?:回|times?)?(?:まで)?",
    ):
        if (found := re.fullmatch(form, plain(text))) is not None:
            return {"limit": {"per": words("unit")[found["unit"]], "times": int(found["n"])}}
    raise NotRead("1/Round, シーン1回 or the like")


def power(text: str) -> Fields:
    """A computed number with its cap: "魔導力+4（上限16）", "magic + 4, max 16"."""
    found = _POWER.match(wide(text))
    if found is None:
        raise NotRead("a value, what is added, and the cap, such as magic+4 (16)")
    add = {"add": int(found["add"].replace(" ", ""))} if found["add"] else {}
    return {"stat": word("stat", found["stat"]), **add, "cap": int(found["cap"])}


def healing(text: str) -> Fields:
    """A healing power: a number, or computed with its cap."""
    if re.fullmatch(r"[0-9]{1,2}", wide(text)) is not None:
        return {"value": int(wide(text))}
    return power(text)


def statuses(text: str) -> Fields:
    """The statuses that end."""
    if nothing(text):
        return {}
    parts = [part for each in several(text) for part in re.split(r"[・と]", each) if part]
    return {"cures": list(dict.fromkeys(word("status", part) for part in parts))}


def yes(text: str) -> bool:
    """Yes or no."""
    return word("yes", text) == "yes"
