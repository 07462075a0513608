"""Charts: lengths, intervals, names that fit, and nothing that a browser would take for markup."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulewright.web.drawing import charts
from rulewright.web.drawing.charts import WIDTH, Bar


def widths(svg: str, kind: str) -> list[float]:
    return [float(width) for width in re.findall(rf'<rect class="{kind}"[^>]*? width="([\d.]+)"', svg)]


def heights(svg: str) -> list[float]:
    return [float(height) for height in re.findall(r'<rect class="bar plain"[^>]*? height="([\d.]+)"', svg)]


def test_bars_are_as_long_as_their_values() -> None:
    svg = charts.bars([Bar("a", 0.5, "50 %"), Bar("b", 1.0, "100 %"), Bar("c", 0.0, "0 %")], "label", 1.0)
    half, whole, none = widths(svg, "bar plain")
    assert half == pytest.approx(whole / 2)
    assert none == 0
    assert whole < WIDTH


def test_without_a_greatest_value_the_longest_bar_is_the_width() -> None:
    svg = charts.bars([Bar("a", 2.0, "2"), Bar("b", 8.0, "8")], "label")
    small, great = widths(svg, "bar plain")
    assert small == pytest.approx(great / 4)
    assert great == widths(svg, "track")[0]


def test_an_interval_is_drawn_where_it_is() -> None:
    svg = charts.bars([Bar("a", 0.5, "50 %", 0.25, 0.75)], "label", 1.0)
    low, high = re.findall(r"M([\d.]+) \d+v16", svg)
    room = widths(svg, "track")[0]
    assert float(low) == pytest.approx(4 + room * 0.25, abs=0.1)
    assert float(high) == pytest.approx(4 + room * 0.75, abs=0.1)
    assert "whisker" not in charts.bars([Bar("a", 0.5, "50 %")], "label")


def test_columns_are_as_high_as_their_shares() -> None:
    svg = charts.columns([("1", 0.1, "10 %"), ("2", 0.2, "20 %")], "label")
    low, high = heights(svg)
    assert low == pytest.approx(high / 2, abs=0.1)
    assert "<title>1: 10 %</title>" in svg


@pytest.mark.parametrize("count", [1, 2, 10, 30, 32])
def test_names_below_columns_do_not_touch(count: int) -> None:
    svg = charts.columns([(f"{100 + place}–{101 + place}", 0.1, "") for place in range(count)], "label")
    places = [float(x) for x in re.findall(r'<text class="mark middle" x="([\d.]+)"', svg)]
    names = re.findall(r'<text class="mark middle"[^>]*>([^<]*)<', svg)
    assert names
    for (one, name), (other, next_name) in zip(zip(places, names), zip(places[1:], names[1:])):
        assert other - one >= (len(name) + len(next_name)) / 2 * 6


def test_a_line_goes_through_its_points() -> None:
    svg = charts.line([("1", 1.0), ("2", 0.5), ("3", 0.0)], "label")
    tops = [float(y) for y in re.findall(r'<circle[^>]*cy="([\d.]+)"', svg)]
    assert tops[0] < tops[1] < tops[2]
    assert tops[1] == pytest.approx((tops[0] + tops[2]) / 2)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><b>', "&amp;", "ウィザード" * 20, ""])
def test_names_stay_text(name: str) -> None:
    drawn = [
        charts.bars([Bar(name, 0.5, name)], name),
        charts.columns([(name, 0.5, name)], name),
        charts.line([(name, 0.5)], name),
    ]
    for svg in drawn:
        assert ElementTree.fromstring(svg).get("aria-label") == name
        assert "<script" not in svg
        assert "style=" not in svg


def test_nothing_to_draw_is_drawn() -> None:
    for svg in (charts.bars([], "label"), charts.columns([], "label"), charts.line([], "label")):
        ElementTree.fromstring(svg)
