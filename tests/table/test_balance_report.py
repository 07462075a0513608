from __future__ import annotations

import pytest

from rulewright.engine.game import Measure
from rulewright.engine.simulation import Count
from rulewright.table.balance_report import Report, shares
from rulewright.table.sweep import Variant


def test_rates_means_and_shares_as_plain_data() -> None:
    count = Count()
    for won, hp, harm in ((True, 4, {"Ann": 3, "Bo": 1}), (False, 0, {"Bo": 4})):
        count.add(Measure({"win": won}, {"hp": hp}, {"harm": harm}))
    report = Report("toy", "duel", "Duel", "1", {"parry": True}, ((Variant({}, {"foes.0.hp": 4}), count),))
    plain = report.plain()
    assert (plain["game"], plain["scenario"], plain["seed"], plain["options"]) == ("toy", "duel", "1", {"parry": True})
    (variant,) = plain["variants"]
    assert (variant["values"], variant["samples"], variant["stalemates"]) == ({"foes.0.hp": 4}, 2, 0)
    assert (variant["flags"]["win"]["count"], variant["flags"]["win"]["rate"]) == (1, 0.5)
    assert 0 < variant["flags"]["win"]["low"] < 0.5 < variant["flags"]["win"]["high"] < 1
    expected = {"mean": 2, "low": -1.92, "high": 5.92, "least": 0, "most": 4}
    assert variant["figures"]["hp"] == pytest.approx(expected, abs=0.01)
    assert variant["tallies"] == {"harm": {"Bo": {"count": 5, "share": 0.625}, "Ann": {"count": 3, "share": 0.375}}}


def test_the_largest_share_comes_first_equal_ones_by_name() -> None:
    assert shares({"b": 1, "a": 1, "c": 2}) == [("c", 2, 0.5), ("a", 1, 0.25), ("b", 1, 0.25)]
    assert shares({"a": 0}) == [("a", 0, 0.0)]
