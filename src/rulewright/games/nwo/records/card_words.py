"""Parts of content in words: what something changes, whom it reaches, and what its effects do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rulewright.engine.words import Catalogue
from rulewright.games.nwo.records.effects import CF_LISTS, Effect
from rulewright.games.nwo.records.gear import ItemUse
from rulewright.games.nwo.records.numbers import Attribute
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.records.uses import Heal, HealPower, Power, Usable
from rulewright.games.nwo.records.vocabulary import OTHER_KEYS, STATS

OWN_WORDS: Final = (*STATS, *OTHER_KEYS, "heal", "any")


def named(catalogue: Catalogue, row: Any, field: str = "name") -> str:
    """A text of a row in the language of the catalogue, else as the pack has it; "" without one."""
    text: str = getattr(row, f"{field}_{catalogue.language}", None) or getattr(row, field) or ""
    return text


def name_of(catalogue: Catalogue, kind: type, id: str) -> str:
    """The name of a row by its id; of one that the game's own pack does not have, the words of its id."""
    row = starter().by_id(kind).get(id)
    return named(catalogue, row) if row is not None else id.replace("_", " ").capitalize()


def word(catalogue: Catalogue, kind: str, name: str) -> str:
    """One of the words of the rules."""
    return catalogue.say(f"card.{kind}.{name}", {})


def value(catalogue: Catalogue, key: str) -> str:
    """The name of a stat, an attribute or another number."""
    return word(catalogue, "value", key) if key in OWN_WORDS else name_of(catalogue, Attribute, key)


def joined(catalogue: Catalogue, parts: Iterable[str]) -> str:
    """Several parts in one line."""
    return catalogue.say("card.comma", {}).join(part for part in parts if part)


def changes(catalogue: Catalogue, modifiers: Mapping[str, int]) -> str:
    """What is added to values, such as "Attack +5, Hit -1"."""
    return joined(catalogue, (_change(catalogue, key, f"{number:+d}") for key, number in modifiers.items() if number))


def _change(catalogue: Catalogue, key: str, amount: str) -> str:
    return catalogue.say("card.change", {"value": value(catalogue, key), "amount": amount})


def reach(catalogue: Catalogue, squares: Sequence[int]) -> str:
    """A range in squares."""
    first, last = squares
    if last == 0:
        return catalogue.say("card.range.here", {})
    return str(first) if first == last else f"{first}-{last}"


def target(catalogue: Catalogue, row: Usable | ItemUse) -> str:
    """Whom it reaches: "up to 3 targets", "everybody in a square, foes only"."""
    most = row.max_targets if isinstance(row, Usable) else None
    whom = catalogue.say(f"card.target.{row.target}", {"n": most})
    affects = row.affects if isinstance(row, Usable) else "any"
    return joined(catalogue, (whom, word(catalogue, "affects", affects) if affects != "any" else ""))


def duration(catalogue: Catalogue, row: Usable) -> str:
    """How long its effects last."""
    return catalogue.say(f"card.duration.{row.lasts.kind}", {"n": row.lasts.rounds})


def limit(catalogue: Catalogue, row: Usable) -> str:
    """How often it may be used."""
    return "" if row.limit is None else catalogue.say(f"card.limit.{row.limit.per}", {"n": row.limit.times})


def power(catalogue: Catalogue, row: Power | HealPower) -> str:
    """How a power is computed."""
    if row.stat is None:
        return str(row.value) if isinstance(row, HealPower) else ""
    base = _change(catalogue, row.stat, f"{row.add:+d}") if row.add else value(catalogue, row.stat)
    return catalogue.say("card.power", {"base": base, "cap": row.cap})


def healing(catalogue: Catalogue, heal: Heal | None) -> str:
    """A healing judge and whom it heals besides the lightly wounded."""
    if heal is None:
        return ""
    more = [word(catalogue, "heals", one) for one in ("serious", "apparent_death") if getattr(heal, f"heals_{one}")]
    return joined(catalogue, (power(catalogue, heal.power), *more))


def cured(catalogue: Catalogue, statuses: Iterable[str]) -> str:
    """The statuses that end."""
    return joined(catalogue, (word(catalogue, "status", status) for status in statuses))


def effects(catalogue: Catalogue, rows: Iterable[Effect], element_name: Callable[[str | None], str]) -> str:
    """What effects do, one after the other; `element_name` gives the name of an element."""
    return joined(catalogue, (_effect(catalogue, effect, element_name) for effect in rows))


def _effect(catalogue: Catalogue, effect: Effect, element_name: Callable[[str | None], str]) -> str:
    say = catalogue.say
    match effect.op:
        case "modify_stat" | "modify_judge":
            what = {"value": value(catalogue, effect.stat or ""), "amount": _amount(catalogue, effect, signed=True)}
            return say("card.change" if effect.op == "modify_stat" else "card.effect.judge", what)
        case "modify_cf":
            lists = ((one, ", ".join(map(str, getattr(effect, one)))) for one in CF_LISTS)
            return joined(catalogue, (say(f"card.effect.{one}", {"sums": sums}) for one, sums in lists if sums))
        case "set_element":
            return say("card.effect.element", {"element": element_name(effect.element)})
        case "add_status" | "remove_status":
            told = say(f"card.effect.{effect.op}", {"status": word(catalogue, "status", effect.status or "")})
            return told if effect.on == "effect" else say(f"card.effect.on_{effect.on}", {"what": told})
        case "damage":
            return say("card.effect.damage", {"amount": _amount(catalogue, effect)})
        case "heal":
            serious = word(catalogue, "heals", "serious") if effect.heals_serious else ""
            return joined(catalogue, (say("card.effect.heal", {"amount": _amount(catalogue, effect)}), serious))
        case "dispel":
            return say(f"card.effect.dispel_{effect.contest}", {})
        case "reroll":
            return say("card.effect.reroll", {})
    return named(catalogue, effect, "text")


def _amount(catalogue: Catalogue, effect: Effect, *, signed: bool = False) -> str:
    fixed = effect.amount or 0
    amount = effect.dice or (f"{fixed:+d}" if signed else str(fixed))
    if not effect.per_level:
        return amount
    more = catalogue.say("card.per_level", {"amount": f"{effect.per_level:+d}"})
    return more if effect.dice is None and not fixed else f"{amount} {more}"
