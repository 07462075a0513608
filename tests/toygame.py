"""A tiny game for tests: two players who hit, bargain and vote, and a referee who knows where the treasure is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, cast

import msgspec

from rulewright.engine.board import Board, Figure, Gauge
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands, CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.game import Game, Menu
from rulewright.engine.house_rule_texts import HouseRule, HouseRules, Preset
from rulewright.engine.journal import Opened, Seat
from rulewright.engine.maps import Atlas
from rulewright.engine.requests import Ask, Call, Option, Procedure, Question, Roll, ask
from rulewright.engine.world import World
from rulewright.store.journal import Journal, MemoryJournal
from rulewright.table.table import Table

Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
TREASURE = "under the third oak"
AYE_NAY = (Option("aye"), Option("nay"))
SEATS = (Seat("anna", "Anna"), Seat("ben", "Ben"), Seat("gm", "Gail", "referee"), Seat("zoe", "Zoe", "spectator"))
WHEN = "2030-01-02T03:04:05+00:00"


class ToyOptions(msgspec.Struct, frozen=True):
    parry: bool = True
    hardest: Annotated[int, msgspec.Meta(ge=1, le=9)] = 6


class Scenario(msgspec.Struct, frozen=True):
    hp: Points = 10


class Gear(msgspec.Struct, frozen=True):
    name: str
    uses: Points = 3


class Fighter(msgspec.Struct):
    name: str
    player: str
    hp: Points
    tags: list[str] = []
    gear: tuple[Gear, ...] = ()
    rival: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    last: Gear | None = None
    marks: dict[str, Points] | None = None


class State(msgspec.Struct):
    options: ToyOptions
    fighters: dict[str, Fighter]
    waves: int = 0
    shouts: int = 0
    ayes: int = 0
    deals: int = 0
    burst: list[int] = []
    found: bool = False


ToyWorld = World[State, None, Scenario]


class Strike(msgspec.Struct, frozen=True, tag="strike", tag_field="do"):
    actor: str
    target: str


class Vote(msgspec.Struct, frozen=True, tag="vote", tag_field="do"):
    topic: str = ""


class Wave(msgspec.Struct, frozen=True, tag="wave", tag_field="do"):
    times: int = 1


class Shout(msgspec.Struct, frozen=True, tag="shout", tag_field="do"):
    asks: bool = False


class Bargain(msgspec.Struct, frozen=True, tag="bargain", tag_field="do"):
    other: str


class Search(msgspec.Struct, frozen=True, tag="search", tag_field="do"):
    pass


class Peek(msgspec.Struct, frozen=True, tag="peek", tag_field="do"):
    tell: bool = True


class Burst(msgspec.Struct, frozen=True, tag="burst", tag_field="do"):
    pass


class Assign(msgspec.Struct, frozen=True, tag="assign", tag_field="do"):
    tags: dict[str, str]


class Nobody(msgspec.Struct, frozen=True, tag="nobody", tag_field="do"):
    pass


class Plot(msgspec.Struct, frozen=True, tag="plot", tag_field="do"):
    pass


class Break(msgspec.Struct, frozen=True, tag="break", tag_field="do"):
    after_roll: bool = False


def _tell(world: ToyWorld, key: str, to: tuple[str, ...] = EVERYONE, **facts: Any) -> None:
    if world.tell:
        world.tell(Event(key, facts, to=to))


def _fighter(world: ToyWorld, id: str) -> Fighter:
    if id not in world.state.fighters:
        raise Refused("unknown_actor", "TOY-1", actor=id)
    return world.state.fighters[id]


def d6(who: str) -> Procedure[int]:
    faces = yield Roll(1, 6, "TOY-2", who, "strength")
    return int(faces[0])


def strike(world: ToyWorld, command: Strike, seat: Seat) -> Procedure[None]:
    actor, target = _fighter(world, command.actor), _fighter(world, command.target)
    if actor.player != seat.id and not seat.referee:
        raise Refused("not_your_actor", "TOY-1", actor=command.actor)
    if not actor.hp:
        raise Refused("dead", "TOY-1", actor=command.actor)
    harm: int = yield Call(d6, (command.actor,))
    _tell(world, "toy.swing", harm=harm)
    if world.state.options.parry:
        parry = Question(
            "parry", command.target, (Option("yes"), Option("no")), "no", "TOY-2", matters=harm > 1,
            barred={"riposte": "no_blade"},
        )  # fmt: skip
        if (yield from ask(parry)) == "yes":
            harm = max(0, harm - (yield from d6(command.target)))
    target.hp = max(0, target.hp - harm)
    _tell(world, "toy.hit", target=target.name, harm=harm)


def vote(world: ToyWorld, command: Vote, seat: Seat) -> Procedure[None]:
    to_all = [Question("vote", id, AYE_NAY, "aye") for id in ("ann", "bo")]
    answers = yield Ask((*to_all, Question("vote", REFEREE, AYE_NAY)))
    world.state.ayes += answers.count("aye")
    seconded = yield Ask((Question("second", "ann", AYE_NAY),))
    world.state.ayes += seconded.count("aye")
    _tell(world, "toy.voted", answers=answers)


def wave(world: ToyWorld, command: Wave, seat: Seat) -> Procedure[None]:
    yield from ()
    world.state.waves += command.times
    _tell(world, "toy.wave", name=seat.name)


def shout(world: ToyWorld, command: Shout, seat: Seat) -> Procedure[None]:
    if command.asks:
        yield from ask(Question("heard", "bo", AYE_NAY))
    world.state.shouts += 1
    _tell(world, "toy.shout", name=seat.name)


def bargain(world: ToyWorld, command: Bargain, seat: Seat) -> Procedure[None]:
    other = _fighter(world, command.other)
    _tell(world, "toy.offer", other=other.name)
    if (yield from ask(Question("deal", command.other, AYE_NAY))) == "nay":
        _tell(world, "toy.never_told")
        raise Refused("no_deal", "TOY-3", name=other.name)
    world.state.deals += 1


def search(world: ToyWorld, command: Search, seat: Seat) -> Procedure[None]:
    faces = yield Roll(1, 6, "TOY-4", seat.id, "search", secret=True)
    _tell(world, "toy.searched", to=(REFEREE,), face=faces[0], treasure=TREASURE)


def peek(world: ToyWorld, command: Peek, seat: Seat) -> Procedure[None]:
    yield from ()
    if command.tell:
        _tell(world, "toy.peeked", to=(seat.id,), treasure=TREASURE)
    else:
        world.state.found = True


def burst(world: ToyWorld, command: Burst, seat: Seat) -> Procedure[None]:
    faces = yield Roll(2, 6, "TOY-5", seat.id, "burst", again=4, depth=2)
    world.state.burst = list(faces)


def assign(world: ToyWorld, command: Assign, seat: Seat) -> Procedure[None]:
    yield from ()
    world.state.fighters["ann"].tags = [f"{name}:{tag}" for name, tag in command.tags.items()]


def nobody(world: ToyWorld, command: Nobody, seat: Seat) -> Procedure[None]:
    answers = yield Ask(())
    world.state.waves += 1 + len(answers)


def plot(world: ToyWorld, command: Plot, seat: Seat) -> Procedure[None]:
    yield from ask(Question("plot", "bo", AYE_NAY, secret=True))


def break_down(world: ToyWorld, command: Break, seat: Seat) -> Procedure[None]:
    """A rule with a fault in it: it fails when half of its work is done."""
    if command.after_roll:
        yield Roll(1, 6)
    world.state.waves += 100
    raise KeyError("a fault in a rule")


class ToyGame:
    id = "toy"
    title = "Toy"
    rules_version = "1"
    languages = ("en",)
    state_type = State
    options_type = ToyOptions
    content_type = type(None)
    scenario_type = Scenario
    presets: Mapping[str, Mapping[str, Any]] = {"plain": {}, "rough": {"parry": False}}
    offered_preset = "rough"
    offered_options = ("parry", "hardest")
    commands = Commands(
        with_builtin(
            (
                CommandType(Strike, strike, "TOY-1"),
                CommandType(Vote, vote, "TOY-1"),
                CommandType(Wave, wave, "TOY-1"),
                CommandType(Shout, shout, "TOY-1", interrupts=True, independent=True),
                CommandType(Bargain, bargain, "TOY-3"),
                CommandType(Search, search, "TOY-4"),
                CommandType(Peek, peek, "TOY-4"),
                CommandType(Burst, burst, "TOY-5"),
                CommandType(Assign, assign, "TOY-1"),
                CommandType(Nobody, nobody, "TOY-1"),
                CommandType(Plot, plot, "TOY-1"),
                CommandType(Break, break_down, "TOY-1"),
            )
        )
    )

    def house_rules(self) -> HouseRules:
        parry = HouseRule("parry", "Parrying", "Whether a blow can be parried.", "It is fun.", ("TOY-2",),
                          {"true": "Allowed", "false": "Forbidden"})  # fmt: skip
        hardest = HouseRule("hardest", "Hardest blow", "From 1 to 9.", "Nobody is made of iron.")
        presets = (Preset("plain", "Plain", "As it stands."), Preset("rough", "Rough", "Nobody parries."))
        return HouseRules({"parry": parry, "hardest": hardest}, {preset.id: preset for preset in presets})

    def content(self) -> None:
        return None

    def open(self, scenario: Scenario, options: ToyOptions, content: None) -> ToyWorld:
        ann, bo = Fighter("Ann", "anna", scenario.hp, gear=(Gear("stick"),)), Fighter("Bo", "ben", scenario.hp)
        odd = Fighter("Wolf", "gm", scenario.hp)
        return World(State(options, {"ann": ann, "bo": bo, "wolf.1": odd}), None, scenario)

    def owner(self, world: ToyWorld, question: Question) -> str:
        fighter = world.state.fighters.get(question.to)
        return fighter.player if fighter else REFEREE

    def menu(self, world: ToyWorld, seat: Seat) -> Menu | None:
        return None

    def view(self, world: ToyWorld, seat: Seat) -> Mapping[str, int]:
        return {name: fighter.hp for name, fighter in world.state.fighters.items()}

    def board(self, world: ToyWorld, seat: Seat, language: str) -> Board:
        fighters = world.state.fighters.items()
        figures = tuple(Figure(name, name, "", Gauge("hp", one.hp, one.hp)) for name, one in fighters)
        return Board("", "", "", figures=figures)

    def atlas(self, world: ToyWorld, seat: Seat, language: str) -> Atlas:
        return Atlas()

    def known(self, world: ToyWorld, seat: Seat) -> ToyWorld:
        return world

    def secrets(self, world: ToyWorld) -> Iterator[str]:
        if not world.state.found:
            yield TREASURE


game: Game = cast(Game, ToyGame())


def opened(journal: Journal | None = None, seed: str | None = "toy", **more: Any) -> Table:
    """A table of the toy game with a public seed and a clock that stands still."""
    options = {"parry": more.pop("parry", True)}
    kept = MemoryJournal() if journal is None else journal
    return Table.new(game, Scenario(), options, SEATS, kept, seed, clock=lambda: WHEN, **more)


def resumed(journal: Journal, **more: Any) -> Table:
    return Table.resume(game, journal, clock=lambda: WHEN, **more)


def first(table: Table) -> Opened:
    entry = table.entries[0]
    assert isinstance(entry, Opened)
    return entry


def id_of(table: Table, seat: str, key: str = "") -> str:
    """The id of the first question that waits for a seat."""
    return next(one.id for one in table.open_questions(seat) if one.owner == seat and key in ("", one.question.key))
