"""Making characters and hirelings (CRN-HIRE-01 to -03): questions and dice in the order of the book.

A procedure here works on no actor of the table. It ends with a `Created`, which `join` seats at one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from rulewright.engine.drivers import Answer, Dice, by_default
from rulewright.engine.events import Tell
from rulewright.engine.modifiers import Modifier, Sum, stack
from rulewright.engine.requests import Option, Procedure, Question, Roll, ask
from rulewright.engine.world import World, new_id, pack, unpack
from rulewright.games.cairn.actors import tell
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.content_people import Background, BackgroundTable, HirelingRole, TableOption, TraitTable
from rulewright.games.cairn.inventory import MOST_GOLD
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.outfit import equip
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.state import ABILITIES, Actor, CairnWorld, State
from rulewright.games.cairn.story import Scenario
from rulewright.games.cairn.twins import twins

STORED_MOST = 99  # CRN-GEN-03
ABILITY_MOST = 20  # what a background's answer may lift an ability to
HIRELING_ABILITY_DICE = "3d6"
HIRELING_HP_DICE = "1d6"
NAME_LENGTH = 60


class Created(msgspec.Struct):
    """A new character that is at no table yet, and the hirelings that come along."""

    actor: Actor
    hirelings: list[Actor] = []


def workshop(content: CairnContent, options: Options, listen: Tell | None = None) -> CairnWorld:
    """An empty table at which characters can be made."""
    return World(State(options), content, Scenario("workshop", "", "", (), ()), listen)


# ---------------------------------------------------------------- by background


def create_character(
    world: CairnWorld, to: str, *, kind: Literal["pc", "hireling"] = "pc", background: str = "", name: str = ""
) -> Procedure[Created]:
    """Make a character from a background (CRN-HIRE-02); `to` answers the questions.

    Without a `background` or `name` they are asked for. Values stay as rolled, current ones equal the maximums
    (CRN-HIRE-03), and what an answer adds or takes stays inside its limits.
    """
    origin = yield from _background(world, to, background)
    name = name or (yield from _name(world, to, origin))
    chosen: list[TableOption] = []
    answers: list[int] = []
    for table in origin.tables:
        number = yield from _answer(world, to, name, table)
        answers.append(number)
        chosen.append(table.options[number - 1])
    traits = yield from _traits(world, to, name)

    defaults = world.content.defaults
    rations = yield from _rolled(origin.rations_dice or defaults.rations_dice, name, "rations")
    gold = yield from _rolled(origin.gold_dice or defaults.gold_dice, name, "gold")
    abilities: list[Sum] = []
    for ability in ABILITIES:  # in order, each for itself: no swap, no reroll (CRN-HIRE-03)
        value = yield from _rolled(defaults.pc_ability_dice, name, ability)
        adds = [option.ability.add for option in chosen if option.ability and option.ability.name == ability]
        abilities.append(_sum(defaults.pc_ability_dice, value, adds, 1, max(ABILITY_MOST, min(value, STORED_MOST))))
    hp = yield from _rolled(defaults.pc_hp_dice, name, "HP")
    age = yield from _rolled(defaults.age_dice, name, "age")

    rations_sum = _sum(origin.rations_dice or defaults.rations_dice, rations, (), 0, STORED_MOST)
    gold_sum = _sum(origin.gold_dice or defaults.gold_dice, gold, [one.gold for one in chosen], 0, MOST_GOLD)
    hp_sum = _sum(defaults.pc_hp_dice, hp, [one.max_hp for one in chosen], 1, STORED_MOST)
    actor = _person(name, kind, [one.total for one in abilities], hp_sum.total)
    actor.background, actor.answers, actor.traits = origin.id, answers, traits
    actor.gold, actor.rations, actor.age = gold_sum.total, rations_sum.total, age
    for ability, total in zip(ABILITIES, abilities):
        tell(world, "creation.ability", "CRN-HIRE-02", sum=total, name=name, ability=ability, value=total.total)
    for key, total in (("hp", hp_sum), ("gold", gold_sum), ("rations", rations_sum)):
        tell(world, f"creation.{key}", "CRN-HIRE-02", sum=total, name=name, value=total.total)
    tell(world, "creation.age", "CRN-HIRE-02", name=name, value=age)

    grants = [*origin.items, *(grant for one in chosen for grant in one.items)]
    yield from equip(world, to, actor, grants, [relic for one in chosen for relic in one.relics])
    hirelings = []
    for one in chosen:
        if one.hireling:
            companion = yield from create_hireling(world, to, one.hireling)
            hirelings.append(companion)
    return Created(actor, hirelings)


def _background(world: CairnWorld, to: str, wanted: str) -> Procedure[Background]:
    backgrounds = world.content.backgrounds
    if wanted:
        return world.content.backgrounds_by_id[wanted]
    listed = tuple(Option(one.id, "creation.background.listed", twins(one)) for one in backgrounds)
    options = (Option("random", "creation.random"), *listed)
    answer = yield from ask(Question("creation.background", to, options, "random", "CRN-HIRE-02"))
    if answer != "random":
        return world.content.backgrounds_by_id[answer]
    face = yield from _one_of(len(backgrounds), "CRN-HIRE-02", "", "background")
    chosen = backgrounds[face - 1]
    tell(world, "creation.background.rolled", "CRN-HIRE-02", face=face, **twins(chosen))
    return chosen


def _name(world: CairnWorld, to: str, origin: Background) -> Procedure[str]:
    listed = (
        Option(str(number), "creation.name.listed", {"name": name}) for number, name in enumerate(origin.names, 1)
    )
    options = (Option("random", "creation.random"), Option("own", "creation.name.own"), *listed)
    facts = twins(origin, name="background")
    answer = yield from ask(Question("creation.name", to, options, "random", "CRN-HIRE-02", facts))
    if answer == "own":
        question = Question("creation.name.text", to, (), None, "CRN-HIRE-02", facts, "text", least=1, most=NAME_LENGTH)
        text = yield from ask(question)
        if name := " ".join(text.split()):
            return name
        answer = "random"  # blanks are no name
    number = int(answer) if answer != "random" else 0
    if not number:
        number = yield from _one_of(len(origin.names), "CRN-HIRE-02", "", "name")
        tell(world, "creation.name.rolled", "CRN-HIRE-02", face=number, name=origin.names[number - 1])
    return origin.names[number - 1]


def _answer(world: CairnWorld, to: str, name: str, table: BackgroundTable) -> Procedure[int]:
    """Roll on a table of a background, or choose from it."""
    listed = (
        Option(str(number), "creation.table.listed", twins(option, "text"))
        for number, option in enumerate(table.options, 1)
    )
    options = (Option("roll", "creation.roll", {"die": table.die}), *listed)
    facts = {"name": name, **twins(table, "question")}
    answer = yield from ask(Question("creation.table", to, options, "roll", "CRN-HIRE-02", facts))
    if answer != "roll":
        return int(answer)
    face = yield from _one_of(len(table.options), "CRN-HIRE-02", name, "table")
    tell(world, "creation.table.rolled", "CRN-HIRE-02", name=name, face=face, **twins(table.options[face - 1], "text"))
    return face


# ---------------------------------------------------------------- by role


def create_hireling(world: CairnWorld, to: str, role: str, name: str = "") -> Procedure[Actor]:
    """Make a hireling of a role (CRN-HIRE-01): three abilities in order, HP, the role's gear, traits."""
    job: HirelingRole = world.content.hireling_roles_by_id[role]
    name = name or job.name
    values = []
    for ability in ABILITIES:
        value = yield from _rolled(HIRELING_ABILITY_DICE, name, ability, "CRN-HIRE-01")
        values.append(value)
    hp = yield from _rolled(HIRELING_HP_DICE, name, "HP", "CRN-HIRE-01")
    actor = _person(name, "hireling", values, hp)
    actor.role = role
    for ability, value in zip(ABILITIES, values):
        total = _sum(HIRELING_ABILITY_DICE, value, (), 0, STORED_MOST)
        tell(world, "creation.ability", "CRN-HIRE-01", sum=total, name=name, ability=ability, value=value)
    tell(world, "creation.hp", "CRN-HIRE-01", sum=_sum(HIRELING_HP_DICE, hp, (), 0, STORED_MOST), name=name, value=hp)
    yield from equip(world, to, actor, job.items, ())
    actor.traits = yield from _traits(world, to, name)
    return actor


# ---------------------------------------------------------------- what both share


def _person(name: str, kind: Literal["pc", "hireling"], values: Sequence[int], hp: int) -> Actor:
    STR, DEX, WIL = values
    return Actor("", name, kind, "party", STR, DEX, WIL, hp, STR, DEX, WIL, hp)  # CRN-HIRE-03: current = max


def _one_of(count: int, rule: str, who: str, why: str) -> Procedure[int]:
    if count == 1:
        return 1
    faces = yield Roll(1, count, rule, who, why)
    return int(faces[0])


def _rolled(dice: str, who: str, why: str, rule: str = "CRN-HIRE-02") -> Procedure[int]:
    return (yield from rolled(roll_dice(dice), rule, who, why))


def _sum(dice: str, value: int, adds: Iterable[int], low: int, high: int) -> Sum:
    """A rolled value with what the answers add to it, cut to its limits."""
    rolled = Modifier(dice, value, "dice", "CRN-HIRE-02")
    changes = [Modifier("creation.source.background", add, "background", "CRN-HIRE-02") for add in adds if add]
    return stack([rolled, *changes], low=low, high=high, limit_rule="CRN-HIRE-02")


def _traits(world: CairnWorld, to: str, name: str) -> Procedure[dict[str, int]]:
    """Roll on the trait tables that the player wants; the others stay open."""
    tables = world.content.trait_tables
    if not tables:
        return {}
    options = tuple(Option(table.id, "creation.trait.listed", twins(table)) for table in tables)
    everything = [table.id for table in tables]
    wanted = yield from ask(
        Question("creation.traits", to, options, everything, "CRN-HIRE-01", {"name": name}, "several", 0, len(tables))
    )
    traits = {}
    for table in tables:
        if table.id in wanted:
            face = yield from _one_of(len(table.entries), "CRN-HIRE-01", name, f"trait.{table.id}")
            traits[table.id] = face
            entry = trait_words(table, face)
            tell(world, "creation.trait", "CRN-HIRE-01", name=name, face=face, **twins(table, name="trait"), **entry)
    return traits


def trait_words(table: TraitTable, face: int) -> dict[str, Any]:
    """The entry of a trait table in English and Finnish as facts of a message."""
    entry = table.entries[face - 1]
    finnish = table.entries_fi[face - 1] if table.entries_fi else ""
    return {"entry": entry, "entry_fi": finnish or entry}


# ---------------------------------------------------------------- random characters, and the table


def random_answers(dice: Dice) -> Answer:
    """A policy that leaves everything to the dice: it rolls where rolling is offered, else picks at random."""

    def answer(question: Question) -> Any:
        if question.kind != "choice":
            return by_default(question)
        values = [option.value for option in question.options]
        rolling = next((value for value in ("random", "roll") if value in values), "")
        return rolling or values[dice.face(len(values)) - 1]

    return answer


def join(world: CairnWorld, newcomer: Actor, player: str) -> Actor:
    """Put a copy of a character at the table under ids of its own; returns that actor."""
    state = world.state
    actor = unpack(pack(newcomer), Actor)
    actor.id = new_id(state, actor.kind)
    actor.player = player
    fresh = {thing.id: new_id(state, thing.item) for thing in actor.items}
    for thing in actor.items:
        thing.id = fresh[thing.id]
        thing.container = fresh.get(thing.container, "")
    state.actors[actor.id] = actor
    enter_fight(world, actor)
    return actor


def enter_fight(world: CairnWorld, actor: Actor) -> None:
    """In a fight a newcomer acts from the next party phase on, without a first-round save (CRN-LOSS-06)."""
    fight = world.state.fight
    if fight is None:
        return
    if actor.id not in fight.members:
        fight.members.append(actor.id)
    if actor.id not in fight.late:
        fight.late.append(actor.id)
