"""What a game hands to the engine: one object with its rules, words, commands and content."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from rulewright.engine.board import Board
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Answer, Dice
from rulewright.engine.events import Event, Tell
from rulewright.engine.house_rule_texts import HouseRules
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Atlas, Map
from rulewright.engine.modifiers import Sum
from rulewright.engine.offers import Menu as Menu
from rulewright.engine.offers import Offer as Offer
from rulewright.engine.party import Hero
from rulewright.engine.requests import Procedure, Question
from rulewright.engine.rulebook import Rulebook
from rulewright.engine.sheets import Sheets
from rulewright.engine.shelves import Card, Shelf
from rulewright.engine.world import World

AnyWorld = World[Any, Any, Any]


class Policy(Protocol):
    """Plays for people: gives the next command of the whole table, and answers questions."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command and who gives it, or None where the scenario is over."""
        ...

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """A legal answer."""
        ...


class PureProcedure(msgspec.Struct, frozen=True):
    """A rule that can be run by itself: `fields` are its arguments, each with a meaning.

    `run` gives a fresh procedure for the arguments; `outcome` reduces its result to what odds are counted over
    (a hashable value); `value` to a number where a mean makes sense. `explain` is the sum behind the result.
    Where dice can go on without end, paths less likely than `drop` are not followed by exact odds. `events` are
    yes-or-no things about an outcome, by a name in words, whose chances are worth a line of their own.
    """

    name: str
    fields: type[msgspec.Struct]
    run: Callable[[Any], Procedure[Any]]
    rules: tuple[str, ...]
    text: str
    outcome: Callable[[Any], Hashable]
    value: Callable[[Any], int] | None = None
    explain: Callable[[Any], Sum | None] | None = None
    drop: Fraction = Fraction(0)
    events: Mapping[str, Callable[[Any], bool]] = {}


class SoFar(msgspec.Struct, frozen=True):
    """How far a character has come that is being made: its numbers as they stand, by message keys that name them,
    and what is still to come, as message keys.
    """

    numbers: Mapping[str, int] = {}
    missing: Sequence[str] = ()


class Characters(Protocol):
    """Making, checking and showing characters away from a table.

    A character is whatever struct the game keeps one in; a front end hands it back without looking inside.
    """

    def create(self, name: str = "", tell: Tell | None = None) -> Procedure[Sequence[Any]]:
        """Make a character in the order of the book: itself first, then companions that come along."""
        ...

    def at_random(self, dice: Dice) -> Answer:
        """Answers that leave everything in `create` to the dice."""
        ...

    def so_far(self, question: Question) -> SoFar:
        """How far the character has come when `create` puts this question."""
        ...

    def problems(self, character: Any) -> Sequence[Event]:
        """Every limit or rule that the character breaks, as messages; none for a correct one."""
        ...

    def sheet(self, character: Any, language: str, world: AnyWorld | None = None) -> str:
        """The sheet as Markdown; of one that sits at a table, as it is there."""
        ...

    def read(self, text: str) -> Any:
        """The character of a file's text; raises `Malformed`."""
        ...

    def write(self, character: Any) -> str:
        """The text of a file from which `read` makes the same character."""
        ...

    def find(self, world: AnyWorld, figure: str) -> Any:
        """The character of a figure on the board."""
        ...

    def cast(self, scenario: Any, characters: Mapping[str, Any]) -> Any:
        """The scenario with characters in the place of heroes (by figure); raises `Malformed` where that cannot be."""
        ...


class Measure(msgspec.Struct, frozen=True):
    """How one fight ended: flags (rates are counted), figures (means), and tallies (shares)."""

    flags: Mapping[str, bool]
    figures: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, int]] = {}


class Game(Protocol):
    """A game. A package offers one such object through the entry-point group `rulewright.games`.

    `options_type` are the table options; `presets` change some of them, and one preset is offered to new tables.
    `offered_options` are the two or three that matter most, asked of people who choose for themselves. `sheets` are the
    spreadsheets of content that it can read, None where there are none.
    """

    id: str
    title: str
    rules_version: str
    languages: Sequence[str]
    state_type: type[Any]
    options_type: type[Any]
    content_type: type[Any]
    scenario_type: type[Any]
    presets: Mapping[str, Mapping[str, Any]]
    offered_preset: str
    offered_options: Sequence[str]
    commands: Commands
    procedures: Mapping[str, PureProcedure]
    policy: Policy
    characters: Characters
    sheets: Sheets | None

    def rulebook(self) -> Rulebook:
        """All rules."""
        ...

    def house_rules(self) -> HouseRules:
        """The texts of the table options and presets."""
        ...

    def content(self) -> Any:
        """The starter pack, loaded."""
        ...

    def shelves(self) -> Sequence[Shelf]:
        """The tables of its content, for people to browse."""
        ...

    def card(self, row: Any, language: str) -> Card:
        """One row of its content in a language."""
        ...

    def scenarios(self) -> Mapping[str, Any]:
        """The starter scenarios by id."""
        ...

    def seats(self, scenario: Any) -> Sequence[Seat]:
        """The seats that a scenario is made for, the referee's among them."""
        ...

    def heroes(self, scenario: Any) -> Sequence[Hero]:
        """Whom the players of a scenario play, and from which seats."""
        ...

    def with_players(self, scenario: Any, players: Mapping[str, str]) -> Any:
        """The scenario with heroes (by figure) played from other seats."""
        ...

    def reasons(self) -> Sequence[str]:
        """The reasons for which the rules refuse."""
        ...

    def open(self, scenario: Any, options: Any, content: Any) -> AnyWorld:
        """A world at the start of a scenario; raises `Malformed` where it does not fit the content."""
        ...

    def menu(self, world: AnyWorld, seat: Seat) -> Menu | None:
        """What the seat can do now, or None where it has nothing to do."""
        ...

    def owner(self, world: AnyWorld, question: Question) -> str:
        """The seat that decides a question: of the actor's player, or "referee"."""
        ...

    def view(self, world: AnyWorld, seat: Seat) -> Any:
        """What the seat may see of the state, as a struct of its own."""
        ...

    def known(self, world: AnyWorld, seat: Seat) -> AnyWorld:
        """The world as the seat has to take it, for odds that tell it nothing new.

        Whoever it does not know of takes no part, what others have decided in secret is not there, and numbers that
        are not for it to know are those that one would assume. The referee's is the world itself, no copy.
        """
        ...

    def board(self, world: AnyWorld, seat: Seat, language: str) -> Board:
        """The same, drawn up for a front end that knows no game; names are in the language."""
        ...

    def atlas(self, world: AnyWorld, seat: Seat, language: str) -> Atlas:
        """The maps that the seat may open now; names are in the language."""
        ...

    def map(self, world: AnyWorld, seat: Seat, language: str, id: str, at: str = "") -> Map | None:
        """One of them, or None where the seat may open no such map.

        Of its places and links, only the one whose id is `at` says what can be done there.
        """
        ...

    def resolving(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The command that resolves what people have declared so far; None where nothing declared waits."""
        ...

    def over(self, world: AnyWorld) -> bool:
        """Whether the scenario has come to its end."""
        ...

    def measure(self, world: AnyWorld) -> Measure:
        """How it ended, for statistics."""
        ...

    def words(self, key: str, facts: Mapping[str, Any], language: str) -> str:
        """The text of a message in a language."""
        ...

    def secrets(self, world: AnyWorld) -> Iterator[str]:
        """Texts that nobody but the referee may see now, for the audience check."""
        ...
