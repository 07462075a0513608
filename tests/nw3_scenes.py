"""A table of Night Wizard for tests of Episodes and Scenes: people, seats, commands from them, and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from nw3_people import content, wizard
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Question
from rulewright.engine.world import World, digest
from rulewright.games.nw3.dice import calling, critical_values, prana
from rulewright.games.nw3.episodes import appearance, connections, episode, gathering, rest, scenes
from rulewright.games.nw3.episodes.episode import NextPhase
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Battle, Character, Connection, Nw3World, Phase, Scene, State

REFEREE = Seat("ref", "Ref", "referee")
ANNA = Seat("anna", "Anna's player")
BEN = Seat("ben", "Ben's player")
WATCHER = Seat("watcher", "Watcher", "spectator")
CHAPTERS = (appearance, calling, connections, critical_values, episode, gathering, logics, prana, rest, scenes)
COMMANDS = Commands(with_builtin(kind for chapter in CHAPTERS for kind in chapter.COMMANDS))


def table(*people: Character, phase: Phase = "middle", scene: str = "", **options: Any) -> Nw3World:
    """A table with Anna and Ben (the worked character, C/F 7/2), or these people; `scene` is the title of an open one.

    Who is present when the Scene opens appears in it.
    """
    everybody = people or (wizard("anna"), wizard("ben"))
    state = State(Options(**options), characters={one.id: one for one in everybody}, phase=phase)
    world: Nw3World = World(state, content(), None)
    if scene:
        scenes.start(world, scene, appearing=[one for one in everybody if one.present])
    return world


def scene_of(world: Nw3World) -> Scene:
    """The Scene that is open."""
    assert world.state.scene is not None
    return world.state.scene


def fighting(world: Nw3World) -> Battle:
    """A bare battle of everybody present."""
    world.state.battle = Battle([one.id for one in world.state.characters.values() if one.present])
    return world.state.battle


def knowing(character: Character, *contacts: str, **values: Any) -> Character:
    """The character with Connections to these."""
    assert character.sheet is not None
    character.sheet.connections.extend(Connection(one, **values) for one in contacts)
    return character


def contacts(character: Character) -> list[str]:
    """Whom the character has Connections to."""
    assert character.sheet is not None
    return [one.to for one in character.sheet.connections]


class Done(Script):
    """What a command rolled, asked and told; `log` has the keys of questions and events in their order."""

    def __init__(self, faces: Sequence[int], answers: Mapping[str, Any] | None) -> None:
        super().__init__(faces, answers)
        self.told: list[Event] = []
        self.log: list[str] = []

    def tell(self, event: Event) -> None:
        self.told.append(event)
        self.log.append(event.key)

    def answer(self, question: Question) -> Any:
        self.log.append(question.key)
        return super().answer(question)

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.told]

    @property
    def questions(self) -> list[str]:
        return [question.key for question in self.asked]

    def question(self, key: str, to: str = "") -> Question:
        """The first question with this key, to this one."""
        return next(one for one in self.asked if one.key == key and to in ("", one.to))

    def event(self, key: str) -> Event:
        """The first event with this key."""
        return next(one for one in self.told if one.key == key)

    def seen_by(self, seat: Seat) -> Iterator[Event]:
        """The events that a seat may see."""
        return (event for event in self.told if event.visible_to("referee" if seat.referee else seat.id))


def run(
    world: Nw3World, procedure: Procedure[Any], faces: Sequence[int] = (), answers: Mapping[str, Any] | None = None
) -> Done:
    """Run a procedure with scripted dice, all of which have to be used up, and answers."""
    done = Done(faces, answers)
    world.tell = done.tell
    done.run(procedure)
    return done


def do(
    world: Nw3World,
    command: msgspec.Struct,
    seat: Seat = REFEREE,
    faces: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
) -> Done:
    """Give a command from a seat."""
    return run(world, COMMANDS.start(world, command, seat), faces, answers)


def refused(
    world: Nw3World, command: msgspec.Struct, seat: Seat = REFEREE, answers: Mapping[str, Any] | None = None
) -> str:
    """The reason of the refusal of a command, which has to leave state and dice as they were."""
    before = digest(world.state)
    done = Done((), answers)
    world.tell = done.tell
    with pytest.raises(Refused) as refusal:
        done.run(COMMANDS.start(world, command, seat))
    assert digest(world.state) == before
    assert not done.rolls
    assert not done.told
    return refusal.value.reason


def worn(**values: Any) -> Character:
    """Anna after a hard Climax: hurt, poisoned, out of Prana."""
    hurt: dict[str, Any] = {"hp": 3, "mp": 1, "prana": 0, "statuses": {"poison": 2, "dazed": 0}}
    return wizard("anna", **{**hurt, **values})


def after(*people: Character, answers: dict[str, Any] | None = None, **options: Any) -> tuple[Nw3World, Done]:
    """The Climax is over and the After Phase has been played."""
    world = table(*people, phase="climax", **options)
    return world, do(world, NextPhase(), answers=answers)
