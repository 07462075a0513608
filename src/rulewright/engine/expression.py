"""The tree of a dice expression: small frozen structs whose `str` is the plain form that `parse` reads back."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt
from typing import Literal, TypeAlias

import msgspec

WAVES = 20  # times in a row that a die may bring another

Pick: TypeAlias = Literal["", "kh", "kl", "dh", "dl"]
Compare: TypeAlias = Literal["", ">=", ">", "<=", "<", "="]

COMPARISONS = {">=": ge, ">": gt, "<=": le, "<": lt, "=": eq}


class Number(msgspec.Struct, frozen=True, cache_hash=True):
    """A whole number, 0 or more."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Dice(msgspec.Struct, frozen=True, cache_hash=True):
    """`count` dice of `sides` sides.

    `pick` keeps or drops `number` of them; `again` is the face from which a die explodes (0: none does). With
    `compare` the dice whose face compares so with `face` are counted, otherwise the faces are added.
    """

    count: int
    sides: int
    pick: Pick = ""
    number: int = 0
    again: int = 0
    compare: Compare = ""
    face: int = 0

    @property
    def keeps(self) -> tuple[int, bool]:
        """How many dice are kept, and whether those are the highest."""
        if not self.pick:
            return self.count, True
        return (self.number if self.pick[0] == "k" else self.count - self.number), self.pick in ("kh", "dl")

    @property
    def hits(self) -> tuple[int, int]:
        """The lowest and the highest face that count; the second is less than the first where none does."""
        low = self.face + (self.compare == ">") if self.compare in (">=", ">", "=") else 1
        high = self.face - (self.compare == "<") if self.compare in ("<=", "<", "=") else self.sides
        return max(low, 1), min(high, self.sides)

    def __str__(self) -> str:
        # without its number a comparison after one die would be read as a target, or as part of the "!"
        count = self.count if self.count > 1 or self.compare or self.again else ""
        number = self.number if self.number > 1 else ""
        again = "" if not self.again else "!" if self.again == self.sides else f"!{self.again}"
        hits = f"{self.compare}{self.face}" if self.compare else ""
        return f"{count}d{self.sides}{self.pick}{number}{again}{hits}"


class D66(msgspec.Struct, frozen=True, cache_hash=True):
    """Two six-sided dice, the first read as tens and the second as ones: 11 to 66."""

    def __str__(self) -> str:
        return "d66"


class Negative(msgspec.Struct, frozen=True, cache_hash=True):
    """A term with a minus before it."""

    term: Expression

    def __str__(self) -> str:
        return f"-{inside(self.term, Sum, Negative)}"


class Sum(msgspec.Struct, frozen=True, cache_hash=True):
    """`left` and `right` added, or `right` taken away."""

    left: Expression
    sign: Literal["+", "-"]
    right: Expression

    def __str__(self) -> str:
        return f"{inside(self.left)}{self.sign}{inside(self.right, Sum, Negative)}"


class Product(msgspec.Struct, frozen=True, cache_hash=True):
    """`left` times `right`."""

    left: Expression
    right: Expression

    def __str__(self) -> str:
        return f"{inside(self.left, Sum, Negative)}*{inside(self.right, Sum, Negative, Product)}"


class Target(msgspec.Struct, frozen=True, cache_hash=True):
    """The total of `term` compared with `value`: success or failure. Only ever the whole expression."""

    term: Expression
    compare: Compare
    value: int

    def __str__(self) -> str:
        term = inside(self.term)
        pool = isinstance(self.term, Dice) and not self.term.pick and term[0].isdigit()
        return f"({term}){self.compare}{self.value}" if pool else f"{term}{self.compare}{self.value}"


Expression: TypeAlias = Number | Dice | D66 | Negative | Sum | Product | Target


def holds(number: int, compare: Compare, with_number: int) -> bool:
    """Whether `number` compares so with `with_number`."""
    return bool(COMPARISONS[compare](number, with_number))


def inside(term: Expression, *bracketed: type) -> str:
    """The text of a part of a larger expression, in parentheses where its kind needs them there."""
    counts = isinstance(term, Dice) and term.compare
    return f"({term})" if counts or isinstance(term, bracketed) else str(term)
