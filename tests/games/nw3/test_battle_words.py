"""The words of a battle: what its code can say, and what tables in play do say, comes out whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import rulewright.games.nw3.game
from rulewright.engine.board import Board
from rulewright.engine.events import Event
from rulewright.engine.game import Menu
from rulewright.engine.requests import Question
from rulewright.games.nw3 import state
from rulewright.games.nw3.battles import main_process, movement, rulings
from rulewright.games.nw3.episodes import rest
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.playing import board
from rulewright.games.nw3.records import fortresses
from rulewright.games.nw3.records.vocabulary import FlagName, JudgeKind, ModifiedStat, Timing
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table
from test_words import assigned, gaps, texts
from walks import SPECTATOR, opened, walk

SOURCE = Path(rulewright.games.nw3.__file__).parent
MESSAGES = game.catalogue("en").messages
FAMILY = re.compile(r"[a-z_]+(\.[a-z_*]+)+\*?")
JAPANESE = {
    "Lunar Robe": "月衣", "Cover Up": "かばう", "Count": "カウント", "Retreat": "撤退", "Withdraw": "離脱",
    "Blockade": "封鎖", "Setup Process": "セットアッププロセス", "Initiative Process": "イニシアチブプロセス",
    "Main Process": "メインプロセス", "Cleanup Process": "クリンナッププロセス", "Damage Roll": "ダメージロール",
    "Incapacitated": "戦闘不能", "Dodge Check": "回避判定", "Bad Status": "バッドステータス", "Phase": "フェイズ",
    "Scenario": "シナリオ", "Episode": "エピソード", "Wizards": "ウィザード", "Emulators": "侵魔", "Pressure": "重圧",
}  # fmt: skip
"""Terms that have their Japanese twin beside them in what people choose from and look at."""

# Which argument of a call is a key.
KEYS = {"Event": 0, "Question": 0, "Option": 1, "Offer": 1, "Menu": 0, "yes_no": 0, "Gauge": 0, "Board": 2,
        "Part": 0, "Modifier": 0, "tell_numbers": 2, "tell_sum": 2, "tell_referee": 1}  # fmt: skip
FACTS = {"Event": 1, "Question": 5, "Option": 2, "Offer": 2, "Menu": 3, "Board": 3}

# What can stand in the gap of a key that is put together in place.
MEMBERS: dict[str, Collection[str]] = {
    "area.kind.*": get_args(fortresses.AreaKind),
    "gate.set.*": ("open", "closed", "damaged"),
    "action.*": get_args(main_process.Action),
    "auto.*": ("land", "equip", "block", "end_effect", "dismount"),
    "battle.over.*": ("victory", "defeat", "stopped", "stalemate"),
    "board.*": get_args(state.Process),
    "board.band.*": get_args(get_type_hints(state.Character)["band"]),
    "board.engage.*": board._LETTERS,
    "board.side.*": (state.WIZARDS, state.EMULATORS, "others"),
    "danger.kind.*": ("trap", "ambush", "secret_gate", "other"),
    "dice.*": ("ordinary", "critical", "fumble"),
    "element.*": get_args(state.Element),
    "flag.*": get_args(FlagName),
    "hand.*": ("left", "right"),
    "judge.*": {*get_args(JudgeKind), "called", "damage"},
    "judge.result*": ("", ".success", ".failure"),
    "judge.shape*": ("", ".seven", ".fumble", ".critical"),
    "menu.*": ("roll_values", "next_phase", "open_scene", "start_battle", "close_scene", "end_scenario"),
    "move.*": set(get_args(movement.Going)) - {"invade", "interval"},
    "move.to_*": set(get_args(movement.Going)) - {"invade", "interval"},
    "natural_recovery.*": rest._POOLS,
    "opening.*": ("combat", "dice"),
    "phase.*": state.PHASES,
    "reaction.*": ("dodge", "seven", "waive"),
    "recovery.*": get_args(state.Pool),
    "robe.*": ("equipped", "robe"),
    "scene.kind.*": get_args(get_type_hints(state.Scene)["kind"]),
    "stat.*": get_args(ModifiedStat),
    "ruling.*": rulings.CHOICES,
    "state.*": ("dead", "retreated", "incapacitated", "absent", "driver", "passenger"),
    "status.*": get_args(state.Status),
    "trap.evaded.*": ("none", "half"),
    "timing.*": get_args(Timing),
    "use.*": (
        "prep", "setup_process", "initiative_process", "cleanup_process", "before_judge", "after_judge",
        "damage_roll", "incapacitated",
    ),
    "value.*": ("recorded", "open", "closed", "damaged"),
}  # fmt: skip
# Of creation, sheets, growth and packs, and of what is met where it is written.
ELSEWHERE = re.compile(
    r"(card|check|class|content|creation|level_choice|map|missing|prepare|problem|range|refuse|sheet|slot|sum|target|term|where)\..*"
    r"|\*.*"
)


# ---------------------------------------------------------------- what the code can say


class Said:
    """A key, or a family of keys with "*", at one place of the code; `facts` is None where some are not written out."""

    def __init__(self, key: str, at: str, facts: frozenset[str] | None) -> None:
        self.key = key
        self.at = at
        self.facts = facts

    def __repr__(self) -> str:
        return f"{self.key} ({self.at})"


def scopes() -> Iterator[tuple[str, ast.AST]]:
    """Every function of the game, and of every module what stands outside of functions and classes."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        outside = [one for one in tree.body if not isinstance(one, ast.FunctionDef | ast.ClassDef)]
        yield path.name, ast.Module(outside, [])
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield path.name, node


def calls(places: Mapping[str, int]) -> Iterator[Said]:
    """The keys at these arguments of calls."""
    for name, scope in scopes():
        names = assigned(scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in places and len(node.args) > places[called]:
                    given = node.args[places[called]]
                    facts = None if isinstance(given, ast.Name) else _facts(called, node)
                    for key in texts(given, names):
                        yield Said(key, f"{name}:{node.lineno}", facts)


def _facts(called: str, node: ast.Call) -> frozenset[str] | None:
    """The facts of a message, where they are all written out in the call."""
    if called in ("tell", "tell_sum", "tell_numbers", "tell_referee", "yes_no", "Refused"):
        spread = any(one.arg is None for one in node.keywords) or called == "tell_numbers"
        if spread or isinstance(node.func, ast.Attribute):
            return None
        return frozenset(str(one.arg) for one in node.keywords) - {"sum", "default", "rule"}
    given = [one.value for one in node.keywords if one.arg == "facts"]
    if len(node.args) > FACTS.get(called, 99):
        given.append(node.args[FACTS[called]])
    if not given:
        return frozenset()
    keys = given[0].keys if isinstance(given[0], ast.Dict) else [None]
    if not all(isinstance(key, ast.Constant) for key in keys):
        return None
    return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))


@cache
def said() -> tuple[Said, ...]:
    """Everything that the game tells, asks, offers or counts."""
    found = [*calls({**KEYS, "tell": 1}), *calls({"tell": 0})]  # a function, or a method of who listens
    return tuple(one for one in found if re.search(r"[A-Za-z]", one.key) and not re.fullmatch(r"\*.*|NW3-.*", one.key))


def reasons() -> list[Said]:
    """The reasons of refusals, and what functions return that say why something is not allowed."""
    found = [one for one in calls({"Refused": 0}) if "*" not in one.key]
    for name, scope in scopes():
        if isinstance(scope, ast.FunctionDef) and re.match(r"_?(why_not|un|outfit_breaks|mismatch)", scope.name):
            for node in ast.walk(scope):
                if isinstance(node, ast.Return) and node.value is not None:
                    given = texts(node.value, {})
                    found += [Said(one, f"{name}:{node.lineno}", None) for one in given if re.fullmatch("[a-z_]+", one)]
    return found


def families() -> set[str]:
    """Every key that is put together in place, with "*" for the gap."""
    trees = [scope for _, scope in scopes()]
    joined = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    return {key for node in joined for key in texts(node, {}) if "*" in key and FAMILY.fullmatch(key)}


def members(key: str) -> list[str]:
    """A key, or all keys of a family; none of one that is not a battle's."""
    if "*" not in key:
        return [key]
    return [] if ELSEWHERE.fullmatch(key) else [key.replace("*", member) for member in MEMBERS[key]]


def test_the_code_is_read() -> None:
    keys = {one.key for one in said()}
    assert {"attack.hits", "round.begins", "cover_up", "cover.cover", "menu.attack", "end_combat", "sum.dice"} <= keys
    assert {"board.scene", "board.*", "battle.over.*", "creation.item", "HP"} <= keys
    assert {"rigor", "unknown_character", "limit_reached", "not_same_engage"} <= {one.key for one in reasons()}


def test_everything_that_can_be_said_has_words() -> None:
    lacking = [one for one in said() for key in members(one.key) if key not in MESSAGES]
    assert not lacking


def test_keys_that_are_put_together_have_words() -> None:
    unknown = {one for one in families() - MEMBERS.keys() if not ELSEWHERE.fullmatch(one)}
    assert not unknown, f"MEMBERS has to say what can stand in {unknown}"
    assert families() >= MEMBERS.keys()
    assert not [key for family in MEMBERS for key in members(family) if key not in MESSAGES]


def test_every_refusal_has_words() -> None:
    assert not [one for one in reasons() if f"refuse.{one.key}" not in MESSAGES]


def test_messages_get_the_facts_that_they_name() -> None:
    refusals = [Said(f"refuse.{one.key}", one.at, one.facts) for one in reasons()]
    lacking = [
        f"{key} at {one.at} lacks {sorted(names)}"
        for one in [*said(), *refusals]
        if one.facts is not None
        for key in members(one.key)
        if (names := gaps(MESSAGES.get(key, "")) - one.facts)
    ]
    assert not lacking, "\n".join(lacking)


def test_every_purpose_of_dice_has_words() -> None:
    whys = {one.key for one in calls({"Roll": 4, "evaluate": 5, "_rolled": 1}) if re.fullmatch("[a-z_]+", one.key)}
    assert {"flight", "poison", "cost", "effect", "bonus", "raise", "critical_value"} <= whys
    assert not [why for why in whys if f"why.{why}" not in MESSAGES]


def test_each_message_stands_in_one_file() -> None:
    ids = [
        key
        for path in sorted((SOURCE / "locale" / "en").glob("*.po"))
        for key in re.findall(r'^msgid "(.+)"', path.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(ids) == sorted(set(ids))


def test_menus_questions_and_headings_have_the_japanese_terms() -> None:
    shown = {key for key in MESSAGES if re.match(r"menu\.|use\.", key)} | {"board.scene", "board.over"}
    shown |= {key for family in ("board.*", "board.side.*") for key in members(family)}
    shown |= {key for one in calls({"Question": 0}) for key in members(one.key)} & MESSAGES.keys()
    lacking = [
        (key, term)
        for key in sorted(shown)
        for term, twin in JAPANESE.items()
        if re.search(rf"\b{term}\b", MESSAGES[key]) and twin not in MESSAGES[key] and not _of_creation(key)
    ]
    assert not lacking


def _of_creation(key: str) -> bool:
    """Whether a message stands in a file that is not a battle's."""
    names = ("creation", "episode", "growth", "judges", "sheet")
    return any(f'msgid "{key}"' in (SOURCE / "locale" / "en" / f"{name}.po").read_text("utf-8") for name in names)


# ---------------------------------------------------------------- what tables in play do say


class Listener:
    """Reads all that everybody at a table is shown, and keeps what was read."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.broken: set[str] = set()
        self.seen = 0

    def look(self, table: Table) -> None:
        """What is on the screens now, and what was told since the last time."""
        for _, event in table.events_for("referee", self.seen):
            self.event(event)
        for fallen in table.rolls("referee", self.seen):
            self.say(f"why.{fallen.why}", {})
        self.seen = table.seq
        for one in table.open_questions("referee"):
            self.question(one.question)
        for seat in table.seats:
            self.board(game.board(table.world, seat, "en"))
            if (menu := table.menu(seat.id)) is not None:
                self.menu(menu)

    def say(self, key: str, facts: Mapping[str, Any]) -> str:
        text = game.words(key, facts, "en")
        self.keys.add(key)
        # a fact that is missing or a key without words; «In One Breath» is a skill that a text names
        if re.search(r"«[a-z_.]+»|\b[a-z_]+\.[a-z_]+\b", text):
            self.broken.add(f"{key}: {text}")
        return text

    def event(self, event: Event) -> None:
        text = self.say(event.key, event.facts)
        refusal = event.key.startswith("refuse.")  # told to nobody but the one who is refused
        if not refusal and str(event.facts.get("name", "")) not in text:
            self.broken.add(f"{event.key} does not say who: {text}")
        for part in event.sum.parts if event.sum is not None else ():
            if "." in part.source:
                self.say(part.source, {})

    def question(self, question: Question) -> None:
        self.say(question.key, question.facts)
        for option in question.options:
            self.say(option.key, option.facts)
            for points in option.cost:
                self.say(points, {})
        for reason in question.barred.values():
            self.say(f"refuse.{reason}", {})

    def menu(self, menu: Menu) -> None:
        self.say(menu.key, menu.facts)
        for offer in menu.offers:
            self.say(offer.key, offer.facts)

    def board(self, shown: Board) -> None:
        self.say(shown.key, shown.facts)
        for figure in shown.figures:
            named = [figure.side, figure.gauge.key, *figure.numbers, *figure.marks]
            for key in [*named, figure.doing] if figure.doing else named:
                self.say(key, {})


def a_table(scenario: str, **options: Any) -> Table:
    """A table at which everybody is asked about everything."""
    house = Options(prompts="always", gm_confirms_targets=True, any_seven_players="always", **options)
    chosen = game.scenarios()[scenario]
    return Table.new(game, chosen, house, (*game.seats(chosen), SPECTATOR), MemoryJournal(), f"words {scenario}")


def play(table: Table, listener: Listener) -> None:
    """Play to the end of the scenario, everything by the policy."""
    while not game.over(table.world):
        waiting = table.open_questions("referee")
        if waiting:
            one = waiting[0]
            table.answer(one.owner, one.id, game.policy.answer(table.world, one.question))
        else:
            given = game.policy.command(table.world)
            assert given is not None
            table.submit(given[0].id, given[1])
        listener.look(table)


@pytest.mark.parametrize("scenario", game.scenarios())
def test_a_battle_that_plays_itself_says_nothing_broken(scenario: str) -> None:
    listener = Listener()
    table = a_table(scenario)
    play(table, listener)
    measured = game.measure(table.world)
    for name in (*measured.flags, *measured.figures, *measured.tallies):
        listener.say(f"measure.{name}", {})
    assert not listener.broken
    assert {"battle.begins", "round.acts", "attack.hits", "attack.misses", "attack.damage", "judge.result",
            "hp.incapacitated", "reaction", "dice_window", "use.declared", "scenario.ends", "board.over",
            "menu.main", "board.main", "why.hit", "sum.dice"} <= listener.keys  # fmt: skip
    assert listener.keys >= set(members("menu.*"))


@pytest.mark.parametrize("scenario", game.scenarios())
def test_a_battle_at_random_says_nothing_broken(scenario: str) -> None:
    listener = Listener()
    for seed in range(6):
        listener.seen = 0
        walk(opened(game, scenario, seed), seed, 200, listener.look)
    assert not listener.broken
    if game.scenarios()[scenario].fortress:  # a whole evening: its Scenes come first, and seldom more
        assert "scene.begins" in listener.keys
    else:
        assert {"menu.use", "menu.fly", "menu.end_main", "answer.no", "board.main"} <= listener.keys
