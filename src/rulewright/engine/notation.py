"""The dice notation: `parse` reads a text such as `4d6kh3+2` into a small frozen tree, or says what is wrong where.

| written | read as |
|---|---|
| `3d6`, `d6`, `d%`, `d66` | dice and their sum; `d%` is `d100`; `d66` is two d6 read as tens and ones |
| `4d6kh3`, `2d20kl`, `dh`, `dl` | keep or drop the highest or lowest (one where no number is written) |
| `5d10!`, `5d10!8` | a die that shows its highest face (8 or more) brings another, `WAVES` times in a row at most |
| `+` `-` `*` `( )`, whole numbers | arithmetic; a minus may stand before the first term |
| `10d10>=8` | the number of dice that hit; also `>` `<=` `<` `=` |
| `2d6+4>=10` | success or failure of the total |

Which of the last two a comparison means: it counts dice where its left side is nothing but a pool whose number
of dice is written, exploding or not, without `kh kl dh dl`. Anywhere else it is a target for the total, and a
target ends the whole text. So `1d20>=11` counts one die, `d20>=11` has a target, and parentheses make a target of
any pool: `(2d6)>=8`. Counted dice are a number once in parentheses: `(10d10>=8)>=3` asks for three hits.

A comparison right after `!` is about exploding (`>=N` or `>N`) where no number of dice is written, `d6!>=5`, or
where another comparison follows, `10d10!>=9>=8`. Otherwise `!` means the highest face, and `10d10!>=8` counts the
dice that show 8 or more while tens are thrown again. `str` of the tree writes the plain form, which leaves no
doubt: `1d6!5`, `10d10!9>=8`.

Capitals, blanks between tokens, and the full-width forms of a Japanese or Chinese keyboard are read as their plain
twins, and so are the signs for times and minus. Limits are checked by arithmetic before anything is built.
"""

from __future__ import annotations

import re
from typing import Literal, cast

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.expression import (
    COMPARISONS,
    D66,
    WAVES,
    Compare,
    Dice,
    Expression,
    Negative,
    Number,
    Pick,
    Product,
    Sum,
    Target,
)

LONGEST = 200  # characters in a text
MOST_DICE = 1000  # thrown by one text; those that exploding brings come on top
MOST_SIDES = 1000  # of a die; the fewest are 2
DEEPEST = 20  # parentheses inside one another
MOST_NUMBER = 1_000_000  # written in a text
MOST_TOTAL = 10**12  # above or below zero; every reader of JSON holds it exactly


def parse(text: str) -> Expression:
    """Read a dice expression; `str` of the result is its plain form and parses to the same.

    Anything else raises `Malformed` with the place in `text`, counted in characters from 1, what was found there
    and what was expected. A limit that is passed is named. A text without dice is no expression.
    """
    if len(text) > LONGEST:
        raise Malformed(
            f"a text of {len(text)} characters",
            at=f"position {LONGEST + 1}",
            expected=f"at most {LONGEST} characters",
        )
    return _Reader(text).expression()


def is_roll(text: str) -> bool:
    """Whether `parse` reads `text`: plain chat such as `42`, `#` or `hello` is no roll."""
    try:
        parse(text)
    except Malformed:
        return False
    return True


def _reach(term: Expression) -> int:
    """The farthest from zero that the total can come."""
    if isinstance(term, Number):
        return term.value
    if isinstance(term, Dice):
        most = term.count * (WAVES + 1 if term.again else 1)
        return most if term.compare else most * term.sides
    if isinstance(term, D66):
        return 66
    if isinstance(term, Sum):
        return _reach(term.left) + _reach(term.right)
    if isinstance(term, Product):
        return _reach(term.left) * _reach(term.right)
    return _reach(term.term)


_TWINS: dict[int, str] = {0xFEE0 + code: chr(code).lower() for code in range(0x21, 0x7F)}
_TWINS |= {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}
_TWINS |= {ord("×"): "*", ord("−"): "-"}
_SAME = {"≥": ">=", "≧": ">=", "≤": "<=", "≦": "<="}
_TOKEN = re.compile(r"\s*([0-9]+|kh|kl|dh|dl|d|>=|<=|[a-z]+|\S|\Z)")


class _Reader:
    """One text, read from left to right by recursive descent; every token is known with its place."""

    def __init__(self, text: str) -> None:
        plain = text.translate(_TWINS)  # one character for one: places in it are places in the text
        self.text = text
        self.spans = [match.span(1) for match in _TOKEN.finditer(plain)]
        tokens = [plain[start:end] for start, end in self.spans]
        self.tokens = [*(_SAME.get(token, token) for token in tokens), "", ""]
        self.here = 0
        self.depth = 0
        self.dice = 0

    @property
    def token(self) -> str:
        """The token to be read; "" at the end."""
        return self.tokens[self.here]

    def number_next(self) -> bool:
        return self.token.isascii() and self.token.isdigit()

    def wrong(self, expected: str, found: str = "", token: int | None = None) -> Malformed:
        """An error at the token to be read, or at another."""
        start, end = self.spans[self.here if token is None else token]
        shown = repr(self.text[start:end]) if start < end else "the end"
        return Malformed(found or shown, at=f"position {start + 1}", expected=expected)

    def expression(self) -> Expression:
        """The whole text."""
        if not self.token:
            raise Malformed("an empty text", at="position 1", expected="dice such as 2d6")
        term = self.compared()
        if self.token:
            counts = isinstance(term, Dice) and term.compare and self.tokens[self.here - 1] != ")"
            raise self.wrong("the end" if counts or isinstance(term, Target) else "+, -, *, a comparison or the end")
        if not self.dice:
            raise self.wrong("at least one die such as d6", "no dice", 0)
        if (reach := _reach(term)) > MOST_TOTAL:
            raise self.wrong(f"at most {MOST_TOTAL:,}", f"a total of up to {reach:,}", 0)
        if (length := len(str(term))) > LONGEST:
            raise self.wrong(f"at most {LONGEST} characters", f"{length} characters in its plain form", 0)
        return term

    def compared(self) -> Expression:
        """A sum and the comparison that may follow it."""
        start = self.token
        term = self.sum()
        if self.token not in COMPARISONS:
            return term
        compare = cast(Compare, self.token)
        place = self.here
        if isinstance(term, Dice) and not term.pick and start not in ("d", "("):
            self.here += 1
            face = self.number("the face that counts, a number")
            pool = msgspec.structs.replace(term, compare=compare, face=face)
            low, high = pool.hits
            if low > high or (low, high) == (1, pool.sides):
                faces = f"{'no' if low > high else 'every'} face of a d{pool.sides}"
                target = f"({term}){compare}{pool.face} for a target of the total"
                raise self.wrong(f"some of the faces 1 to {pool.sides}, or {target}", f"{faces} counts", place)
            return pool
        if self.depth:
            raise self.wrong("+, -, * or ): a target stands at the end, outside parentheses")
        self.here += 1
        sign = self.minus()
        return Target(term, compare, sign * self.number("the target, a number"))

    def minus(self) -> int:
        """-1 where a minus stands here, otherwise 1."""
        if self.token != "-":
            return 1
        self.here += 1
        return -1

    def sum(self) -> Expression:
        """Terms with + and -."""
        term = Negative(self.product()) if self.minus() < 0 else self.product()
        while self.token in ("+", "-"):
            sign = cast(Literal["+", "-"], self.token)
            self.here += 1
            term = Sum(term, sign, self.product())
        return term

    def product(self) -> Expression:
        """Terms with *."""
        term = self.operand()
        while self.token == "*":
            self.here += 1
            term = Product(term, self.operand())
        return term

    def operand(self) -> Expression:
        """A number, dice, or an expression in parentheses."""
        if self.token == "d" or (self.number_next() and self.tokens[self.here + 1] == "d"):
            return self.pool()
        if self.token != "(":
            return Number(self.number("a number, dice or ("))
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"at most {DEEPEST} parentheses inside one another")
        self.here += 1
        term = self.compared()
        if self.token != ")":
            raise self.wrong("+, -, *, a comparison or )")
        self.here += 1
        self.depth -= 1
        return term

    def number(self, expected: str, least: int = 0, most: int = MOST_NUMBER, of: str = "") -> int:
        """A whole number from `least` to `most`; `of` names what is limited."""
        if not self.number_next():
            raise self.wrong(expected)
        value = int(self.token)
        if not least <= value <= most:
            raise self.wrong(f"{least:,} to {most:,}{of}")
        self.here += 1
        return value

    def pool(self) -> Dice | D66:
        """Dice with what follows them, except a comparison."""
        place = self.here
        written = self.token != "d"
        count = self.number("", 1, MOST_DICE, " dice") if written else 1
        self.here += 1
        tens = self.token.lstrip("0") == "66"
        if tens and written:
            raise self.wrong("d66 without a number of dice before it", token=place)
        self.dice += 2 if tens else count
        if self.dice > MOST_DICE:
            raise self.wrong(f"at most {MOST_DICE:,} dice in all", f"{self.dice:,} dice so far", place)
        if tens:
            self.here += 1
            return D66()
        if self.token == "%":
            sides = 100
            self.here += 1
        else:
            sides = self.number("the number of sides, or %", 2, MOST_SIDES, " sides")
        if self.token in ("kh", "kl", "dh", "dl"):
            return self.picked(count, sides)
        if self.token == "!":
            self.here += 1
            return Dice(count, sides, again=self.again(sides, written))
        return Dice(count, sides)

    def picked(self, count: int, sides: int) -> Dice:
        """What is kept or dropped of `count` dice."""
        pick = cast(Pick, self.token)
        keep = pick[0] == "k"
        most = count if keep else count - 1
        if not most:
            raise self.wrong("at least 2 dice to drop one of")
        self.here += 1
        of = f" dice to {'keep' if keep else 'drop'} of {count}"
        return Dice(count, sides, pick, self.number("", 1, most, of) if self.number_next() else 1)

    def again(self, sides: int, written: bool) -> int:
        """The face from which a die explodes, after the "!"."""
        place = self.here
        over = 0
        # "10d10!>=8" counts dice: there the comparison is not ours
        if self.token in COMPARISONS and (not written or self.tokens[self.here + 2] in COMPARISONS):
            if self.token not in (">=", ">"):
                raise self.wrong(">= or >: a die explodes from a face upwards")
            over = self.token == ">"
            self.here += 1
        elif not self.number_next():
            return sides
        face = self.number("the face from which a die explodes, a number") + over
        if not 2 <= face <= sides:
            faces = "every face" if face < 2 else "no face"
            raise self.wrong(f"a face from 2 to {sides}", f"{faces} of a d{sides} explodes", place)
        return face
