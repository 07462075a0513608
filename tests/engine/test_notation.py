"""The dice notation: what each form means, the plain form, and every refusal with its place."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.engine.errors import Malformed
from rulewright.engine.expression import D66, Dice, Expression, Negative, Number, Product, Sum, Target, holds
from rulewright.engine.notation import DEEPEST, LONGEST, MOST_DICE, MOST_NUMBER, MOST_SIDES, is_roll, parse


def refused(text: str) -> Malformed | None:
    try:
        parse(text)
    except Malformed as error:
        return error
    return None


def refusal(text: str) -> Malformed:
    error = refused(text)
    assert error is not None
    return error


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("2d6", Dice(2, 6)),
        ("d8", Dice(1, 8)),
        ("1d8", Dice(1, 8)),
        ("d%", Dice(1, 100)),
        ("3d%", Dice(3, 100)),
        ("d66", D66()),
        ("d666", Dice(1, 666)),
        ("4d6kh3", Dice(4, 6, "kh", 3)),
        ("4d6kh4", Dice(4, 6, "kh", 4)),
        ("2d20kl", Dice(2, 20, "kl", 1)),
        ("4d6dl", Dice(4, 6, "dl", 1)),
        ("4d6dh3", Dice(4, 6, "dh", 3)),
        ("3d6!", Dice(3, 6, again=6)),
        ("3d6!5", Dice(3, 6, again=5)),
        ("d6!>=5", Dice(1, 6, again=5)),
        ("d6!>4", Dice(1, 6, again=5)),
        ("2d6+4", Sum(Dice(2, 6), "+", Number(4))),
        ("1-2-d4", Sum(Sum(Number(1), "-", Number(2)), "-", Dice(1, 4))),
        ("1-(2-d4)", Sum(Number(1), "-", Sum(Number(2), "-", Dice(1, 4)))),
        ("2+3*d6", Sum(Number(2), "+", Product(Number(3), Dice(1, 6)))),
        ("(2+3)*d6", Product(Sum(Number(2), "+", Number(3)), Dice(1, 6))),
        ("-d6*2", Negative(Product(Dice(1, 6), Number(2)))),
        ("2*(-d6)", Product(Number(2), Negative(Dice(1, 6)))),
    ],
)
def test_a_form_is_read(text: str, tree: Expression) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("10d10>=8", Dice(10, 10, compare=">=", face=8)),
        ("1d20>=11", Dice(1, 20, compare=">=", face=11)),
        ("10d10!>=8", Dice(10, 10, again=10, compare=">=", face=8)),
        ("10d10!9>=8", Dice(10, 10, again=9, compare=">=", face=8)),
        ("10d10!>=9>=8", Dice(10, 10, again=9, compare=">=", face=8)),
        ("5d6=6", Dice(5, 6, compare="=", face=6)),
        ("(5d6<3)+1", Sum(Dice(5, 6, compare="<", face=3), "+", Number(1))),
        ("(10d10>=8)>=3", Target(Dice(10, 10, compare=">=", face=8), ">=", 3)),
        ("(2d6)>=8", Target(Dice(2, 6), ">=", 8)),
        ("((2d6))>=8", Target(Dice(2, 6), ">=", 8)),
        ("d20>=11", Target(Dice(1, 20), ">=", 11)),
        ("2d6+4>=10", Target(Sum(Dice(2, 6), "+", Number(4)), ">=", 10)),
        ("2d20kh>=15", Target(Dice(2, 20, "kh", 1), ">=", 15)),
        ("d66<=23", Target(D66(), "<=", 23)),
        ("d6-4>-2", Target(Sum(Dice(1, 6), "-", Number(4)), ">", -2)),
        ("(3d6!)>=12", Target(Dice(3, 6, again=6), ">=", 12)),
        ("d6!>=5>=8", Target(Dice(1, 6, again=5), ">=", 8)),
        ("2+3d6!>=10", Target(Sum(Number(2), "+", Dice(3, 6, again=6)), ">=", 10)),
    ],
)
def test_a_comparison_counts_dice_or_is_a_target(text: str, tree: Expression) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("２Ｄ６＋４", "2d6+4"),
        ("　１０ｄ１０！＞＝８　", "10d10!>=8"),
        ("（２ｄ６）＊３－１", "2d6*3-1"),
        ("３×ｄ％−１", "3*d100-1"),
        ("4D6KH3", "4d6kh3"),
        ("４Ｄ６ＫＨ３", "4d6kh3"),
        (" 2 d 6\tkl 1 + 4 ", "2d6kl+4"),
        ("10d10≥8", "10d10>=8"),
        ("10d10≦8", "10d10<=8"),
        ("002d06", "2d6"),
        ("d6!>=5", "1d6!5"),
        ("10d10!10>=8", "10d10!>=8"),
        ("((2d6))+(3)", "2d6+3"),
        ("(2d6)>=8", "(2d6)>=8"),
        ("(1d6)>=3", "d6>=3"),
    ],
)
def test_the_plain_form(text: str, plain: str) -> None:
    assert str(parse(text)) == plain


@pytest.mark.parametrize(
    ("text", "position", "found", "expected"),
    [
        ("", 1, "an empty text", "dice such as 2d6"),
        (" \t ", 1, "an empty text", "dice such as 2d6"),
        ("42", 1, "no dice", "at least one die"),
        ("2+3>=4", 1, "no dice", "at least one die"),
        ("#", 1, "'#'", "a number, dice or ("),
        ("hello", 1, "'hello'", "a number, dice or ("),
        ("2d6+", 5, "the end", "a number, dice or ("),
        ("2d6++1", 5, "'+'", "a number, dice or ("),
        ("+2d6", 1, "'+'", "a number, dice or ("),
        ("2d6--1", 5, "'-'", "a number, dice or ("),
        ("9**9", 3, "'*'", "a number, dice or ("),
        ("1d6/0", 4, "'/'", "+, -, *, a comparison or the end"),
        ("1d20.5", 5, "'.'", "+, -, *, a comparison or the end"),
        ("2d6 3", 5, "'3'", "+, -, *, a comparison or the end"),
        ("2d6 to hit", 5, "'to'", "+, -, *, a comparison or the end"),
        ("2d6)", 4, "')'", "+, -, *, a comparison or the end"),
        ("2d6²", 4, "'²'", "+, -, *, a comparison or the end"),
        ("4d6kh3!", 7, "'!'", "+, -, *, a comparison or the end"),
        ("4d6!kh3", 5, "'kh'", "+, -, *, a comparison or the end"),
        ("(2d6", 5, "the end", "+, -, *, a comparison or )"),
        ("()", 2, "')'", "a number, dice or ("),
        ("d", 2, "the end", "the number of sides, or %"),
        ("d٣", 2, "'٣'", "the number of sides, or %"),
        ("٣d6", 1, "'٣'", "a number, dice or ("),
        ("d1", 2, "'1'", "2 to 1,000 sides"),
        ("d1!", 2, "'1'", "2 to 1,000 sides"),
        ("d0", 2, "'0'", "2 to 1,000 sides"),
        ("2d1001", 3, "'1001'", "2 to 1,000 sides"),
        ("0d6", 1, "'0'", "1 to 1,000 dice"),
        ("1001d6", 1, "'1001'", "1 to 1,000 dice"),
        ("999999d999999", 1, "'999999'", "1 to 1,000 dice"),
        ("999999999999d6", 1, "'999999999999'", "1 to 1,000 dice"),
        ("600d6+401d6", 7, "1,001 dice so far", "at most 1,000 dice in all"),
        ("999d6+d66", 7, "1,001 dice so far", "at most 1,000 dice in all"),
        ("2d66", 1, "'2'", "d66 without a number of dice"),
        ("1d066", 1, "'1'", "d66 without a number of dice"),
        ("d66kh", 4, "'kh'", "+, -, *, a comparison or the end"),
        ("d66!", 4, "'!'", "+, -, *, a comparison or the end"),
        ("4d6kh9", 6, "'9'", "1 to 4 dice to keep of 4"),
        ("4d6kh0", 6, "'0'", "1 to 4 dice to keep of 4"),
        ("4d6dl4", 6, "'4'", "1 to 3 dice to drop of 4"),
        ("d20dl", 4, "'dl'", "at least 2 dice"),
        ("d6!>0", 4, "every face of a d6 explodes", "a face from 2 to 6"),
        ("d6!>=1", 4, "every face of a d6 explodes", "a face from 2 to 6"),
        ("2d6!1", 5, "every face of a d6 explodes", "a face from 2 to 6"),
        ("d6!>6", 4, "no face of a d6 explodes", "a face from 2 to 6"),
        ("2d6!7", 5, "no face of a d6 explodes", "a face from 2 to 6"),
        ("d6!<3", 4, "'<'", ">= or >"),
        ("d6!=6", 4, "'='", ">= or >"),
        ("3d6!>=1", 5, "every face of a d6 counts", "(3d6!)>=1 for a target"),
        ("2d6>=10", 4, "no face of a d6 counts", "(2d6)>=10 for a target"),
        ("2d6<1", 4, "no face of a d6 counts", "some of the faces 1 to 6"),
        ("2d6<=6", 4, "every face of a d6 counts", "some of the faces 1 to 6"),
        ("2d6=7", 4, "no face of a d6 counts", "some of the faces 1 to 6"),
        ("2d6>=", 6, "the end", "the face that counts, a number"),
        ("d20>=d6", 6, "'d'", "the target, a number"),
        ("10d10>=8+2", 9, "'+'", "the end"),
        ("10d10>=8>=3", 9, "'>='", "the end"),
        ("d20>=-1+2", 8, "'+'", "the end"),
        ("(10d10>=8)x", 11, "'x'", "+, -, *, a comparison or the end"),
        ("(2d6+3>=4)+1", 7, "'>='", "a target stands at the end, outside parentheses"),
        ("2d6+1000001", 5, "'1000001'", "0 to 1,000,000"),
        ("d20>=1000001", 6, "'1000001'", "0 to 1,000,000"),
        ("1000000*1000000*d6", 1, "a total of up to 6,000,000,000,000", "at most 1,000,000,000,000"),
        ("2d6+" + "9" * 40_000, 201, "a text of 40004 characters", "at most 200 characters"),
        ("(" * 10_000 + "d6" + ")" * 10_000, 201, "a text of 20002 characters", "at most 200 characters"),
        ("(" * 21 + "d6" + ")" * 21, 21, "'('", "at most 20 parentheses inside one another"),
        ("d%" + "+d%" * 65, 1, "329 characters in its plain form", "at most 200 characters"),
        ("　２ｄ６＋ｘ", 6, "'ｘ'", "a number, dice or ("),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, position: int, found: str, expected: str) -> None:
    error = refusal(text)
    assert error.at == f"position {position}"
    assert error.found == found
    assert expected in error.expected
    assert not is_roll(text)


def test_limits_are_met_exactly() -> None:
    assert parse(f"{MOST_DICE}d{MOST_SIDES}+{MOST_NUMBER}") == Sum(
        Dice(MOST_DICE, MOST_SIDES), "+", Number(MOST_NUMBER)
    )
    assert parse("998d6+d66") == Sum(Dice(998, 6), "+", D66())
    assert parse("(" * DEEPEST + "d6" + ")" * DEEPEST) == Dice(1, 6)
    assert str(parse("1000000*500000*d2")) == "1000000*500000*d2"
    assert refusal("1000000*1000*30d2!").found == "a total of up to 1,260,000,000,000"
    assert refusal("1000000*500000*d2+d2").found == "a total of up to 1,000,000,000,002"
    full = "d6" + "+1" * ((LONGEST - 2) // 2)
    assert len(full) == LONGEST
    assert str(parse(full)) == full
    assert refusal(full + " ").at == f"position {LONGEST + 1}"


@pytest.mark.parametrize("text", ["2d6", " d20 ", "d66", "4d6kh3 >= 12", "２ｄ６"])
def test_dice_are_a_roll(text: str) -> None:
    assert is_roll(text)


@pytest.mark.parametrize("text", ["42", "#", "hello", "", "dd", "d", "kh", "3 > 2", "I rolled 2d6", "(42)"])
def test_chat_is_no_roll(text: str) -> None:
    assert not is_roll(text)


@pytest.mark.parametrize("compare", [">=", ">", "<=", "<", "="])
@pytest.mark.parametrize("face", [2, 3, 5])
def test_hits_are_the_faces_for_which_the_comparison_holds(compare: str, face: int) -> None:
    pool = parse(f"3d6{compare}{face}")
    assert isinstance(pool, Dice)
    low, high = pool.hits
    assert [shown for shown in range(1, 7) if holds(shown, pool.compare, face)] == list(range(low, high + 1))


@pytest.mark.parametrize(
    ("text", "keeps"), [("5d6kh2", (2, True)), ("5d6dl2", (3, True)), ("5d6kl2", (2, False)), ("5d6dh2", (3, False))]
)
def test_keeping_and_dropping_say_the_same_thing(text: str, keeps: tuple[int, bool]) -> None:
    pool = parse(text)
    assert isinstance(pool, Dice)
    assert pool.keeps == keeps


def test_reading_a_text_imports_nothing_heavy() -> None:
    heavy = ("numpy", "typer", "rich", "babel", "dataclasses", "sqlalchemy")
    code = f"import sys, rulewright.engine.free_roll; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@st.composite
def dice(draw: st.DrawFn, counting: bool = True) -> Dice | D66:
    if draw(st.integers(0, 9)) == 0:
        return D66()
    count, sides = draw(st.integers(1, 30)), draw(st.integers(3, 1000).filter(lambda sides: sides != 66))
    kind = draw(st.sampled_from(["plain", "pick", "again", "count"] if counting else ["plain", "pick", "again"]))
    if kind == "pick":
        pick = draw(st.sampled_from(["kh", "kl", "dh", "dl"] if count > 1 else ["kh", "kl"]))
        return Dice(count, sides, pick, draw(st.integers(1, count if pick[0] == "k" else count - 1)))  # type: ignore[arg-type]
    again = draw(st.integers(2, sides)) if kind == "again" or (kind == "count" and draw(st.booleans())) else 0
    if kind == "count":
        return Dice(count, sides, "", 0, again, draw(st.sampled_from([">=", "<", "="])), draw(st.integers(2, sides)))
    return Dice(count, sides, again=again)


def grow(terms: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return (
        st.builds(Negative, terms)
        | st.builds(Sum, terms, st.sampled_from(["+", "-"]), terms)
        | st.builds(Product, terms, terms)
    )


terms: st.SearchStrategy[Expression] = st.recursive(dice() | st.builds(Number, st.integers(0, 99)), grow, max_leaves=6)
expressions = terms | st.builds(Target, terms, st.sampled_from([">=", ">", "<=", "<", "="]), st.integers(-99, 99))


@given(expressions)
def test_the_plain_form_reads_as_the_same_tree(tree: Expression) -> None:
    plain = str(tree)
    assume("d" in plain and len(plain) <= LONGEST)
    error = refused(plain)
    assert error is None or "a total of up to" in error.found
    assert error or parse(plain) == tree


@given(st.text("0123456789dkhl%!<>=+-*() 　６ｄ＋×≥", max_size=24) | st.text(max_size=8))
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    error = refused(text)
    if error is None:
        assert parse(str(parse(text))) == parse(text)
        return
    word, place = error.at.split()
    assert word == "position"
    assert 1 <= int(place) <= len(text) + 1
    assert error.found
    assert error.expected
