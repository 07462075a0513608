from __future__ import annotations

from fractions import Fraction

from rulewright.table.percent import percent


def test_what_is_neither_none_nor_all_never_reads_so() -> None:
    assert percent(Fraction(1, 3)) == "33.3 %"
    assert percent(0) == "0.0 %"
    assert percent(1e-9) == "<0.1 %"
    assert percent(1 - 1e-9) == ">99.9 %"
    assert percent(1) == "100.0 %"
    assert percent(0.996, 0) == ">99 %"
