"""NW3-JUDGE-18 to -21: rolling the Critical and the Fumble Value, and moving them with the CF Mod."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from nw3_judge_helpers import TINY, WAYS, house, play, played, reason, totals, values
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.engine.world import World, pack
from rulewright.games.nw3.dice.critical_values import (
    COMMANDS,
    RerollValues,
    RollValues,
    best,
    chance,
    own_values,
    roll_values,
    values_due,
    why_not,
)
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Attributes, Character, Nw3World, State

HOUSE = Options()
EQUAL = house(cf_equal_allowed=True)
REFEREE = Seat("referee", "Referee", "referee")
ANNA, BEN = Seat("anna", "Anna"), Seat("ben", "Ben")


def spending(critical: int, fumble: int, points: int, options: Options = HOUSE) -> Question:
    """The question after these rolls."""
    _, script = played(roll_values("mia", points, options), totals(critical, fumble))
    (question,) = script.asked
    return question


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-JUDGE-19", "NW3-JUDGE-20")
@pytest.mark.parametrize(
    ("faces", "points", "wanted", "expected"),
    [
        pytest.param([2, 4, 5, 5], 2, "7,11", (7, 11), id="C1"),
        pytest.param([2, 4, 5, 5], 2, "6,12", (6, 12), id="C2"),
        pytest.param([*totals(8, 8, 8, 3)], 0, None, (8, 3), id="C4"),
        pytest.param([*totals(6, 7)], 2, "7,8", (7, 8), id="C7"),
    ],
)
def test_values_are_rolled_and_moved(
    faces: list[int], points: int, wanted: str | None, expected: tuple[int, int]
) -> None:
    assert play(roll_values("mia", points, HOUSE), faces, {"cf_spend": wanted} if wanted else None) == expected


@pytest.mark.rule("NW3-JUDGE-20")
@pytest.mark.parametrize(
    ("rolled", "points", "wanted", "refused"),
    [
        pytest.param((6, 10), 2, (6, 13), "cf_mod_exceeded", id="C3"),
        pytest.param((6, 7), 1, (7, 7), "cf_equal", id="C5"),
        pytest.param((7, 12), 2, (7, 13), "cf_out_of_range", id="C6"),
        ((7, 2), 1, (7, 1), "cf_out_of_range"),
        ((12, 2), 1, (13, 2), "cf_out_of_range"),
        ((6, 10), 2, (8, 11), "cf_mod_exceeded"),
        ((6, 10), 2, (5, 12), "cf_mod_exceeded"),
    ],
)
def test_what_breaks_a_limit_is_refused_and_the_player_chooses_again(
    rolled: tuple[int, int], points: int, wanted: tuple[int, int], refused: str
) -> None:
    assert why_not(rolled, wanted, points, HOUSE) == refused
    question = spending(*rolled, points)
    answer = f"{wanted[0]},{wanted[1]}"
    assert reason(question, answer) == refused
    assert answer not in values(question)
    assert f"{rolled[0]},{rolled[1]}" in values(question)


# ---------------------------------------------------------------- the rolls


@pytest.mark.rule("NW3-JUDGE-19")
def test_every_try_is_a_roll_of_its_own() -> None:
    _, script = played(roll_values("mia", 1, HOUSE), totals(8, 8, 8, 3))
    assert [(roll.count, roll.sides, roll.who, roll.why, roll.rule) for roll, _ in script.rolls] == [
        (2, 6, "mia", "critical_value", "NW3-JUDGE-19"),
        *[(2, 6, "mia", "fumble_value", "NW3-JUDGE-19")] * 3,
    ]


@pytest.mark.rule("NW3-JUDGE-19")
def test_the_odds_of_the_values() -> None:
    found = Odds(drop=TINY).call(roll_values, "mia", 0, HOUSE)
    for critical, fumble in product(WAYS, WAYS):
        exact = Fraction(WAYS[critical], 36) * Fraction(WAYS[fumble], 36 - WAYS[critical])
        expected = exact if critical != fumble else Fraction(0)
        assert 0 <= expected - found.p((critical, fumble)) <= found.dropped


# ---------------------------------------------------------------- the points


@pytest.mark.rule("NW3-JUDGE-20", "NW3-JUDGE-19", "NW3-OPEN-08")
@pytest.mark.parametrize("options", [HOUSE, EQUAL])
@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_all_legal_pairs_are_offered_and_all_others_near_them_are_barred(points: int, options: Options) -> None:
    for critical, fumble in ((6, 10), (7, 2), (12, 11), (5, 6)):
        question = spending(critical, fumble, points, options)
        legal = {
            f"{c},{f}"
            for c, f in product(WAYS, WAYS)
            if abs(c - critical) + abs(f - fumble) <= points and (c != f or options is EQUAL)
        }
        assert set(values(question)) == legal
        assert legal.isdisjoint(question.barred)
        steps = range(-points - 1, points + 2)
        assert legal | set(question.barred) == {f"{critical + c},{fumble + f}" for c, f in product(steps, steps)}


@pytest.mark.rule("NW3-JUDGE-20")
def test_an_option_costs_what_it_moves() -> None:
    costs = {option.value: dict(option.cost) for option in spending(6, 10, 2).options}
    assert costs["6,10"] == {}
    assert costs["7,10"] == costs["6,9"] == {"cf_mod": 1}
    assert costs["7,11"] == costs["8,10"] == {"cf_mod": 2}


@pytest.mark.rule("NW3-JUDGE-19")
def test_without_points_nobody_is_asked() -> None:
    result, script = played(roll_values("mia", 0, HOUSE), totals(6, 10))
    assert (result, script.asked) == ((6, 10), [])


@pytest.mark.rule("NW3-OPEN-08")
def test_equal_values_only_where_the_table_allows_them() -> None:
    assert why_not((6, 7), (7, 7), 1, HOUSE) == "cf_equal"
    assert why_not((6, 7), (7, 7), 1, EQUAL) == ""
    critical, fumble = play(roll_values("mia", 1, EQUAL), totals(6, 7), {"cf_spend": "7,7"})
    # then the dice are a Critical
    assert play(judge(Judge(0, critical, fumble), HOUSE), totals(7, 4)).criticals == 1
    # what is forbidden to the rolled values stays so
    assert play(roll_values("mia", 0, EQUAL), totals(6, 6, 7)) == (6, 7)


@pytest.mark.rule("NW3-JUDGE-21")
def test_the_chances_out_of_36_are_shown() -> None:
    assert {value: chance(value) for value in range(2, 13)} == WAYS
    question = spending(6, 10, 2)
    assert (question.to, question.rule) == ("mia", "NW3-JUDGE-20")
    assert question.facts == {"critical": 6, "fumble": 10, "points": 2, "critical_chance": 5, "fumble_chance": 3}
    facts = next(option.facts for option in question.options if option.value == "7,11")
    assert facts == {"critical": 7, "fumble": 11, "critical_chance": 6, "fumble_chance": 2}


@pytest.mark.rule("NW3-JUDGE-21")
@pytest.mark.parametrize(
    ("rolled", "points", "default"),
    [
        ((6, 10), 1, "7,10"),  # a point can do either: C first
        ((6, 10), 2, "7,11"),
        ((6, 10), 4, "7,12"),  # points that would do nothing are kept
        ((7, 2), 3, "7,2"),
        ((4, 12), 2, "6,12"),
        ((10, 3), 3, "7,3"),
        ((6, 7), 1, "6,8"),  # C cannot go where F is
        ((7, 9), 7, "7,12"),  # not to 2, which is as good but takes all seven
        ((6, 7), 2, "7,6"),  # where two are as good, F goes down
    ],
)
def test_the_default_is_the_best_for_the_fewest_points(rolled: tuple[int, int], points: int, default: str) -> None:
    question = spending(*rolled, points)
    assert question.default == default
    assert question.refuses(question.default) == ""
    ranks = {option.value: best((option.facts["critical"], option.facts["fumble"])) for option in question.options}
    costs = {option.value: option.cost.get("cf_mod", 0) for option in question.options}
    assert ranks[default] == max(ranks.values())
    assert costs[default] == min(costs[value] for value, rank in ranks.items() if rank == ranks[default])


# ---------------------------------------------------------------- at a table


@pytest.fixture
def table() -> Nw3World:
    """Anna's Mia, Ben's Leo, a PC that the referee plays, and a foe; values of the PCs are due."""
    state = State(HOUSE)
    for id, kind, player in (("mia", "pc", "anna"), ("leo", "pc", "ben"), ("ghost", "pc", "referee")):
        state.characters[id] = Character(id, id.title(), kind, "wizards", player, attributes=Attributes(luck=7))  # type: ignore[arg-type]
    state.characters["foe"] = Character("foe", "Foe", "enemy", "emulators", attributes=Attributes(luck=9))
    values_due(state)
    return World(state, None, None)


def do(
    world: Nw3World, command: msgspec.Struct, seat: Seat, faces: list[int], answers: Mapping[str, Any] | None = None
) -> list[Event]:
    told: list[Event] = []
    world.tell = told.append
    Script(faces, answers).run(Commands(COMMANDS).start(world, command, seat))
    return told


def refused(world: Nw3World, command: msgspec.Struct, seat: Seat) -> str:
    before = pack(world.state)
    told: list[Event] = []
    world.tell = told.append
    with pytest.raises(Refused) as caught:
        Script([]).run(Commands(COMMANDS).start(world, command, seat))  # a single face would be too many
    assert (pack(world.state), told) == (before, [])
    return caught.value.reason


def shown(world: Nw3World) -> Iterator[tuple[int, int, bool]]:
    return ((one.critical, one.fumble, one.values_rolled) for one in world.state.characters.values())


@pytest.mark.rule("NW3-JUDGE-18", "NW3-JUDGE-19")
def test_a_player_rolls_the_values_that_are_due_once(table: Nw3World) -> None:
    told = do(table, RollValues("mia"), ANNA, [2, 4, 5, 5], {"cf_spend": "7,11"})
    mia = table.state.characters["mia"]
    assert (mia.critical, mia.fumble, mia.values_rolled) == (7, 11, True)
    assert [(event.key, event.rule, event.to) for event in told] == [("values.set", "NW3-JUDGE-19", ())]
    assert told[0].facts == {"name": "Mia", "critical": 7, "fumble": 11, "critical_chance": 6, "fumble_chance": 2}
    assert refused(table, RollValues("mia"), ANNA) == "values_fixed"


@pytest.mark.rule("NW3-JUDGE-18")
def test_old_values_are_discarded(table: Nw3World) -> None:
    for critical, fumble in ((8, 3), (4, 12)):
        do(table, RollValues("mia"), ANNA, totals(critical, fumble), {"cf_spend": f"{critical},{fumble}"})
        values_due(table.state)
    assert next(shown(table)) == (4, 12, False)


@pytest.mark.rule("NW3-JUDGE-19", "NW3-CHAR-05", "NW3-OPEN-09")
@pytest.mark.parametrize(
    ("luck", "cap", "points"), [(2, None, 0), (5, None, 1), (6, None, 2), (8, None, 2), (9, None, 3), (13, None, 4),
                                (13, 3, 3), (8, 3, 2)]
)  # fmt: skip
def test_the_points_are_the_cf_mod_of_the_character(table: Nw3World, luck: int, cap: Any, points: int) -> None:
    table.state.options = house(cf_mod_cap=cap)
    table.state.characters["mia"].attributes.luck = luck
    script = Script(totals(4, 5))
    script.run(Commands(COMMANDS).start(table, RollValues("mia"), ANNA))
    assert [question.facts["points"] for question in script.asked] == ([points] if points else [])


@pytest.mark.rule("NW3-JUDGE-10")
def test_whom_the_referee_controls_keeps_10_and_5(table: Nw3World) -> None:
    assert [own_values(one) for one in table.state.characters.values()] == [True, True, False, False]
    assert not own_values(Character("guest", "Guest", "npc", "wizards", "anna"))  # lent to a player for a while
    for id in ("ghost", "foe"):
        assert refused(table, RollValues(id), REFEREE) == "referee_values"
    assert [(one.critical, one.fumble) for one in table.state.characters.values()][2:] == [(10, 5), (10, 5)]


@pytest.mark.rule("NW3-JUDGE-18")
def test_each_player_rolls_for_the_own_pc(table: Nw3World) -> None:
    assert refused(table, RollValues("mia"), BEN) == "not_your_character"
    assert refused(table, RollValues("nobody"), BEN) == "unknown_character"
    assert refused(table, RollValues("mia"), Seat("zoe", "Zoe", "spectator")) == "not_your_actor"


@pytest.mark.rule("NW3-JUDGE-18")
def test_the_referee_may_order_it_for_one_by_hand(table: Nw3World) -> None:
    do(table, RollValues("mia"), ANNA, totals(8, 3), {"cf_spend": "8,3"})
    table.state.phase = "middle"
    assert refused(table, RollValues("mia"), ANNA) == "values_fixed"
    do(table, RollValues("mia"), REFEREE, totals(9, 4), {"cf_spend": "9,4"})
    assert next(shown(table)) == (9, 4, True)


@pytest.mark.rule("NW3-JUDGE-18", "NW3-OPEN-07")
def test_the_referee_may_order_it_for_all_at_the_start_of_a_sitting(table: Nw3World) -> None:
    for id, seat in (("mia", ANNA), ("leo", BEN)):
        do(table, RollValues(id), seat, totals(8, 3), {"cf_spend": "8,3"})
    table.state.phase = "middle"
    assert refused(table, RerollValues(), ANNA) == "not_referee"
    told = do(table, RerollValues(), REFEREE, [])
    assert [(event.key, event.rule) for event in told] == [("values.due", "NW3-JUDGE-18")]
    # the old ones count until they are rolled
    assert list(shown(table)) == [(8, 3, False), (8, 3, False), (10, 5, True), (10, 5, True)]
    do(table, RollValues("mia"), ANNA, totals(9, 4), {"cf_spend": "9,4"})
    assert refused(table, RollValues("mia"), ANNA) == "values_fixed"
    do(table, RollValues("leo"), BEN, totals(9, 4), {"cf_spend": "9,4"})
    assert list(shown(table))[:2] == [(9, 4, True), (9, 4, True)]


@pytest.mark.rule("NW3-JUDGE-18")
def test_the_commands_as_they_stand_in_a_journal() -> None:
    commands = Commands(COMMANDS)
    assert commands.read({"do": "roll_values", "character": "mia"}) == RollValues("mia")
    assert commands.read({"do": "cf_reroll_now"}) == RerollValues()
