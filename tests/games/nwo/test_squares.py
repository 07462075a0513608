"""NWO-MOVE-01 to -07, -11, -12: squares, places and who fits, distances, and what steps cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nwo_play import Play, options, quay, rows_of
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles import squares, targets
from rulewright.games.nwo.battles.battle import JoinBattle, LeaveBattle, Place, SetFaction, SetShares, StartBattle
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.battles.squares import Ground
from rulewright.games.nwo.records.maps import Map
from rulewright.games.nwo.state import Battle, Square

PATHS, PLACES, SHARES, FITS = (rows_of(op) for op in ("move_path", "square_places", "square_share", "square_fits"))
HOUSE = options()


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def field(width: int = 6, height: int = 4, blocked: tuple[Square, ...] = ()) -> Map:
    return msgspec.structs.replace(quay().maps_by_id["pier"], width=width, height=height, blocked=blocked, traps=())


def set_of(given: dict[str, Any], key: str) -> frozenset[Square]:
    return frozenset((x, y) for x, y in given.get(key, ()))


def crowd(count: int, record: str = "ruka", **fields: Any) -> Play:
    """One who moves and so many of its side in the square east of it, and a hound far away."""
    play = Play("mover:ruka", *(f"p{number}:{record}" for number in range(count)), "hound:mire_hound", **fields)
    for number in range(count):
        play[f"p{number}"].square = (1, 0)
    play["hound"].square = (3, 0)
    return play


def begin(play: Play) -> Battle:
    """A fight in which the mover has the turn."""
    return play.fight(**dict.fromkeys(play.state.characters, 1) | {"mover": 40})


# ---------------------------------------------------------------- rows of the rules


@pytest.mark.rule("NWO-MOVE-01", "NWO-MOVE-11", "NWO-MOVE-12", "NWO-MOVE-13", "NWO-MOVE-14")
@pytest.mark.parametrize("row", PATHS, ids=ids(PATHS))
def test_rows_of_paths(row: dict[str, Any]) -> None:
    given, expected = row["given"], row["expect"]
    ground = Ground(field(), set_of(given, "foes"), mines=set_of(given, "mines"), flying=given.get("flying", False))
    path = [(x, y) for x, y in given["path"]]
    if "refused" in expected:
        with pytest.raises(Refused) as refusal:
            squares.cost(ground, path, given["allowance"])
        assert refusal.value.reason == expected["refused"]
    else:
        assert squares.cost(ground, path, given["allowance"]) == expected["cost"]
    if "mines_triggered" in expected:
        assert [list(square) for square in squares.mines(ground, path)] == expected["mines_triggered"]


@pytest.mark.rule("NWO-MOVE-04")
@pytest.mark.parametrize("row", PLACES, ids=ids(PLACES))
def test_rows_of_places(row: dict[str, Any]) -> None:
    assert squares.places(row["given"]["size"], HOUSE) == row["expect"]["places"]


@pytest.mark.rule("NWO-MOVE-03")
@pytest.mark.parametrize("row", SHARES, ids=ids(SHARES))
def test_rows_of_shares(row: dict[str, Any]) -> None:
    factions = row["given"]["factions"]
    assert squares.share(factions) == row["expect"]["share"]
    play = Play(*(f"p{number}:ruka" for number in range(factions)))
    for number in range(factions):
        play[f"p{number}"].faction = f"side_{number}"
    assert set(play.fight(**{f"p{number}": 10 + number for number in range(factions)}).shares.values()) == {
        row["expect"]["share"]
    }


@pytest.mark.rule("NWO-MOVE-04", "NWO-MOVE-05", "NWO-MOVE-06")
@pytest.mark.parametrize("row", FITS, ids=ids(FITS))
def test_rows_of_who_fits(row: dict[str, Any]) -> None:
    given = row["given"]
    assert squares.fits(given["size"], given["present"], given["share"], HOUSE) is row["expect"]["allowed"]
    # the same at a table: those who are there stand east of one who wants to enter
    play = crowd(len(given["present"]))
    for number, size in enumerate(given["present"]):
        play[f"p{number}"].size = size
    play["mover"].size = given["size"]
    begin(play).shares["party"] = given["share"]
    command = Move("mover", "normal", ((1, 0),))
    if row["expect"]["allowed"]:
        play.give(command)
        assert play["mover"].square == (1, 0)
    else:
        assert play.refuses(command) == "square_full"


@pytest.mark.rule("NWO-MOVE-07")
def test_row_of_the_distance_move_23() -> None:
    (row,) = rows_of("range")
    given = row["given"]
    assert row["id"] == "move-23"
    play = Play("ruka")
    assert targets.distance(play.world, tuple(given["a"]), tuple(given["b"])) == row["expect"]["distance"]


def test_all_rows_are_used() -> None:
    assert ids(PATHS) == ["move-6", "move-7", "move-8", "move-9", "move-10", "move-11"]
    assert ids(PLACES) == ["move-size-1", "move-size-2", "move-size-3", "move-size-4"]
    assert ids(SHARES) == ["move-16", "move-17", "move-18"]
    assert ids(FITS) == ["move-19", "move-20", "move-21", "move-22"]


@pytest.mark.rule("NWO-MOVE-02")
def test_a_seventh_of_a_side_finds_no_room_move_24() -> None:
    play = crowd(6)
    begin(play)
    assert play.battle.shares == {"party": 6, "foes": 6}
    assert play.refuses(Move("mover", "normal", ((1, 0),)), "mover") == "square_full"
    play["p5"].square = (2, 0)
    play.give(Move("mover", "normal", ((1, 0),)), seat="mover")
    assert play["mover"].square == (1, 0)


# ---------------------------------------------------------------- steps


@pytest.mark.rule("NWO-MOVE-01")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (((3, 0), (3, 1)), "off_map"),  # blocked
        (((0, -1),), "off_map"),
        (((-1, 0),), "off_map"),
        (((0, 1), (0, 2)), "off_map"),
        (((2, 0),), "off_map"),  # no step at all
        (((0, 0),), "off_map"),
        (((1, 1),), "diagonal_step"),
        (((1, 0), (2, 1)), "diagonal_step"),
    ],
)
def test_a_step_leads_to_a_free_neighbour(path: tuple[Square, ...], reason: str) -> None:
    play = Play("ruka", "hound:mire_hound", hound=(1, 1))
    play.fight(ruka=30, hound=1)
    play.change("ruka", attributes={**play["ruka"].attributes, "agility": 40})
    play["ruka"].square = (0, 0) if len(path) == 1 or path[0] != (3, 0) else (2, 0)
    assert play.refuses(Move("ruka", "normal", path)) == reason


@pytest.mark.rule("NWO-MOVE-11", "NWO-OPEN-34")
@pytest.mark.parametrize(
    ("state", "cost"),
    [
        ({}, 2),
        ({"fainted": True}, 2),
        ({"prone": True}, 2),
        ({"serious": True, "hp": 3}, 2),
        ({"hidden": True}, 1),
        ({"hp": 0}, 1),
        ({"hp": -4}, 1),
        ({"hp": -4, "dead": True}, 1),
        ({"present": False}, 1),
        ({"faction": "party"}, 1),
        ({"square": (1, 0)}, 1),
    ],
)
def test_who_holds_a_mover(state: dict[str, Any], cost: int) -> None:
    play = Play("ruka", "hound:mire_hound")
    play.change("hound", **state)
    assert squares.cost(squares.ground_of(play.world, play["ruka"]), [(0, 0), (1, 0)], 3) == cost


@pytest.mark.rule("NWO-MOVE-11")
@pytest.mark.parametrize("dead", [False, True])
def test_by_option_foes_that_are_down_hold_too(dead: bool) -> None:
    play = Play("ruka", "hound:mire_hound", house=options(down_foes_hold="on"))
    play.change("hound", hp=-2, dead=dead)
    assert squares.cost(squares.ground_of(play.world, play["ruka"]), [(0, 0), (1, 0)], 3) == 2
    play["hound"].faction = "party"
    assert squares.cost(squares.ground_of(play.world, play["ruka"]), [(0, 0), (1, 0)], 3) == 1


@pytest.mark.rule("NWO-MOVE-11")
def test_the_referee_changes_who_is_a_foe() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(ruka=30, hound=1)
    play.give(SetFaction("hound", "party"))
    assert squares.cost(squares.ground_of(play.world, play["ruka"]), [(0, 0), (1, 0)], 3) == 1
    assert squares.cost(squares.ground_of(play.world, play["hound"]), [(0, 0), (1, 0)], 3) == 1
    assert play.refuses(SetFaction("hound", "party"), "ruka") == "not_referee"


@pytest.mark.rule("NWO-MOVE-11", "NWO-MOVE-14")
def test_with_one_point_nobody_leaves_a_foe() -> None:
    play = Play("ruka", "hound:mire_hound")
    ground = squares.ground_of(play.world, play["ruka"])
    assert not squares.reach(ground, (0, 0), 1)
    with pytest.raises(Refused, match="move_too_far"):
        squares.cost(ground, [(0, 0), (1, 0)], 1)


@pytest.mark.rule("NWO-MOVE-12")
def test_a_flyer_leaves_for_one_point() -> None:
    play = Play("caller:fog_caller", "ruka")
    ground = squares.ground_of(play.world, play["caller"])
    assert ground.held == {(0, 0)}
    assert squares.cost(ground, [(0, 0), (1, 0)], 1) == 1
    play["caller"].flying = False
    assert squares.cost(squares.ground_of(play.world, play["caller"]), [(0, 0), (1, 0)], 2) == 2


# ---------------------------------------------------------------- places


@pytest.mark.rule("NWO-MOVE-04")
def test_by_option_everybody_takes_one_place() -> None:
    house = options(size_capacity="one_each")
    assert [squares.places(size, house) for size in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert squares.fits(4, [4, 4, 4, 4, 4], 6, house)
    assert not squares.fits(1, [4, 4, 4, 4, 4, 4], 6, house)


@pytest.mark.rule("NWO-MOVE-05", "NWO-OPEN-32")
def test_by_option_the_oversized_find_no_room_at_all() -> None:
    assert not squares.fits(4, [], 6, options(oversize="refuse"))
    assert squares.fits(4, [], 8, options(oversize="refuse"))


@pytest.mark.rule("NWO-MOVE-05")
def test_who_fills_the_share_leaves_no_room() -> None:
    assert not squares.fits(1, [4], 6, HOUSE)


@pytest.mark.rule("NWO-MOVE-06")
@pytest.mark.parametrize(
    ("state", "room"),
    [
        ({}, False), ({"hp": -1}, False), ({"fainted": True}, False), ({"hidden": True}, False),
        ({"dead": True, "hp": -1}, True), ({"present": False}, True), ({"faction": "foes"}, True),
    ],
)  # fmt: skip
def test_who_takes_a_place(state: dict[str, Any], room: bool) -> None:
    play = crowd(6)
    play.change("p0", **state)
    full = squares.ground_of(play.world, play["mover"]).full
    assert full == (frozenset() if room else {(1, 0)})


@pytest.mark.rule("NWO-MOVE-06")
def test_room_is_asked_for_at_every_step_or_by_option_at_the_last() -> None:
    through = Move("mover", "normal", ((1, 0), (2, 0)))
    play = crowd(6)
    begin(play)
    assert play.refuses(through) == "square_full"
    found = squares.reach(squares.ground_of(play.world, play["mover"]), (0, 0), 4)
    assert (1, 0) not in found
    assert found[2, 0] == (4, ((0, 1), (1, 1), (2, 1), (2, 0)))  # the way around


@pytest.mark.rule("NWO-MOVE-06")
def test_by_option_only_the_last_square_needs_room() -> None:
    play = crowd(6, house=options(capacity_check="end_only"))
    begin(play)
    assert play.refuses(Move("mover", "normal", ((1, 0),))) == "square_full"
    found = squares.reach(squares.ground_of(play.world, play["mover"]), (0, 0), 4)
    assert (1, 0) not in found
    assert found[2, 0] == (2, ((1, 0), (2, 0)))
    play.give(Move("mover", "normal", ((1, 0), (2, 0))))
    assert play["mover"].square == (2, 0)


@pytest.mark.rule("NWO-MOVE-06")
def test_the_referee_puts_nobody_where_there_is_no_room_or_no_square() -> None:
    play = crowd(6)
    assert play.refuses(Place("mover", (1, 0))) == "square_full"
    assert play.refuses(Place("mover", (3, 1))) == "off_map"
    assert play.refuses(Place("mover", (2, 0)), "mover") == "not_referee"
    play.give(Place("mover", (2, 0)))
    assert play["mover"].square == (2, 0)


@pytest.mark.rule("NWO-MOVE-06")
def test_who_joins_needs_room_too() -> None:
    play = crowd(6)
    play.fight(hound=9, **{f"p{number}": 1 for number in range(6)})
    assert play.refuses(JoinBattle("mover", (1, 0))) == "square_full"
    assert play.refuses(JoinBattle("mover", (9, 9))) == "off_map"
    play.give(JoinBattle("mover", (2, 0)))
    assert play["mover"].square == (2, 0)


# ---------------------------------------------------------------- shares


def three_sides(**house: Any) -> Play:
    play = Play("ruka", "hound:mire_hound", "caller:fog_caller", house=options(**house))
    play["caller"].faction = "fog"
    return play


@pytest.mark.rule("NWO-MOVE-03")
def test_with_three_sides_each_has_a_third() -> None:
    play = three_sides()
    play.give(StartBattle())
    assert play.battle.shares == {"party": 4, "foes": 4, "fog": 4}


@pytest.mark.rule("NWO-MOVE-03")
def test_by_option_the_referee_sets_the_shares_of_three_sides() -> None:
    play = three_sides(faction_share="gm_sets")
    play.give(StartBattle())
    assert play.battle.shares == {"party": 6, "foes": 6, "fog": 6}
    play.give(SetShares({"fog": 2, "foes": 5}))
    assert play.battle.shares == {"party": 6, "foes": 5, "fog": 2}


@pytest.mark.rule("NWO-MOVE-03")
def test_the_referee_gives_shares_at_the_start_or_later() -> None:
    play = three_sides()
    play.give(StartBattle(shares={"foes": 8}))
    assert play.battle.shares == {"party": 4, "foes": 8, "fog": 4}
    assert play.refuses(SetShares({})) == "bad_value"
    assert play.refuses(SetShares({"foes": 1}), "ruka") == "not_referee"
    play.give(SetShares({"fog": 0}))
    assert play.battle.shares == {"party": 4, "foes": 8, "fog": 0}


@pytest.mark.rule("NWO-MOVE-03")
def test_there_are_no_shares_to_set_outside_of_a_fight() -> None:
    assert three_sides().refuses(SetShares({"foes": 1})) == "not_in_combat"


@pytest.mark.rule("NWO-MOVE-03")
def test_a_share_that_is_set_is_what_counts() -> None:
    play = crowd(2)
    play.fight(mover=30, p0=1, p1=1, hound=1)
    play.give(SetShares({"party": 2}))
    assert play.refuses(Move("mover", "normal", ((1, 0),))) == "square_full"
    play.give(SetShares({"party": 3}))
    play.give(Move("mover", "normal", ((1, 0),)))
    assert play["mover"].square == (1, 0)


@pytest.mark.rule("NWO-MOVE-03")
def test_a_third_side_that_joins_makes_even_shares_smaller_and_leaving_larger() -> None:
    play = three_sides()
    play.fight(ruka=30, hound=1)
    assert play.battle.shares == {"party": 6, "foes": 6}
    play.give(JoinBattle("caller"))
    assert play.battle.shares == {"party": 4, "foes": 4, "fog": 4}
    play.give(LeaveBattle("caller"))
    assert play.battle.shares == {"party": 6, "foes": 6}
    play.give(SetFaction("hound", "fog"))
    assert play.battle.shares == {"party": 6, "fog": 6}


@pytest.mark.rule("NWO-MOVE-03")
def test_shares_that_the_referee_has_set_stay_when_a_side_joins() -> None:
    play = three_sides()
    play.fight(ruka=30, hound=1)
    play.give(SetShares({"foes": 9}))
    play.give(JoinBattle("caller"))
    assert play.battle.shares == {"party": 6, "foes": 9, "fog": 4}


def test_somebody_away_changes_sides_without_a_share() -> None:
    play = three_sides()
    play.fight(ruka=30, hound=1)
    play.give(SetFaction("caller", "nobodys"))
    assert play["caller"].faction == "nobodys"
    assert play.battle.shares == {"party": 6, "foes": 6}


# ---------------------------------------------------------------- distance


@pytest.mark.rule("NWO-MOVE-07", "NWO-OPEN-33")
def test_distance_is_steps_or_by_option_diagonals_count_one() -> None:
    steps, diagonal = Play("ruka"), Play("ruka", house=options(range_metric="diagonal_one"))
    pairs = [((0, 0), (0, 0)), ((0, 0), (2, 1)), ((3, 1), (0, 0)), ((1, 4), (1, 1))]
    assert [targets.distance(steps.world, *pair) for pair in pairs] == [0, 3, 4, 3]
    assert [targets.distance(diagonal.world, *pair) for pair in pairs] == [0, 2, 3, 3]


# ---------------------------------------------------------------- every way that is offered

SQUARES = st.tuples(st.integers(0, 3), st.integers(0, 2))
SETS = st.frozensets(SQUARES, max_size=5)


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    """Small maps with anything on them."""
    map = field(draw(st.integers(1, 4)), draw(st.integers(1, 3)), tuple(sorted(draw(SETS))))
    return Ground(map, draw(SETS), draw(SETS), draw(SETS), flying=draw(st.booleans()), every_step=draw(st.booleans()))


def walks(ground: Ground, start: Square, points: int) -> Iterator[tuple[int, tuple[Square, ...]]]:
    """By brute force: every walk of up to so many steps that the rules allow, with its cost by the rules' words."""
    for length in range(1, points + 1):
        for steps in product(((1, 0), (-1, 0), (0, 1), (0, -1)), repeat=length):
            path = [start]
            for across, along in steps:
                path.append((path[-1][0] + across, path[-1][1] + along))
            inside = all(
                0 <= x < ground.map.width and 0 <= y < ground.map.height and (x, y) not in set(ground.map.blocked)
                for x, y in path[1:]
            )
            room = not any(square in ground.full for square in (path[1:] if ground.every_step else path[-1:]))
            spent = sum(1 if ground.flying or before not in ground.held else 2 for before, _ in pairwise(path))
            if inside and room and spent <= points:
                yield spent, tuple(path[1:])


@pytest.mark.rule("NWO-MOVE-01", "NWO-MOVE-06", "NWO-MOVE-11", "NWO-MOVE-14")
@given(grounds(), SQUARES, st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_every_way_that_is_offered_is_allowed_costs_what_it_says_and_none_is_cheaper(
    ground: Ground, start: Square, points: int
) -> None:
    found = squares.reach(ground, start, points)
    cheapest: dict[Square, int] = {}
    for spent, path in walks(ground, start, points):
        assert squares.cost(ground, (start, *path), points) == spent
        cheapest[path[-1]] = min(spent, cheapest.get(path[-1], spent))
    cheapest.pop(start, None)
    assert {square: spent for square, (spent, _) in found.items()} == cheapest
    for square, (spent, way) in found.items():
        assert way[-1] == square
        assert squares.cost(ground, (start, *way), points) == spent


@pytest.mark.rule("NWO-MOVE-01", "NWO-MOVE-14")
@given(grounds(), SQUARES, st.lists(SQUARES, max_size=4), st.integers(0, 6))
@settings(max_examples=150, deadline=None)
def test_a_path_is_allowed_exactly_where_it_is_a_walk_of_the_rules(
    ground: Ground, start: Square, path: list[Square], points: int
) -> None:
    allowed = {way for _, way in walks(ground, start, min(points, 4))} | {()}
    if tuple(path) in allowed:
        assert squares.cost(ground, (start, *path), points) <= points
    else:
        with pytest.raises(Refused):
            squares.cost(ground, (start, *path), points)
