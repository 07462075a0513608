"""What lasting effects do to a Judge: another Alter or Result, another stat, what counts against an Element."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulewright.engine.modifiers import Part
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.state import Character, Element, Lasting, Nw3World

_AS_IT_IS = Option("none", "substitute.none")


def fitting(kind: str, reaction: bool = False) -> tuple[str, ...]:
    """What effects call a Judge of this kind (NW3-SKILL-57)."""
    return (kind, "any", "reaction") if reaction else (kind, "any")


def bonuses(
    character: Character, kind: str, reaction: bool = False, stat: str = "", elements: Collection[str] = ()
) -> list[Part]:
    """What lasting effects add to the Alter of one kind of Judge, made with this stat, against these Elements."""
    fits = fitting(kind, reaction)
    return [
        Part(effect.block, effect.amount, "NW3-JUDGE-02")
        for effect in character.effects
        if not effect.suspended
        and (
            (effect.scope == "judge" and effect.what in fits)
            or (
                effect.scope == "against" and effect.detail in elements and (effect.what in fits or effect.what == stat)
            )
        )
    ]


def on_result(character: Character, kind: str, reaction: bool = False) -> int:
    """What lasting effects add to the Result of one kind of Judge."""
    fits = fitting(kind, reaction)
    return sum(one.amount for one in character.effects if one.scope == "result" and one.what in fits)


def substitutes(character: Character, kind: str, stat: str, reaction: bool = False) -> Iterator[Lasting]:
    """The effects that put another stat in the place of this one in a Judge of this kind."""
    fits = fitting(kind, reaction)
    for effect in character.effects:
        if effect.scope == "substitute" and effect.what in fits and effect.detail.startswith(f"{stat}>"):
            yield effect


def stat_for(world: Nw3World, character: Character, kind: str, stat: str, reaction: bool = False) -> Procedure[str]:
    """The stat of a Judge after substitution, of which there is one at most; its maker chooses (NW3-SKILL-51)."""
    found = {one.detail.partition(">")[2]: one for one in substitutes(character, kind, stat, reaction)}
    if len(found) < 2:
        return next(iter(found), stat)
    options = tuple(Option(to, "substitute.by", {"stat": f"stat.{to}"}) for to in found)
    facts = {"name": character.name, "why": f"judge.{kind}", "stat": f"stat.{stat}"}
    answer = yield from ask(
        Question("substitute_choice", character.id, (*options, _AS_IT_IS), "none", "NW3-SKILL-51", facts)
    )
    return stat if answer == "none" else str(answer)


def element_on(character: Character) -> tuple[Element, ...] | None:
    """The Element that an effect gives to a character's attacks, the newest of several; None without one."""
    found = [one.what for one in character.effects if one.scope == "element" and not one.suspended]
    return (found[-1],) if found else None  # type: ignore[return-value]


def values_of(character: Character) -> tuple[int, int]:
    """The Critical and the Fumble Value, with what Constant blocks move."""
    critical, fumble = character.critical, character.fumble
    for one in character.effects:
        if one.scope == "shift":
            if one.what == "critical":
                critical = shifted(critical, fumble, one.amount, one.detail)
            else:
                fumble = shifted(fumble, critical, one.amount, one.detail)
    return critical, fumble


def shifted(now: int, other: int, amount: int, way: str) -> int:
    """C or F after it has moved by up to `amount`, "toward:7" or "away:7": inside 2 to 12, never onto the other."""
    how, _, number = way.partition(":")
    goal, toward = int(number), how == "toward"
    for _ in range(amount):
        step = (1 if goal > now else -1) * (1 if toward else -1)
        if now == goal or now + step == other or not 2 <= now + step <= 12:
            break
        now += step
    return now
