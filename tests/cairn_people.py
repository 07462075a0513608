"""A small pack, a table and shorthands for tests of characters, hirelings, reactions and sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Dice, Script, run
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event, Tell
from rulewright.engine.journal import Seat
from rulewright.engine.packs import load
from rulewright.engine.world import digest
from rulewright.games.cairn import hirelings, reactions
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.creation import Created, create_character, random_answers, workshop
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, Fight

REFEREE = Seat("ref", "Ref", "referee")
ANNA = Seat("anna", "Anna")
BEN = Seat("ben", "Ben")
WATCHER = Seat("watcher", "Watcher", "spectator")
COMMANDS = Commands((*reactions.COMMANDS, *hirelings.COMMANDS))

PACK = """
[pack]
id = "brook"
title = "Brook"
version = "1.0.0"
language = "en"
ruleset = "cairn"
[defaults]
rations_dice = "1d4"
gold_dice = "2d6+1"
age_dice = "1d20+10"

[[items]]
id = "axe"
name = "Axe"
name_fi = "Kirves"
kind = "weapon"
damage = "d6"
range = "melee"
[[items]]
id = "maul"
name = "Maul"
name_fi = "Moukari"
kind = "weapon"
size = "bulky"
damage = "d10"
range = "melee"
hands = 2
[[items]]
id = "coat"
name = "Coat"
name_fi = "Takki"
kind = "armor"
armor = 1
armor_mode = "base"
active_when = "worn"
[[items]]
id = "shield"
name = "Shield"
name_fi = "Kilpi"
kind = "armor"
armor = 1
armor_mode = "bonus"
active_when = "held"
[[items]]
id = "linen"
name = "Linen"
name_fi = "Pellava"
kind = "healing"
stabilises = true
uses = 3
[[items]]
id = "coin"
name = "Coin"
name_fi = "Kolikko"
kind = "misc"
size = "petty"
[[items]]
id = "basket"
name = "Basket"
name_fi = "Kori"
kind = "container"
size = "bulky"
capacity = 4
[[items]]
id = "crate"
name = "Crate"
name_fi = "Laatikko"
kind = "misc"
size = "bulky"

[[relics]]
id = "bell"
name = "Bell"
name_fi = "Kello"
power = "It rings."
charges_max = 3
charges_start = 1

[[backgrounds]]
id = "miller"
name = "Miller"
name_fi = "Mylläri"
names = ["Ada", "Bo", "Cid"]
items = [ { item = "axe" }, { item = "coat" }, { item = "coin", quantity = 2 } ]
rations_dice = "1d6"
[[backgrounds.tables]]
question = "What did the mill give?"
question_fi = "Mitä mylly antoi?"
die = "1d4"
options = [
  { text = "A bell and linen.", text_fi = "Kello ja pellavaa.", relics = ["bell"], items = [ { item = "linen" } ] },
  { text = "Strength.", text_fi = "Voimaa.", ability = { name = "STR", add = 3 }, max_hp = 2 },
  { text = "Debt.", text_fi = "Velkaa.", gold = -500, max_hp = -3, ability = { name = "WIL", add = -3 } },
  { text = "A hand.", text_fi = "Apuri.", hireling = "porter" },
]
[[backgrounds.tables]]
question = "And then?"
question_fi = "Entä sitten?"
die = "1d4"
options = [
  { text = "Nothing.", text_fi = "Ei mitään." },
  { text = "Gold.", text_fi = "Kultaa.", gold = 10 },
  { text = "Crates.", text_fi = "Laatikoita.", items = [ { item = "crate", quantity = 5 } ] },
  { text = "More strength.", text_fi = "Lisää voimaa.", ability = { name = "STR", add = 3 } },
]
[[backgrounds]]
id = "drifter"
name = "Drifter"
names = ["Dee"]
items = []
tables = []

[[hireling_roles]]
id = "porter"
name = "Porter"
name_fi = "Kantaja"
wage = 3
wage_period = "day"
items = [ { item = "maul" }, { item = "shield" } ]
[[hireling_roles]]
id = "guard"
name = "Guard"
name_fi = "Vartiomies"
wage = 40
wage_period = "week"
items = [ { item = "axe" }, { item = "shield" }, { item = "coat" } ]

[[trait_tables]]
id = "gait"
name = "Gait"
name_fi = "Käynti"
die = "1d4"
entries = ["late", "limping", "silent", "broad"]
entries_fi = ["myöhässä", "ontuva", "hiljainen", "leveä"]
[[trait_tables]]
id = "voice"
name = "Voice"
name_fi = "Ääni"
die = "1d6"
entries = ["low", "high", "hoarse", "sweet", "none", "loud"]
"""


@cache
def content() -> CairnContent:
    """The small pack."""
    return load({"pack.toml": PACK.encode()}, CairnContent)


def person(id: str = "anna.pc", **values: Any) -> Actor:
    """An actor of the party with STR 10, DEX 11, WIL 12 and 4 HP, changed by `values`."""
    stats: dict[str, Any] = {"STR": 10, "DEX": 11, "WIL": 12, "hp": 4}
    given = {"name": id.title(), "kind": "pc", "side": "party", "player": "anna"} | values
    stats |= {name: given.pop(name) for name in list(given) if name in stats}
    for name in list(stats):
        stats[f"{name}_max"] = given.pop(f"{name}_max", stats[name])
    return Actor(id=id, **stats, **given)


def carrying(actor: Actor, *things: str) -> Actor:
    """The actor with things such as "axe" or "coat worn"."""
    for number, thing in enumerate(things, 1):
        item, _, where = thing.partition(" ")
        actor.items.append(Carried(f"{item}.{number}", item, where or "pack"))  # type: ignore[arg-type]
    return actor


def random_character(
    content: CairnContent, options: Options, dice: Dice, *, background: str = "", listen: Tell | None = None
) -> Created:
    """A character with everything left to the dice."""
    world = workshop(content, options, listen)
    return run(create_character(world, "", background=background), dice.face, random_answers(dice))


def table(*actors: Actor, **options: Any) -> CairnWorld:
    """A table of the small pack with these actors."""
    world = workshop(content(), Options(**options))
    world.state.actors = {actor.id: actor for actor in actors}
    return world


def fighting(world: CairnWorld) -> Fight:
    """Start a bare fight of everybody at the table."""
    world.state.fight = Fight(list(world.state.actors))
    return world.state.fight


class Done(Script):
    """What a command rolled, asked and told."""

    def __init__(self, faces: Sequence[int], answers: Mapping[str, Any] | None) -> None:
        super().__init__(faces, answers)
        self.told: list[Event] = []

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.told]

    @property
    def questions(self) -> list[str]:
        return [question.key for question in self.asked]


def do(
    world: CairnWorld,
    command: msgspec.Struct,
    seat: Seat,
    faces: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
) -> Done:
    """Give a command from a seat with scripted dice and answers, all of which have to be used up."""
    done = Done(faces, answers)
    world.tell = done.told.append
    done.run(COMMANDS.start(world, command, seat))
    return done


def refused(
    world: CairnWorld, command: msgspec.Struct, seat: Seat, answers: Mapping[str, Any] | None = None
) -> Refused:
    """The refusal of a command, which has to leave state and dice as they were and tell nothing."""
    before = digest(world.state)
    done = Done((), answers)
    world.tell = done.told.append
    with pytest.raises(Refused) as refusal:
        done.run(COMMANDS.start(world, command, seat))
    assert digest(world.state) == before
    assert not done.rolls
    assert not done.told
    return refusal.value
