"""Formulas of content (nw3-skills-items.md, section 14): `3 * SL + RESULT / 5`, `(SL)d6`, `max(1, 4 - LOST_HP)`.

A text is read once and kept. What is read has its dice taken out: dice fall first, one roll for each place where
they stand, and the rest is plain arithmetic of whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import near
from rulewright.engine.requests import Procedure, Roll

LONGEST: Final = 120  # characters in a text
DEEPEST: Final = 16  # parentheses and functions inside one another
MOST_DICE: Final = 50  # thrown in one roll

CHARACTER_WORDS: Final = (
    *("CL", "STR", "FIN", "AWA", "KNO", "SPI", "LUC", "PACC", "MACC", "EVA", "SPD", "PATK", "MATK", "PDEF", "MDEF"),
    *("BODY", "MIND", "HP", "MP", "PRANA", "LOST_HP"),
)
"""Names of numbers that every character has; the prefixes say whose."""
BLOCK_WORDS: Final = ("SL", "RESULT", "DIFF", "HP_DAMAGE", "TARGETS", "RATING")
"""Names of numbers that belong to one use of a block."""
PREFIXES: Final = ("user", "target", "attacker", "defender")
FUNCTIONS: Final = ("min", "max", "ceil_div", "abs")

Names: TypeAlias = Mapping[str, int]
Compute: TypeAlias = Callable[[Names, Sequence[int]], int]
"""The value from the names and from the totals of the dice that fell so far."""


class BadFormula(Malformed):
    """A text that is no formula: `code` is `formula_syntax`, `formula_too_long` or `formula_too_deep`.

    `column` counts from 1.
    """

    def __init__(self, code: str, found: str, column: int, expected: str) -> None:
        super().__init__(found, at=f"column {column}", expected=expected)
        self.code = code
        self.column = column


class Formula(msgspec.Struct, frozen=True, gc=False):
    """A formula as read: `number` is its value where it is a plain number.

    `names` are the names in it; those of the user stand without prefix. `dice` are the numbers of d6 to throw, in
    order; `divisors` what it divides by.
    """

    text: str
    names: frozenset[str]
    compute: Compute
    dice: tuple[Compute, ...] = ()
    divisors: tuple[Compute, ...] = ()
    number: int | None = None

    @property
    def has_dice(self) -> bool:
        """Whether dice fall when it is evaluated."""
        return bool(self.dice)


@lru_cache(maxsize=4096)
def read(text: int | str) -> Formula:
    """The formula of a text or of a whole number, kept for the next time; BadFormula where it is none."""
    if isinstance(text, int):
        return _plain(str(text), text)
    if len(text) > LONGEST:
        raise BadFormula(
            "formula_too_long", f"a text of {len(text)} characters", LONGEST + 1, f"at most {LONGEST} characters"
        )
    return _Reader(text).formula()


def fixed(formula: Formula, names: Names) -> int:
    """The value of a formula without dice. A name without a value counts as 0, and so does a division by 0."""
    if formula.number is not None:
        return formula.number
    if formula.dice:
        raise Malformed(f"{formula.text!r} has dice", expected="a formula without dice")
    return formula.compute(names, ())


def value(formula: Formula, names: Names, who: str = "", why: str = "") -> Procedure[int]:
    """The value of a formula, for which its dice fall: `who` throws them, and `why` is shown beside them.

    At most `MOST_DICE` fall in one roll, and none for a number below 1; they make no Criticals. Other things as
    `fixed`.
    """
    if not formula.dice:
        return fixed(formula, names)
    thrown: list[int] = []
    for dice in formula.dice:
        count = min(dice(names, thrown), MOST_DICE)
        faces = (yield Roll(count, 6, "NW3-SKILL-58", who, why, SUM)) if count > 0 else ()
        thrown.append(sum(faces))
    return formula.compute(names, thrown)


def divides_by_zero(formula: Formula, names: Names) -> bool:
    """Whether a formula without dice divides by 0 for these names, of which the log warns."""
    return not formula.dice and any(not divisor(names, ()) for divisor in formula.divisors)


def _plain(text: str, number: int) -> Formula:
    return Formula(text, frozenset(), lambda names, thrown: number, number=number)


_TOKEN = re.compile(
    r"""\s*(?:(?P<int>[0-9]+) | (?P<d6>d6(?![0-9A-Za-z_.])) | (?P<word>[A-Za-z_][A-Za-z0-9_.]*)
          | (?P<mark>[-+*/(),]) | (?P<end>\Z) | (?P<other>.))""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)


class _Reader:
    """One text, read from left to right by recursive descent."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_TOKEN.finditer(text))
        self.here = 0
        self.depth = 0
        self.names: set[str] = set()
        self.dice: list[Compute] = []
        self.divisors: list[Compute] = []

    @property
    def kind(self) -> str:
        return self.tokens[self.here].lastgroup or ""

    @property
    def token(self) -> str:
        """The token to be read; "" at the end."""
        return self.tokens[self.here][self.kind]

    def wrong(self, expected: str, token: int | None = None, code: str = "formula_syntax") -> BadFormula:
        """An error at the token to be read, or at another."""
        match = self.tokens[self.here if token is None else token]
        kind = match.lastgroup or ""
        return BadFormula(code, repr(match[kind]) if match[kind] else "the end", match.start(kind) + 1, expected)

    def take(self, *marks: str) -> str:
        """The token to be read where it is one of these marks, else ""."""
        token = self.token
        if self.kind != "mark" or token not in marks:
            return ""
        self.here += 1
        return token

    def formula(self) -> Formula:
        """The whole text."""
        compute = self.sum()
        if self.kind != "end":
            raise self.wrong("+, -, *, / or the end")
        if not self.names and not self.dice:
            return _plain(self.text, compute({}, ()))
        return Formula(self.text, frozenset(self.names), compute, tuple(self.dice), tuple(self.divisors))

    def sum(self) -> Compute:
        left = self.product()
        while mark := self.take("+", "-"):
            left = _add(left, self.product()) if mark == "+" else _subtract(left, self.product())
        return left

    def product(self) -> Compute:
        left = self.unary()
        while mark := self.take("*", "/"):
            right = self.unary()
            if mark == "/":
                self.divisors.append(right)
            left = _multiply(left, right) if mark == "*" else _divide(left, right)
        return left

    def unary(self) -> Compute:
        return _negate(self.atom()) if self.take("-") else self.atom()

    def atom(self) -> Compute:
        """A number, dice, a name, a function, or an expression in parentheses."""
        token = self.token
        if self.kind == "int":
            self.here += 1
            number = int(token)
            return self.thrown(lambda names, thrown: number)
        if self.kind == "word":
            return self.function() if token in FUNCTIONS else self.name()
        if token != "(":
            raise self.wrong("a number, a name, a function or (")
        (inside,) = self.inside()
        return self.thrown(inside)

    def thrown(self, count: Compute) -> Compute:
        """The dice that `count` numbers where `d6` follows it, else `count` itself."""
        if self.kind != "d6":
            return count
        self.here += 1
        place = len(self.dice)
        self.dice.append(count)
        return lambda names, thrown: thrown[place]

    def inside(self, most: int = 1) -> list[Compute]:
        """One expression or several in parentheses."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"at most {DEEPEST} inside one another", code="formula_too_deep")
        if not self.take("("):
            raise self.wrong("(")
        found = [self.sum()]
        while len(found) < most and self.take(","):
            found.append(self.sum())
        if not self.take(")"):
            raise self.wrong("+, -, *, /, a comma or )" if len(found) < most else "+, -, *, / or )")
        self.depth -= 1
        return found

    def function(self) -> Compute:
        """`min(..)` and the like."""
        start, word = self.here, self.token
        self.here += 1
        parts = self.inside({"abs": 1, "ceil_div": 2}.get(word, LONGEST))
        if word == "ceil_div":
            if len(parts) != 2:
                raise self.wrong("two numbers for ceil_div", start)
            self.divisors.append(parts[1])
            return _divide_up(*parts)
        if word == "abs":
            return _absolute(parts[0])
        return _best(parts, min if word == "min" else max)

    def name(self) -> Compute:
        """`STR` or `target.STR`."""
        prefix, dot, word = self.token.rpartition(".")
        words = (*CHARACTER_WORDS, *BLOCK_WORDS)
        if word not in words:
            raise self.wrong(f"a name such as SL or STR{near(word.upper(), words)}")
        if dot and prefix not in PREFIXES:
            raise self.wrong(f"one of {', '.join(PREFIXES)} before the dot")
        self.here += 1
        name = word if prefix in ("", "user") else f"{prefix}.{word}"
        self.names.add(name)
        return lambda names, thrown: names.get(name, 0)


def _add(left: Compute, right: Compute) -> Compute:
    return lambda names, thrown: left(names, thrown) + right(names, thrown)


def _subtract(left: Compute, right: Compute) -> Compute:
    return lambda names, thrown: left(names, thrown) - right(names, thrown)


def _multiply(left: Compute, right: Compute) -> Compute:
    return lambda names, thrown: left(names, thrown) * right(names, thrown)


def _divide(left: Compute, right: Compute) -> Compute:
    def quotient(names: Names, thrown: Sequence[int]) -> int:
        divisor = right(names, thrown)
        return left(names, thrown) // divisor if divisor else 0

    return quotient


def _divide_up(left: Compute, right: Compute) -> Compute:
    down = _divide(_negate(left), right)
    return _negate(down)


def _negate(term: Compute) -> Compute:
    return lambda names, thrown: -term(names, thrown)


def _absolute(term: Compute) -> Compute:
    return lambda names, thrown: abs(term(names, thrown))


def _best(parts: Sequence[Compute], best: Callable[..., int]) -> Compute:
    return lambda names, thrown: best([part(names, thrown) for part in parts])
