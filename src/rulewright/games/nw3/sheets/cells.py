"""How cells of spreadsheets are read: costs, targets, limits and the like in their usual notations.

Texts come with widths, blanks and case made alike (`plain`). What cannot be read raises `NotRead`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rulewright.engine import sheets
from rulewright.engine.sheets import Fields, NotRead, known_word, nothing, plain, several, wide, word_list
from rulewright.games.nw3.records.formula import BadFormula, read
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS

_COSTS: Final = re.compile(r"\s*(?:[,、;/&]|\band\b|\+(?=[^+]*(?:hp|mp|prana|pp|プラーナ)))\s*", re.IGNORECASE)
_PICK: Final = re.compile(r"^(?P<kind>[^(]+?)\((?P<inside>[^)]*)\)$")
_COUNTED: Final = re.compile(r"^(?P<n>[^ ]+?)\s*(?:体|targets?|characters?|名|人)(?:まで)?$")


@cache
def data() -> Mapping[str, Any]:
    """What `data/sheets.toml` says."""
    text = (files("rulewright.games.nw3") / "data" / "sheets.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def words(kind: str) -> Mapping[str, str]:
    """What each word of a kind stands for."""
    found = word_list(data()["words"][kind])
    if kind == "class":
        found |= {plain(one): row.id for row in CLASSES.values() for one in (row.id, row.name, row.name_ja) if one}
    return found


@cache
def elements() -> Mapping[str, str]:
    """Elements by their names."""
    return {plain(one): row.id for row in ELEMENTS.values() for one in (row.id, row.name, row.name_ja) if one}


def word(kind: str, text: str) -> str:
    """What a word stands for; raises `NotRead`."""
    return known_word(words(kind), text)


def number(text: str) -> int:
    """A whole number, of Valco too."""
    return sheets.number(text, "v", "valco", "円", "ヴァルコ")


def formula(text: str) -> str | int:
    """A number or a formula such as SLx2+1."""
    shown = re.sub(r"(?<=[0-9a-z)])\s*[x×]\s*(?=[0-9A-Z(])", " * ", wide(text).replace("×", "x"))
    shown = shown.replace("sl", "SL").replace("÷", "/")
    if re.fullmatch(r"[0-9]{1,9}", shown):
        return int(shown)
    shown = re.sub(r"(?<=SL)\s*x\s*", " * ", shown)
    try:
        read(shown)
    except BadFormula as error:
        raise NotRead("a number or a formula such as SL * 2 + 1") from error
    return shown


# ---------------------------------------------------------------- cells of skills


def timing(text: str) -> Fields:
    """One timing or several; "Minor Action" and the like."""
    found = list(dict.fromkeys(word("timing", part) for part in several(text)))
    return {"timing": found[0] if len(found) == 1 else found}


def cost(text: str) -> Fields:
    """ "MP 4", "4MP+HP2", "MP4、プラーナ1"; nothing for a dash."""
    if nothing(text) or plain(text) == "0":
        return {"cost": []}
    return {"cost": [_cost(part) for part in _COSTS.split(wide(text)) if part]}


def _cost(part: str) -> Fields:
    pools = sorted(words("pool"), key=len, reverse=True)
    shown = part.lower().strip()
    for pool in pools:
        if shown.startswith(pool) or shown.endswith(pool):
            amount = shown.removeprefix(pool) if shown.startswith(pool) else shown.removesuffix(pool)
            return {"kind": words("pool")[pool], "amount": formula(amount.strip(" :") or "1")}
    raise NotRead("points such as MP 4 or HP 2, MP 3")


def target(text: str) -> Fields:
    """ "Single", "3体", "Area (P, 2)", "範囲(選択)", "Self*"; a star is the mark that nothing may change it."""
    shown = wide(text)
    found: Fields = {}
    if shown.endswith(("*", "※")):
        shown, found = shown[:-1].strip(), {"lock": True}
    if (name := words("target").get(plain(shown))) is not None:
        return {"target": {"kind": name} | found}
    if (picked := _PICK.match(shown)) is not None and words("target").get(plain(picked["kind"])) in ("area", "scene"):
        number_of = [part for part in several(picked["inside"]) if plain(part) not in ("p", "pick", "選択", "任意")]
        count = {"n": formula(number_of[0].removesuffix("体"))} if number_of else {}
        return {"target": {"kind": word("target", picked["kind"]), "pick": True} | count | found}
    if (counted := _COUNTED.match(shown)) is not None:
        return {"target": {"kind": "count", "n": formula(counted["n"])} | found}
    raise NotRead("Self, Single, 3 targets, Area, Area (P, 2), Scene or Refer")


def limit(text: str) -> Fields:
    """ "1/Round", "シナリオ1回", "SL/Scene", "1ラウンドに2回"."""
    if nothing(text):
        return {}
    found = [_limit(part) for part in re.split(r"\s*[,、;]\s*", wide(text)) if part]
    return {"limit": found[0] if len(found) == 1 else found}


def _limit(part: str) -> Fields:
    shown = part.strip()
    units = "|".join(sorted((re.escape(one) for one in words("unit")), key=len, reverse=True))
    times = r"(?:回|times?|x)?"
    for form in (
        rf"(?P<n>.+?)\s*{times}\s*(?:/|per|a)\s*(?:1\s*)?(?P<unit>{units})",
        rf"(?:1\s*)?(?P<unit>{units})\s*(?:に|中|あたり)?\s*/?\s*(?P<n>.+?)\s*{times}",
    ):
        if (found := re.fullmatch(form, shown, re.IGNORECASE)) is not None:
            return {"n": formula(found["n"].removesuffix("回")), "per": words("unit")[plain(found["unit"])]}
    raise NotRead("1/Round, SL/Scene or the like")


def check(text: str) -> Fields:
    """ "Automatic", "Hit Check", "Awareness 12", "【知覚】12"; an attack brings its effect with it."""
    kind = words("check").get(plain(text))
    if kind == "automatic":
        return {"check": {"kind": "automatic"}}
    if kind == "dodge":
        return {"check": {"kind": "dodge_check"}}
    if kind is not None:
        hit, damage = ("pacc", "patk") if kind == "physical" else ("macc", "matk")
        attack = {"kind": "attack", "attack": kind, "hit_stat": hit, "damage_stat": damage, "damage": kind}
        return {"check": {"kind": "hit_check", "attack": kind}, "effect": [attack]}
    found = re.fullmatch(r"(?P<stat>.+?)(?:判定|check)?\s*[/(:]?\s*(?:難易度|difficulty|dc)?\s*(?P<n>[0-9]{1,3})?\)?",
                         wide(text).lower())  # fmt: skip
    stat = words("stat").get(plain(found["stat"])) if found is not None else None
    if found is None or stat is None:
        raise NotRead("Automatic, Hit Check, Magical Attack, Dodge Check, or a stat and a Difficulty")
    return {"check": {"kind": "stat", "stat": stat} | ({"difficulty": int(found["n"])} if found["n"] else {})}


def categories(text: str) -> Fields:
    """Categories, several of them too."""
    if nothing(text):
        return {}
    return {"categories": list(dict.fromkeys(word("category", part) for part in several(text)))}


def skill_elements(text: str) -> Fields:
    """One Element or two, or the choice of one."""
    if nothing(text):
        return {}
    if plain(text) in ("pick", "選択", "任意"):
        return {"elements": "pick"}
    shown = wide(text).replace("・", "/")
    parts = list(shown) if set(shown) <= set(elements()) else several(shown)
    return {"elements": [known_word(elements(), part) for part in parts]}


def element(text: str) -> Fields:
    """One Element."""
    return {"element": known_word(elements(), text)}


def restrict(text: str) -> Fields:
    """What has to be held, such as "Melee weapon" or "白兵武器 or 箒"."""
    if nothing(text):
        return {}
    holds = {
        "melee_weapon": {"class": "weapon", "type": "melee"},
        "ranged_weapon": {"class": "weapon", "type": "ranged"},
        "broom": {"category": "broom"},
    }
    parts = re.split(r"\s*(?:,|、|/|\bor\b|または|か)\s*", wide(text))
    names = [word("holds", part) for part in parts if part]
    return {"restrict": [{"kind": "use", "any_of": [holds.get(name, {"class": name}) for name in names]}]}
