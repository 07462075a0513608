"""Formulas of content: the worked examples F1 to F8, what is no formula and where, dice, names without a value."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.drivers import Script
from rulewright.engine.errors import Malformed
from rulewright.engine.packs import BadPack, load
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.formula import BadFormula, Formula, divides_by_zero, fixed, read, value


@pytest.mark.rule("NW3-SKILL-58")
@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        pytest.param("3 * SL + RESULT / 5", {"SL": 2, "RESULT": 13}, 8, id="F1"),
        pytest.param("5 - SL", {"SL": 3}, 2, id="F2"),
        pytest.param("SL + STR / 2", {"SL": 1, "STR": 7}, 4, id="F3"),
        pytest.param("-7 / 2", {}, -4, id="F4 down"),
        pytest.param("ceil_div(7, 2)", {}, 4, id="F4 up"),
        pytest.param("max(1, 4 - LOST_HP)", {"LOST_HP": 7}, 1, id="F7"),
        ("2 + 3 * 4", {}, 14),
        ("(2 + 3) * 4", {}, 20),
        ("10 - 3 - 2", {}, 5),
        ("24 / 2 / 5", {}, 2),
        ("7 * 2 / 4", {}, 3),
        ("7 / 4 * 2", {}, 2),
        ("2 * -3", {}, -6),
        ("-(2 + 3)", {}, -5),
        ("ceil_div(-7, 2)", {}, -3),
        ("ceil_div(7, -2)", {}, -3),
        ("-7 / -2", {}, 3),
        ("7 / -2", {}, -4),
        ("abs(2 - 7)", {}, 5),
        ("min(4, 2, 3) + max(4, 2, 9)", {}, 11),
        ("min(SL)", {"SL": 6}, 6),
        ("  SL*2 ", {"SL": 6}, 12),
        ("user.STR + target.STR", {"STR": 5, "target.STR": 7}, 12),
        ("attacker.PACC - defender.EVA", {"attacker.PACC": 11, "defender.EVA": 9}, 2),
        ("SL + RATING", {"SL": 1}, 1),
        (7, {}, 7),
        (-3, {}, -3),
        ("007", {}, 7),
    ],
)
def test_values(text: int | str, names: Mapping[str, int], expected: int) -> None:
    assert fixed(read(text), names) == expected
    assert Script([]).run(value(read(text), names)) == expected


@pytest.mark.rule("NW3-SKILL-58")
def test_dice_are_thrown_when_the_formula_is_evaluated() -> None:
    """F5: `(SL)d6` with SL 2 and the dice 3 and 5 is 8."""
    script = Script([3, 5])
    assert script.run(value(read("(SL)d6"), {"SL": 2}, who="mia", why="cost")) == 8
    (roll, faces), *others = script.rolls
    assert (roll.count, roll.sides, roll.who, roll.why, roll.rule) == (2, 6, "mia", "cost", "NW3-SKILL-58")
    assert faces == (3, 5)
    assert not others


@pytest.mark.parametrize(
    ("text", "names", "faces", "expected", "rolls"),
    [
        ("2d6 + SL", {"SL": 3}, [6, 6], 15, [2]),
        ("2 d6", {}, [1, 2], 3, [2]),
        ("1d6 - 1d6", {}, [5, 2], 3, [1, 1]),
        ("((1)d6)d6", {}, [2, 4, 6], 10, [1, 2]),
        ("(SL - 3)d6 + 1", {"SL": 1}, [], 1, []),
        ("0d6", {}, [], 0, []),
        ("60d6", {}, [1] * 50, 50, [50]),
        ("max(1d6, 1d6)", {}, [2, 5], 5, [1, 1]),
    ],
)
def test_dice(text: str, names: Mapping[str, int], faces: list[int], expected: int, rolls: list[int]) -> None:
    script = Script(faces)
    assert script.run(value(read(text), names)) == expected
    assert [roll.count for roll, _ in script.rolls] == rolls
    assert not script.left


def test_a_formula_with_dice_has_no_fixed_value() -> None:
    formula = read("1d6 + 1")
    assert formula.has_dice
    assert formula.number is None
    with pytest.raises(Malformed, match="has dice"):
        fixed(formula, {})


def test_names_and_plain_numbers() -> None:
    formula = read("user.SL + target.MDEF * SL - 2")
    assert formula.names == {"SL", "target.MDEF"}
    assert not formula.has_dice
    assert formula.number is None
    assert (read("2 * (3 + 4)").number, read(5).number, read("2 * (3 + 4)").names) == (14, 5, frozenset())
    assert read("SL") is read("SL")


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        pytest.param("2 + * 3", "formula_syntax", 5, id="F6"),
        ("", "formula_syntax", 1),
        ("2 +", "formula_syntax", 4),
        ("2 3", "formula_syntax", 3),
        ("(2", "formula_syntax", 3),
        ("2)", "formula_syntax", 2),
        ("--2", "formula_syntax", 2),
        ("1.5", "formula_syntax", 2),
        ("2 ** 3", "formula_syntax", 4),
        ("d6", "formula_syntax", 1),
        ("2d8", "formula_syntax", 2),
        ("2d66", "formula_syntax", 2),
        ("SLd6", "formula_syntax", 1),
        ("sl", "formula_syntax", 1),
        ("1 + FOO", "formula_syntax", 5),
        ("enemy.STR", "formula_syntax", 1),
        ("target.", "formula_syntax", 1),
        ("min()", "formula_syntax", 5),
        ("min 2", "formula_syntax", 5),
        ("abs(1, 2)", "formula_syntax", 6),
        ("ceil_div(1)", "formula_syntax", 1),
        ("ceil_div(1, 2, 3)", "formula_syntax", 14),
        ("round(1)", "formula_syntax", 1),
        ("2 + é", "formula_syntax", 5),
        ("2 + ２", "formula_syntax", 5),
        ("SL;", "formula_syntax", 3),
        ("1" * 121, "formula_too_long", 121),
        ("(" * 17 + "1" + ")" * 17, "formula_too_deep", 17),
        ("abs(" * 17 + "1" + ")" * 17, "formula_too_deep", 68),
    ],
)
def test_what_is_no_formula(text: str, code: str, column: int) -> None:
    with pytest.raises(BadFormula) as caught:
        read(text)
    assert (caught.value.code, caught.value.column) == (code, column)
    assert f"column {column}: " in str(caught.value)
    assert caught.value.expected


def test_the_longest_and_the_deepest_that_is_read() -> None:
    assert read("1" * 120).number == int("1" * 120)
    assert read("(" * 16 + "1" + ")" * 16).number == 1


def test_a_near_name_is_proposed() -> None:
    with pytest.raises(BadFormula, match=r'did you mean "STR"'):
        read("str + 1")


@pytest.mark.rule("NW3-SKILL-55")
def test_an_item_has_no_sl() -> None:
    """F8: `SL` in an item block is refused at load."""
    text = (
        '[pack]\nid = "p"\nname = "P"\nruleset = "nw3"\nversion = 1\n'
        '[[item]]\nid = "soda"\nname = "Soda"\nclass = ["potion"]\ncost = 1\n'
        '[[item.effect_block]]\nname = "Drink"\ntiming = "minor_action"\ntarget = { kind = "self" }\nrange = "none"\n'
        'effect = [{ kind = "recovery", pool = "hp", power = "SL" }]\n'
    )
    with pytest.raises(BadPack) as caught:
        load({"pack.toml": text}, Nw3Content)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("content.sl_in_item", "item[0].effect_block[0].effect[0].power")


@pytest.mark.parametrize(
    ("text", "names", "zero"),
    [
        ("7 / SL", {"SL": 0}, True),
        ("7 / SL", {"SL": 2}, False),
        ("ceil_div(7, SL)", {}, True),
        ("7 * SL", {"SL": 0}, False),
    ],
)
def test_dividing_by_zero_gives_zero_and_can_be_told(text: str, names: Mapping[str, int], zero: bool) -> None:
    assert divides_by_zero(read(text), names) is zero
    if zero:
        assert fixed(read(text), names) == 0


_NUMBERS = st.integers(min_value=0, max_value=99).map(str) | st.sampled_from(["SL", "STR", "target.EVA"])
_FORMULAS = st.recursive(
    _NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", "*"]), inner).map("".join),
        inner.map(lambda text: f"-({text})"),
        inner.map(lambda text: f"abs({text})"),
        st.tuples(inner, inner).map(lambda two: f"max({two[0]}, {two[1]})"),
    ),
    max_leaves=8,
)


def attempt(text: str) -> Formula | BadFormula:
    """What comes of reading a text."""
    try:
        return read(text)
    except BadFormula as error:
        return error


@given(_FORMULAS)
def test_arithmetic_is_that_of_whole_numbers(text: str) -> None:
    names = {"SL": 3, "STR": 8, "target.EVA": 10}
    formula = attempt(text)
    if isinstance(formula, BadFormula):
        assert formula.code in ("formula_too_long", "formula_too_deep")
    else:
        plain = text.replace("target.EVA", "10").replace("SL", "3").replace("STR", "8")
        assert fixed(formula, names) == eval(plain, {"abs": abs, "max": max})


@given(st.text(alphabet="()+-*/,. 0123456789d6SLTRminmaxabs", max_size=130))
def test_any_text_is_read_or_refused(text: str) -> None:
    formula = attempt(text)
    if isinstance(formula, BadFormula):
        assert 1 <= formula.column <= len(text) + 1
    else:
        assert formula.text == text
