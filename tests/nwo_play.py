"""Night Wizard: Origin in tests: the people of Lantern Quay at a table, driven by scripted faces and answers."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Seat
from rulewright.engine.packs import load
from rulewright.engine.requests import Question
from rulewright.engine.world import World, digest
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import order, rounds
from rulewright.games.nwo.battles.battle import even_shares, note_counters
from rulewright.games.nwo.game import game
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.playing.making import made
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Battle, Character, NwoWorld, State
from rulewright.games.nwo.story import FoeGroup, Member, Scenario

FOLDER = Path(__file__).parent / "games" / "nwo"
REFEREE = Seat("referee", "Referee", "referee")


@cache
def quay() -> NwoContent:
    """The invented pack of the rule files."""
    return load({"lantern_quay.toml": (FOLDER / "lantern_quay.toml").read_bytes()}, NwoContent)


@cache
def cases() -> Mapping[str, dict[str, Any]]:
    """The example rows of the rule files, by id."""
    rows = tomllib.loads((FOLDER / "cases.toml").read_text("utf-8"))["case"]
    return {row["id"]: row for row in rows}


def rows_of(*ops: str) -> list[dict[str, Any]]:
    """The example rows with one of these operations."""
    return [row for row in cases().values() if row["op"] in ops]


def options(**changed: Any) -> Options:
    """Table options that differ from the defaults; "on" and "off" as the rule files write them."""
    spoken = {"on": True, "off": False}
    values = {
        name: spoken.get(value, value) if isinstance(getattr(Options(), name), bool) else value
        for name, value in changed.items()
    }
    return msgspec.convert(values, Options)


class Play:
    """A table without journal: `give` carries commands out, `told` collects what was told."""

    def __init__(
        self, *people: str, house: Options | None = None, map: str = "pier", **squares: tuple[int, int]
    ) -> None:
        """People are ids of the pack, all of them with a seat of their own id; "hound:mire_hound" names one anew."""
        content = quay()
        party = tuple(Member(id=one.partition(":")[0], character=one.rpartition(":")[2]) for one in people)
        scenario = Scenario("test", "Test", "A test.", map, party, (FoeGroup("nobody", "mire_hound"),))
        self.world: NwoWorld = World(State(house or Options(), "test"), content, scenario)
        self.told: list[Event] = []
        self.world.tell = self.told.append
        for one in people:
            id, _, record = one.rpartition(":")
            character = made(content, self.house, content.characters_by_id[record], id or record, record, id or record)
            character.square = squares.get(id or record, (0, 0))
            self.world.state.characters[character.id] = character

    @property
    def house(self) -> Options:
        return self.world.state.options

    @property
    def state(self) -> State:
        return self.world.state

    @property
    def battle(self) -> Battle:
        assert self.world.state.battle is not None
        return self.world.state.battle

    def __getitem__(self, id: str) -> Character:
        return self.world.state.characters[id]

    def change(self, id: str, **fields: Any) -> Character:
        """Set fields of a character and work its numbers out again."""
        character = self[id]
        for name, value in fields.items():
            setattr(character, name, value)
        standing.settle(self.world.content, self.house, character)
        return character

    def values(self, id: str, **values: int) -> Character:
        """Give a character ability values as a level-free one has them, for examples that start from numbers."""
        character = self[id]
        whole = dict(character.now.values)
        character.level_free, character.aura, character.class_, character.gear = True, {}, "", []
        character.abilities = {one: level for one, level in character.abilities.items() if one != "sure_footing"}
        names = ("hit", "evasion", "attack", "defence", "magic", "resistance", "action_value", "move")
        character.stats = {name: values.get(name, whole[name]) for name in names}
        character.attributes = {name: values.get(name, value) for name, value in character.attributes.items()}
        standing.settle(self.world.content, self.house, character)
        return character

    def fight(self, round: int = 1, **counts: int) -> Battle:
        """A fight in the turns of a round, with these counts; nobody else takes part. The first turn has begun."""
        members = list(counts) or list(self.state.characters)
        battle = self.state.battle = Battle("pier", "victory", round, "turns", members)
        battle.map = self.world.scenario.map
        people = [self[id] for id in members]
        battle.shares = even_shares(self.world, battle.map, people)
        for id, count in counts.items():
            self[id].count, self[id].done = count, count <= 0
        note_counters(self.world, battle)
        battle.offered_end = round  # tests end their fights themselves
        self.run(rounds.advance(self.world))
        return battle

    def run(self, procedure: Any, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None) -> Any:
        """Run a procedure with scripted faces and answers; all faces have to be used."""
        self.script = Script(faces, answers)
        return self.script.run(procedure)

    def give(
        self, command: msgspec.Struct, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None,
        seat: Seat | str = REFEREE,
    ) -> None:  # fmt: skip
        """Carry a command out, from the referee's seat or a player's."""
        by = Seat(seat, seat, "player") if isinstance(seat, str) else seat
        self.run(game.commands.start(self.world, command, by), faces, answers)

    def meanwhile(
        self, key: str, doing: Callable[[], Any], command: msgspec.Struct, faces: Iterable[int] = (),
        answers: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Carry a command out, and something else each time a question of this key waits for its answer."""
        script = self.script = Script(faces, answers)
        answer = script.answer

        def after(question: Question) -> Any:
            if question.key == key:
                doing()
            return answer(question)

        script.answer = after  # type: ignore[method-assign]
        script.run(game.commands.start(self.world, command, REFEREE))

    def refuses(
        self, command: msgspec.Struct, seat: Seat | str = REFEREE, answers: Mapping[str, Any] | None = None
    ) -> str:
        """The reason for which a command is refused; the state is as before, no dice were thrown, nothing was told."""
        before, told, self.script = digest(self.state), len(self.told), Script(())
        with pytest.raises(Refused) as refusal:
            self.give(command, (), answers, seat)
        assert digest(self.state) == before
        assert len(self.told) == told
        assert self.script.rolls == []
        assert refusal.value.rule
        return refusal.value.reason

    def keys(self) -> list[str]:
        """The message keys of everything that was told."""
        return [event.key for event in self.told]

    def asked(self) -> list[str]:
        """The keys of the questions of the last command."""
        return [question.key for question in self.script.asked]

    def next_count(self) -> None:
        """Another count of the game begins."""
        order.new_moment(self.world)
