"""A Cairn table for tests: a small pack, actors in one line each, scripted dice, and checks of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
import pytest

from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Commanded, Opened, Seat
from rulewright.engine.packs import load
from rulewright.engine.requests import Procedure
from rulewright.engine.session import Session
from rulewright.engine.world import World, digest
from rulewright.games.cairn import game
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.inventory import carry as new_thing
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.rounds import LockPhase, StartFight
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, Fight, Group, Side, State
from rulewright.games.cairn.story import Scenario

T = TypeVar("T")

REFEREE = Seat("referee", "Referee", "referee")
PLAYER = Seat("player", "Player")
OTHER = Seat("other", "Other player")

PACK = """
[pack]
id = "bench"
title = "Test bench"
version = "1.0.0"
language = "en"
ruleset = "cairn"
"""

GEAR = """
[[items]]
id = "dagger"
name = "Dagger"
name_fi = "Tikari"
kind = "weapon"
damage = "d6"
range = "melee"
price = 5
[[items]]
id = "sword"
name = "Sword"
kind = "weapon"
damage = "d8"
range = "melee"
price = 10
[[items]]
id = "maul"
name = "Maul"
kind = "weapon"
size = "bulky"
hands = 2
damage = "d10"
range = "melee"
[[items]]
id = "twin_axes"
name = "Twin axes"
kind = "weapon"
size = "bulky"
hands = 2
damage = "d8+d8"
range = "melee"
[[items]]
id = "bow"
name = "Bow"
kind = "weapon"
size = "bulky"
hands = 2
damage = "d6"
range = "ranged"
[[items]]
id = "firebomb"
name = "Firebomb"
kind = "weapon"
damage = "d8"
range = "ranged"
blast = true
uses = 1
[[items]]
id = "gambeson"
name = "Gambeson"
kind = "armor"
armor = 1
armor_mode = "base"
active_when = "worn"
[[items]]
id = "chainmail"
name = "Chainmail"
kind = "armor"
size = "bulky"
armor = 2
armor_mode = "base"
active_when = "worn"
[[items]]
id = "shield"
name = "Shield"
kind = "armor"
armor = 1
armor_mode = "bonus"
active_when = "held"
[[items]]
id = "helmet"
name = "Helmet"
kind = "armor"
armor = 1
armor_mode = "bonus"
active_when = "worn"
[[items]]
id = "bandages"
name = "Bandages"
name_fi = "Sidetarpeet"
kind = "healing"
uses = 3
stabilises = true
price = 20
[[items]]
id = "tonic"
name = "Tonic"
kind = "healing"
uses = 1
[[items]]
id = "stone"
name = "Stone"
kind = "misc"
[[items]]
id = "anvil"
name = "Anvil"
kind = "misc"
size = "bulky"
hands = 2
[[items]]
id = "coin"
name = "Coin"
kind = "misc"
size = "petty"
price = 1
[[items]]
id = "sign"
name = "Shop sign"
kind = "misc"
hands = 0
[[items]]
id = "sack"
name = "Sack"
name_fi = "Säkki"
kind = "container"
capacity = 3
price = 1
[[items]]
id = "book"
name = "Book of Embers"
kind = "spellbook"
hands = 2
spell = "ember"
[[items]]
id = "scroll"
name = "Scroll of Embers"
kind = "scroll"
size = "petty"
hands = 2
spell = "ember"

[[spells]]
id = "ember"
name = "Ember"
text = "A spark flies."
targets = "one"
duration = "a moment"
damage = "d8"

[[relics]]
id = "bell"
name = "Bell"
power = "It rings."
charges_max = 3
charges_start = 1

[[relics]]
id = "idol"
name = "Idol"
size = "bulky"
hands = 2
power = "It hums."

[[hireling_roles]]
id = "leech"
name = "Leech"
wage = 5
wage_period = "day"
heals_abilities = true
[[hireling_roles]]
id = "porter"
name = "Porter"
wage = 2
wage_period = "day"

[[monsters]]
id = "goblin"
name = "Goblin"
hp = 4
str = 8
dex = 12
wil = 8
[[monsters.attacks]]
id = "knife"
name = "Knife"
damage = "d6"
range = "melee"
"""

ARMS = """
[[items]]
id = "twin_dirks"
name = "Twin dirks"
kind = "weapon"
size = "bulky"
hands = 2
damage = "d6+d6"
range = "melee"
[[items]]
id = "cudgel"
name = "Cudgel"
name_fi = "Nuija"
kind = "weapon"
damage = "d10"
range = "melee"
[[items]]
id = "spear"
name = "Spear"
kind = "weapon"
damage = "d8"
range = "both"
[[items]]
id = "crossbow"
name = "Crossbow"
kind = "weapon"
hands = 2
damage = "d8"
range = "ranged"
ammo_tracked = true
uses = 2
[[items]]
id = "hook"
name = "Hook"
kind = "weapon"
damage = "d6"
range = "melee"
[items.critical]
text = "It drags."
text_fi = "Se raahaa."
effects = [ { op = "add_fatigue", amount = 1 } ]
[[items]]
id = "thorn"
name = "Thorn"
kind = "weapon"
damage = "d6"
range = "melee"
[items.critical]
text = "It burns."
effects = [
  { op = "text", text = "Smoke rises.", text_fi = "Savu nousee." },
  { op = "lose_ability", ability = "DEX", dice = "1d4" },
  { op = "condition", condition = "burnt" },
]
[[items]]
id = "bane"
name = "Bane"
kind = "weapon"
damage = "d6"
range = "melee"
[items.critical]
text = "It kills."
effects = [ { op = "dies" } ]
[[items]]
id = "book_hail"
name = "Book of Hail"
kind = "spellbook"
hands = 2
spell = "hail"
[[items]]
id = "scroll_mend"
name = "Scroll of Mending"
kind = "scroll"
size = "petty"
hands = 2
spell = "mend"

[[spells]]
id = "hail"
name = "Hail"
text = "Ice falls."
targets = "area"
duration = "a moment"
damage = "d8"
blast = true
save = "DEX"
effects = [ { op = "condition", condition = "chilled" } ]
[[spells]]
id = "mend"
name = "Mend"
text = "Flesh closes."
targets = "one"
duration = "a moment"
effects = [ { op = "stabilise" } ]

[[spells]]
id = "flare"
name = "Flare"
text = "Fire runs up the arm."
targets = "self"
duration = "a moment"
damage = "d4"
[[items]]
id = "scroll_flare"
name = "Scroll of Flares"
kind = "scroll"
size = "petty"
hands = 2
spell = "flare"

[[relics]]
id = "wand"
name = "Wand of Embers"
spell = "ember"
charges_max = 1

[[monsters]]
id = "ogre"
name = "Ogre"
hp = 8
armor = 1
str = 14
dex = 8
wil = 9
[[monsters.attacks]]
id = "club"
name = "Club"
damage = "d10"
range = "melee"
[[monsters.attacks]]
id = "sweep"
name = "Sweep"
name_fi = "Pyyhkäisy"
damage = "d6"
range = "melee"
blast = true
cooldown_rounds = 1
[[monsters.attacks]]
id = "rock"
name = "Rock"
damage = "d8"
range = "ranged"
[[monsters]]
id = "band"
name = "Band"
hp = 6
str = 12
dex = 10
wil = 10
detachment = true
[[monsters.attacks]]
id = "spears"
name = "Spears"
damage = "d6"
range = "melee"
[[monsters.attacks]]
id = "oil"
name = "Burning oil"
damage = "d8"
range = "ranged"
blast = true
"""


@cache
def stocked(*rows: str) -> CairnContent:
    """A small pack of these rows, read once."""
    texts = {"pack.toml": PACK} | {f"{number}.toml": text for number, text in enumerate(rows)}
    return load({name: text.encode() for name, text in texts.items()}, CairnContent)


def content() -> CairnContent:
    """The pack that the tables of the tests have, where they take no other."""
    return stocked(GEAR, ARMS)


class Table(World[State, CairnContent, Scenario]):
    """A world that remembers what was told."""

    def __init__(self, options: Options) -> None:
        super().__init__(State(options), content(), Scenario("test", "Test", "A test.", (), ()))
        self.events: list[Event] = []
        self.tell = self.events.append

    def told(self, key: str) -> list[Event]:
        """The events with this key."""
        return [event for event in self.events if event.key == key]


def world(**options: Any) -> Table:
    """An empty table with these options."""
    return Table(Options(**options))


# ---------------------------------------------------------------- actors and things


def _actor(
    table: CairnWorld,
    name: str,
    kind: Literal["pc", "hireling", "npc"],
    side: Side,
    STR: int,
    DEX: int,
    WIL: int,
    hp: int,
    values: dict[str, Any],
) -> Actor:
    """An actor whose maxima equal the current values unless `values` says otherwise."""
    stats: dict[str, Any] = {"STR": STR, "DEX": DEX, "WIL": WIL, "hp": hp}
    highest: dict[str, Any] = {f"{stat}_max": values.pop(f"{stat}_max", value) for stat, value in stats.items()}
    actor = Actor(values.pop("id", name.lower()), name, kind, side, **stats, **highest, **values)
    table.state.actors[actor.id] = actor
    return actor


def pc(
    table: CairnWorld, name: str = "Aino", STR: int = 10, DEX: int = 10, WIL: int = 10, hp: int = 5, **values: Any
) -> Actor:
    """A character of the seat "player"; its id is the name in lower case."""
    return _actor(table, name, "pc", "party", STR, DEX, WIL, hp, {"player": "player"} | values)


def hireling(
    table: CairnWorld, name: str = "Hessu", STR: int = 10, DEX: int = 10, WIL: int = 10, hp: int = 4, **values: Any
) -> Actor:
    """A hireling of the seat "player"."""
    return _actor(table, name, "hireling", "party", STR, DEX, WIL, hp, {"player": "player"} | values)


def foe(
    table: CairnWorld, name: str = "Goblin", STR: int = 8, DEX: int = 12, WIL: int = 8, hp: int = 4, **values: Any
) -> Actor:
    """A foe in the group "foes" (or the one given), which is made where it is missing."""
    actor = _actor(table, name, "npc", "foes", STR, DEX, WIL, hp, {"group": "foes"} | values)
    groups = table.state.groups
    group = groups.setdefault(actor.group, Group(actor.group, actor.group.title(), [], 0))
    group.members.append(actor.id)
    group.starting += 1
    return actor


def carry(
    table: CairnWorld, actor: Actor, item: str, where: Literal["pack", "held", "worn", "stowed"] = "pack", **values: Any
) -> Carried:
    """Give an actor a thing of the content, without asking for room."""
    thing = new_thing(table, item)
    thing.where = where
    for name, value in values.items():
        setattr(thing, name, value)
    actor.items.append(thing)
    return thing


def abilities(actor: Actor) -> tuple[int, int, int]:
    """The current STR, DEX and WIL."""
    return actor.STR, actor.DEX, actor.WIL


def stones(table: CairnWorld, actor: Actor, count: int) -> list[Carried]:
    """Fill slots with stones, one each."""
    return [carry(table, actor, "stone") for _ in range(count)]


def fighting(table: CairnWorld, phase: Side = "party") -> Fight:
    """A bare fight of everybody at the table, with nothing declared."""
    table.state.fight = Fight(list(table.state.actors), phase=phase)
    return table.state.fight


def against_goblin(table: CairnWorld, phase: Side = "party") -> Fight:
    """A bare fight of everybody at the table and a goblin who has just come."""
    foe(table)
    return fighting(table, phase)


def armed(table: CairnWorld, actor: Actor, *items: str) -> str:
    """Put things into an actor's hands; the id of the first."""
    held = [carry(table, actor, item, "held") for item in items]
    return held[0].id


# ---------------------------------------------------------------- running


def run(procedure: Procedure[T], faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None) -> T:
    """Run a procedure with these faces, all of which must fall, and answers by the key of the question."""
    return Script(faces, answers).run(procedure)


def do(
    table: CairnWorld,
    command: msgspec.Struct,
    faces: Iterable[int] = (),
    answers: Mapping[str, Any] | None = None,
    seat: Seat = REFEREE,
) -> Script:
    """Give a command from a seat; the script that comes back knows what was rolled and asked."""
    script = Script(faces, answers)
    script.run(game.commands.start(table, command, seat))
    return script


def refused(
    table: Table,
    procedure: Callable[[], Procedure[Any]],
    reason: str,
    answers: Mapping[str, Any] | None = None,
) -> Refused:
    """The refusal of a procedure for this reason; state, dice and log are as they were (CRN-GEN-01)."""
    before, told = digest(table.state), len(table.events)
    script = Script((), answers)
    with pytest.raises(Refused) as refusal:
        script.run(procedure())
    assert refusal.value.reason == reason
    assert refusal.value.rule
    assert digest(table.state) == before
    assert not script.rolls
    assert len(table.events) == told
    return refusal.value


def refused_command(
    table: Table,
    command: msgspec.Struct,
    reason: str,
    answers: Mapping[str, Any] | None = None,
    seat: Seat = REFEREE,
) -> Refused:
    """The refusal of a command; one that is refused without a question leaves no entry in the journal either."""
    refusal = refused(table, lambda: game.commands.start(table, command, seat), reason, answers)
    if answers is None:
        _not_entered(table, command, reason, seat)
    return refusal


def _not_entered(table: Table, command: msgspec.Struct, reason: str, seat: Seat) -> None:
    before, tell = digest(table.state), table.tell
    opened = Opened("t", "cairn", "", "", {}, {}, {}, (seat,), "")
    session = Session(game, opened, table)
    try:
        with pytest.raises(Refused) as refusal:
            session.apply(Commanded(1, seat.id, msgspec.to_builtins(command)))
    finally:
        table.tell = tell
    assert refusal.value.reason == reason
    assert (session.seq, session.open, session.events) == (0, [], [])
    assert digest(table.state) == before


# ---------------------------------------------------------------- fights


def start(
    table: CairnWorld, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None, escape: str = ""
) -> Script:
    """Start a fight with every group; without faces the referee waives all first-round saves."""
    faces = list(faces)
    if not faces and answers is None and table.state.options.first_round_save != "none":
        kinds = {"pc"} if table.state.options.first_round_save == "pcs" else {"pc", "hireling"}
        answers = {"waive_first_save": [[actor.id for actor in table.state.actors.values() if actor.kind in kinds]]}
    return do(table, StartFight(tuple(table.state.groups), escape), faces, answers)


def attack(table: CairnWorld, actor: Actor, *targets: Actor, weapon: str = "", **fields: Any) -> None:
    """Declare an attack, with bare hands where no weapon is named."""
    do(table, Declare(actor.id, "attack", weapon=weapon, targets=tuple(target.id for target in targets), **fields))


def lock(table: CairnWorld, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None) -> Script:
    """Resolve the phase; those who have not declared pass."""
    return do(table, LockPhase(True), faces, answers)


def hit(
    table: CairnWorld, actor: Actor, target: Actor, faces: Iterable[int], answers: Mapping[str, Any] | None = None,
    weapon: str = "",
) -> Script:  # fmt: skip
    """One attack alone in a phase of the attacker's side, from declaring to the end of the phase."""
    fight = table.state.fight or fighting(table)
    fight.phase = actor.side
    attack(table, actor, target, weapon=weapon)
    return lock(table, faces, answers)


def sizes(script: Script, why: str = "damage") -> list[tuple[int, ...]]:
    """The dice that were thrown for this purpose, roll by roll."""
    return [(roll.sides,) * roll.count for roll, _ in script.rolls if roll.why == why]


def unworded(table: Table, *languages: str) -> list[str]:
    """Texts of told events in which a word or a fact is missing."""
    texts = [game.words(event.key, event.facts, language) for language in languages for event in table.events]
    return [text for text in texts if "«" in text]
