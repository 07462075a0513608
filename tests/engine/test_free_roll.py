"""Rolls without a game: what every die did, and exact odds against brute force and published figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.alike import MULTISET, Kept
from rulewright.engine.distribution import Distribution
from rulewright.engine.drivers import SampledDice, Script, run
from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.expression import WAVES, Dice
from rulewright.engine.free_roll import Die, FreeRoll, Part, roll, succeeds, total
from rulewright.engine.notation import parse
from rulewright.engine.requests import Roll


def thrown(text: str, *faces: int) -> FreeRoll:
    return Script(faces).run(roll(parse(text)))


def odds(text: str) -> Distribution[int]:
    expression = parse(text)
    return Odds().of(lambda: total(expression))


def brute(text: str, *sides: int) -> Distribution[int]:
    """Every outcome of dice with these sides, thrown in the order of the text, one by one."""
    expression = parse(text)
    return Distribution(
        Counter(Script(faces).run(total(expression)) for faces in product(*(range(1, most + 1) for most in sides)))
    )


def test_a_sum_shows_every_die() -> None:
    assert thrown("2d6 + 4", 3, 5) == FreeRoll("2d6+4", 12, None, (Part("2d6", (Die(3), Die(5)), 8),))


def test_dropped_dice_stay_in_their_place() -> None:
    best = thrown("4d6kh3", 2, 6, 2, 5)
    assert best.parts[0].dice == (Die(2), Die(6), Die(2, kept=False), Die(5))
    assert best.total == 13
    assert [die.kept for die in thrown("4d6dh", 2, 6, 2, 5).parts[0].dice] == [True, False, True, True]
    assert [die.kept for die in thrown("2d20kl", 17, 4).parts[0].dice] == [False, True]
    assert thrown("3d6dl2", 1, 4, 2).total == 4


def test_counted_dice_explode_wave_by_wave() -> None:
    pool = thrown("3d10!>=8", 10, 7, 10, 10, 8, 2)
    assert pool.total == 4
    assert pool.success is None
    assert pool.parts[0].dice == (
        Die(10, exploded=True, success=True),
        Die(7, success=False),
        Die(10, exploded=True, success=True),
        Die(10, exploded=True, success=True),
        Die(8, success=True),
        Die(2, success=False),
    )


def test_explosions_add_up_and_end_after_the_last_wave() -> None:
    assert thrown("2d6!5", 5, 4, 6, 1).total == 16
    longest = thrown("d6!", *[6] * (WAVES + 1))
    assert longest.total == 6 * (WAVES + 1)
    assert [die.exploded for die in longest.parts[0].dice] == [True] * WAVES + [False]


def test_d66_reads_tens_and_ones() -> None:
    assert thrown("d66+1", 4, 2) == FreeRoll("d66+1", 43, None, (Part("d66", (Die(4), Die(2)), 42),))


@pytest.mark.parametrize(
    ("text", "faces", "reached", "success"),
    [
        ("2d6+4>=10", (2, 4), 10, True),
        ("2d6+4>10", (2, 4), 10, False),
        ("(2d6)<=5", (2, 4), 6, False),
        ("(2d6)<7", (2, 4), 6, True),
        ("d20=20", (20,), 20, True),
        ("(3d10>=8)>=2", (8, 1, 9), 2, True),
        ("(3d10>=8)>=3", (8, 1, 9), 2, False),
        ("3d10>=8", (8, 1, 9), 2, None),
        ("-2d6*3-(1-d4)", (2, 4, 3), -16, None),
        ("d4-d6>=-1", (2, 4), -2, False),
    ],
)
def test_total_and_success(text: str, faces: tuple[int, ...], reached: int, success: bool | None) -> None:
    result = thrown(text, *faces)
    assert (result.total, result.success) == (reached, success)


def test_each_roll_says_why() -> None:
    script = Script([1, 2, 3, 4])
    script.run(roll(parse("2d6kh+d66")))
    assert [(request.count, request.sides, request.why) for request, _ in script.rolls] == [
        (2, 6, "2d6kh"),
        (1, 6, "d66"),
        (1, 6, "d66"),
    ]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("3d4+2", [4, 4, 4]),
        ("4d4kh3", [4] * 4),
        ("4d4kl2", [4] * 4),
        ("4d4dh", [4] * 4),
        ("4d4dl3", [4] * 4),
        ("3d6>=5", [6] * 3),
        ("3d6<3", [6] * 3),
        ("3d6=2", [6] * 3),
        ("d66", [6, 6]),
        ("d4*d6-2d4kl", [4, 6, 4, 4]),
        ("(2d6>=5)*d4-(d6+1)", [6, 6, 4, 6]),
        ("2*(d4-(d6-d4))", [4, 6, 4]),
    ],
)
def test_odds_are_those_of_every_outcome(text: str, sides: list[int]) -> None:
    assert odds(text) == brute(text, *sides)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("highest", [True, False])
def test_kept_dice_have_the_weights_of_every_outcome(count: int, sides: int, highest: bool) -> None:
    for number in range(1, count + 1):
        ways, everything = Kept(number, highest).ways(count, sides, 0, 0)
        every = product(range(1, sides + 1), repeat=count)
        sums = Counter(sum(sorted(faces, reverse=highest)[:number]) for faces in every)
        assert {sum(sorted(faces, reverse=highest)[:number]): weight for faces, weight in ways} == sums
        assert len(ways) == len(sums)
        assert everything == sides**count
        assert all(len(faces) == count for faces, _ in ways)


def test_kept_dice_that_explode_are_followed_one_by_one() -> None:
    assert Kept(1).ways(2, 3, 3, 1) == MULTISET.ways(2, 3, 3, 1)


@pytest.mark.parametrize("text", ["2d3!", "3d3!2", "2d4!3", "3d4!>=3", "3d4!3>=2", "2d4!3=4", "3d4!2<4"])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_explosions_have_the_weights_of_every_outcome(text: str, depth: int) -> None:
    pool = parse(text)
    request = next(total(pool))
    assert isinstance(pool, Dice)
    assert isinstance(request, Roll)
    assert request.alike is not None
    low, high = pool.hits

    def value(faces: tuple[int, ...]) -> int:
        return sum(low <= face <= high for face in faces) if pool.compare else sum(faces)

    every, everything = MULTISET.ways(pool.count, pool.sides, pool.again, depth)
    weights: Counter[int] = Counter()
    for faces, weight in every:
        weights[value(faces)] += weight
    ways, of = request.alike.ways(pool.count, pool.sides, pool.again, depth)
    assert {value(faces): weight for faces, weight in ways} == weights
    assert of == everything
    assert len(ways) == len(weights)


@pytest.mark.parametrize("text", ["3d6!", "2d4!2", "5d10!>=8", "3d10!8>=9", "4d6kh3", "4d6kl", "6d6", "6d6>=5"])
def test_outcomes_that_stand_for_others_can_fall(text: str) -> None:
    pool = parse(text)
    request = next(total(pool))
    assert isinstance(request, Roll)
    assert request.alike is not None
    ways, everything = request.alike.ways(request.count, request.sides, request.again, request.depth)
    totals = [Script(faces).run(total(pool)) for faces, _ in ways]
    assert len(set(totals)) == len(totals)
    assert sum(weight for _, weight in ways) == everything


def chance_of(text: str) -> Fraction:
    expression = parse(text)
    return odds(text).chance(lambda reached: bool(succeeds(expression, reached)))


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("2d6", Fraction(7)),
        ("100d6", Fraction(350)),
        ("4d6kh3", Fraction(15869, 1296)),  # 12.2446
        ("4d6dl", Fraction(15869, 1296)),
        ("2d20kh", Fraction(13825, 1000)),
        ("2d20kl", Fraction(7175, 1000)),
        ("3d20kh2-3d20dl", Fraction(0)),
        ("d66", Fraction(77, 2)),
        ("d%", Fraction(101, 2)),
        ("10d10>=8", Fraction(3)),
        ("1000d10>=8", Fraction(300)),
        # a die that explodes on one face of n is thrown 1 + 1/n + ... times
        ("d6!", Fraction(7, 2) * sum(Fraction(1, 6**wave) for wave in range(WAVES + 1))),
        ("10d10!", 55 * sum(Fraction(1, 10**wave) for wave in range(WAVES + 1))),
        ("10d10!>=8", 3 * sum(Fraction(1, 10**wave) for wave in range(WAVES + 1))),
        ("10d10!8>=8", 3 * sum(Fraction(3, 10) ** wave for wave in range(WAVES + 1))),
    ],
)
def test_published_means(text: str, mean: Fraction) -> None:
    assert odds(text).expect(lambda reached: reached) == mean


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("(2d6)=7", Fraction(1, 6)),
        ("(3d6)>=11", Fraction(1, 2)),
        ("4d6kh3=18", Fraction(21, 1296)),
        ("4d6kh3=3", Fraction(1, 1296)),
        ("2d20kh>=11", Fraction(3, 4)),
        ("2d20kl>=11", Fraction(1, 4)),
        ("2d20kh=20", Fraction(39, 400)),
        ("d66>=61", Fraction(1, 6)),
        ("2d6+4>=10", Fraction(26, 36)),
        ("(5d10>=8)>=1", 1 - Fraction(7, 10) ** 5),
        ("(5d10!>=8)>=1", 1 - Fraction(7, 10) ** 5),
        ("(d6!)=6", Fraction(0)),
        ("(d6!)=7", Fraction(1, 36)),
    ],
)
def test_published_chances(text: str, chance: Fraction) -> None:
    assert chance_of(text) == chance


def test_the_best_of_many_dice() -> None:
    # the mean of the j-th best is the sum over v of the chance that at least j dice show v or more
    mean = sum(
        Fraction(comb(20, dice) * (21 - face) ** dice * (face - 1) ** (20 - dice), 20**20)
        for best in (1, 2, 3)
        for face in range(1, 21)
        for dice in range(best, 21)
    )
    reached = odds("20d20kh3")
    assert reached.expect(lambda value: value) == mean
    assert min(reached) == 3
    assert max(reached) == 60
    assert reached.p(3) == Fraction(1, 20**20)


def test_long_sums_are_merged_term_by_term() -> None:
    assert odds("+".join(["d4"] * 40)) == odds("40d4")


@pytest.mark.parametrize(
    "text", ["1000d1000", "1000d6!", "1d1000!500", "60d100kh50", "1000d1000kh999", "2+500d1000kl250", "900d10!>=8"]
)
def test_odds_that_would_take_too_long_are_refused(text: str) -> None:
    with pytest.raises(TooManyPaths, match="5,000,000"):
        odds(text)


TEXTS = ["2d6+4", "4d6kh3-d4", "5d10!>=8", "3*(2d6!5-d66)", "(6d6=6)>=1", "d%+3d8kl2>=50", "-2*d4*(d6-(d8-1))"]


@given(st.sampled_from(TEXTS), st.integers())
def test_the_total_follows_from_the_subtotals_in_the_text(text: str, seed: int) -> None:
    expression = parse(text)
    result = run(roll(expression), SampledDice(seed).face)
    worked, rest = "", result.text
    for part in result.parts:
        before, _, rest = rest.partition(part.text)
        worked += f"{before}({part.subtotal})"
    sum_of_all = (worked + rest).partition(">=")[0]
    assert eval(sum_of_all) == result.total
    assert run(total(expression), SampledDice(seed).face) == result.total
    assert result.success is succeeds(expression, result.total)


@given(st.sampled_from(["4d6kh3", "5d8kl2", "6d6", "3d6!5", "6d10!9>=8", "6d6<=2"]), st.integers())
def test_the_dice_explain_their_subtotal(text: str, seed: int) -> None:
    (part,) = run(roll(parse(text)), SampledDice(seed).face).parts
    hits = [die.success for die in part.dice]
    if None in hits:
        assert part.subtotal == sum(die.face for die in part.dice if die.kept)
    else:
        assert part.subtotal == sum(map(bool, hits))
    pool = parse(text)
    assert isinstance(pool, Dice)
    assert len(part.dice) == pool.count + sum(die.exploded for die in part.dice)
    assert sum(not die.kept for die in part.dice) == (pool.count - pool.keeps[0] if pool.pick else 0)
