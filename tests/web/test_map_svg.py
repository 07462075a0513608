"""Maps as pictures: every place has room of its own, every link leads from rim to rim, and a name is only a name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.engine.maps import Link, Map, Place, Step
from rulewright.web.drawing.map_layout import cells
from rulewright.web.drawing.map_svg import COLUMN, NAME_ROOM, RADIUS, SHAPES, Paths, line_svg, map_svg
from rulewright.web.drawing.map_words import MapWords
from rulewright.web.drawing.text_width import text_width

NASTY = "<script>alert(1)</script>&\"'"
PATHS = Paths(lambda id: f"/place/{id}", lambda id: f"/link/{id}")
SVG = {"svg", "path", "circle", "polygon", "text", "a"}


def plainly(key: str, facts: Mapping[str, Any]) -> str:
    return key


def drawn(shown: Map, **more: Any) -> Element:
    return ElementTree.fromstring(str(map_svg(shown, plainly, "The map", PATHS, **more)))


def of_class(picture: Element, name: str) -> list[Element]:
    return [one for one in picture.iter() if name in one.get("class", "").split()]


names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=40) | st.sampled_from(
    [NASTY, "空" * 40, "", "a" * 200]
)
STYLES = sorted(SHAPES)


@st.composite
def maps(draw: st.DrawFn) -> Map:
    count = draw(st.integers(1, 14))
    coordinate = st.none() | st.integers(0, 99)
    places = tuple(
        Place(
            f"p{number}", draw(names), draw(names), draw(st.sampled_from(["", "★"])),
            state=draw(st.sampled_from(["known", "unknown", "visited", "cleared"])),
            marks=tuple(draw(st.lists(names, max_size=2))),
            x=draw(coordinate), y=draw(coordinate), here=tuple(draw(st.lists(names, max_size=2))),
            current=draw(st.booleans()), secret=draw(st.booleans()),
        )
        for number in range(count)
    )  # fmt: skip
    ends = st.sampled_from([place.id for place in places])
    links = tuple(
        Link(f"g{number}", draw(ends), draw(ends), draw(names), draw(st.sampled_from(STYLES)))
        for number in range(draw(st.integers(0, 20)))
    )
    walked = draw(st.lists(st.sampled_from(links), max_size=5)) if links else []
    return Map("m", draw(names), "", places, links, tuple(Step(one.id, one.from_, one.to) for one in walked))


@given(shown=maps())
@settings(max_examples=150, deadline=None)
def test_any_map_is_drawn_whole(shown: Map) -> None:
    found = cells(shown)
    assert found.keys() == {one.id for one in shown.places}
    assert len(set(found.values())) == len(found)
    assert min(found.values(), key=lambda cell: cell[0])[0] == 0
    assert min(row for _, row in found.values()) == 0
    picture = drawn(shown)
    left, top, width, height = (float(one) for one in picture.get("viewBox", "").split())
    circles = [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in of_class(picture, "rim")]
    assert len(circles) == len(shown.places)
    for x, y in circles:
        assert left + RADIUS < x < left + width - RADIUS
        assert top + RADIUS < y < top + height - RADIUS
    for place, one in enumerate(circles):
        assert all(math.dist(one, other) > 2 * RADIUS + 20 for other in circles[:place])
    drawable = [one for one in shown.links if one.from_ != one.to]
    assert len(of_class(picture, "gate")) == len(drawable)
    assert len(of_class(picture, "walked")) == len({step.link for step in shown.way if step.left != step.to})
    assert all(text_width(one.text or "") <= NAME_ROOM for one in of_class(picture, "name"))
    for badge in of_class(picture, "badge"):
        assert left < float(badge.get("cx", "")) - 9 < left + width - 18
        assert top < float(badge.get("cy", "")) - 9 < top + height - 18
    assert {one.tag for one in picture.iter()} <= SVG
    assert not any(name.startswith("on") or name == "style" for one in picture.iter() for name in one.attrib)
    words = MapWords(shown, plainly, PATHS)
    assert len(words.way()) >= (len(shown.way) > 0) * 2
    assert {row.id for place in shown.places for row in words.links_at(place.id)} == {one.id for one in shown.links}


def test_coordinates_are_kept_with_no_wide_gaps() -> None:
    places = [Place("a", "A", "k", x=0, y=50), Place("b", "B", "k", x=1, y=50), Place("c", "C", "k", x=90, y=51)]
    assert cells(Map("m", "M", "", tuple(places))) == {"a": (0, 0), "b": (1, 0), "c": (3, 1)}


def test_places_without_coordinates_stand_by_their_distance() -> None:
    places = tuple(Place(id, id, "k") for id in "abcd")
    links = (Link("1", "a", "b", "k"), Link("2", "a", "c", "k"), Link("3", "c", "d", "k"))
    assert cells(Map("m", "M", "", places, links)) == {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (2, 0)}


def test_a_place_without_coordinates_stands_beside_its_neighbour() -> None:
    places = (Place("a", "A", "k", x=3, y=3), Place("b", "B", "k", x=4, y=3), Place("c", "C", "k"))
    found = cells(Map("m", "M", "", places, (Link("1", "b", "c", "k"),)))
    assert max(abs(found["c"][0] - found["b"][0]), abs(found["c"][1] - found["b"][1])) == 1


def test_two_places_on_one_point_stand_apart() -> None:
    places = (Place("a", "A", "k", x=3, y=3), Place("b", "B", "k", x=3, y=3))
    assert len(set(cells(Map("m", "M", "", places)).values())) == 2


def test_a_line_does_not_run_through_a_place_on_its_way() -> None:
    places = tuple(Place(id, id, "k", x=x, y=0) for x, id in enumerate("abc"))
    picture = drawn(Map("m", "M", "", places, (Link("1", "a", "c", "k"), Link("2", "a", "b", "k"))))
    long, short = (one.get("d", "") for one in of_class(picture, "line"))
    straight, bent = (
        re.fullmatch(r"M[\d.]+ ([\d.]+)Q[\d.]+ (-?[\d.]+) [\d.]+ ([\d.]+)", path) for path in (short, long)
    )
    assert straight
    assert bent
    assert straight[1] == straight[2] == straight[3]
    assert abs(float(bent[2]) - float(bent[1])) > 2 * RADIUS


def test_links_between_the_same_places_lie_side_by_side_and_an_arrow_points_to_its_end() -> None:
    places = (Place("a", "A", "k", x=0, y=0), Place("b", "B", "k", x=1, y=0))
    links = tuple(
        Link(str(number), "b" if number % 2 else "a", "a" if number % 2 else "b", "k", "arrow") for number in range(4)
    )
    picture = drawn(Map("m", "M", "", places, links))
    paths = [one.get("d", "") for one in of_class(picture, "line")]
    assert len(set(paths)) == 4
    for number, head in enumerate(of_class(picture, "head")):
        (tip, _), (back, _), _ = (
            [float(part) for part in point.split(",")] for point in head.get("points", "").split()
        )
        assert (tip < back) == bool(number % 2)


def test_each_style_of_line_has_a_shape_of_its_own() -> None:
    pictures = {style: str(line_svg(style)) for style in SHAPES}
    shapes = {re.sub(r'class="line \w+"', "", picture) for picture in pictures.values()}
    assert len(shapes) == len(SHAPES)


def test_a_name_is_only_a_name() -> None:
    shown = Map(
        "m", NASTY, "", (Place("a", NASTY, NASTY, here=(NASTY,)), Place("b", "B", "k")), (Link("1", "a", "b", NASTY),)
    )
    svg = str(map_svg(shown, plainly, NASTY, PATHS, "a", "1"))
    assert "<script" not in svg
    picture = ElementTree.fromstring(svg)
    assert picture.get("aria-label") == NASTY
    (chosen,) = [one for one in of_class(picture, "chosen") if "place" in one.get("class", "")]
    assert chosen.get("aria-label", "").startswith(NASTY)


def test_steps_are_numbered_and_the_play_is_marked() -> None:
    places = (Place("a", "A", "k"), Place("b", "B", "k", current=True))
    way = (Step("1", "a", "b"), Step("1", "b", "a"), Step("1", "a", "b"))
    shown = Map("m", "M", "", places, (Link("1", "a", "b", "k"),), way)
    picture = drawn(shown)
    assert [one.text for one in of_class(picture, "steps")] == ["1 2 3"]
    assert [one.get("data-place") for one in picture.iter("a") if one.get("aria-current")] == ["b"]
    words = MapWords(shown, plainly, PATHS)
    assert words.way() == ("A", "B", "A", "B")
    assert words.link(shown.links[0], "b").one == "B"


@pytest.mark.parametrize("count", [99, 200])
def test_large_maps_are_drawn(count: int) -> None:
    places = tuple(Place(f"p{number}", f"Place {number}", "k") for number in range(count))
    links = tuple(Link(f"g{number}", f"p{number // 3}", f"p{number}", "k") for number in range(1, count))
    picture = drawn(Map("m", "M", "", places, links))
    assert len(of_class(picture, "place")) == count
    assert len(of_class(picture, "gate")) == count - 1
    assert float(picture.get("width", "")) >= COLUMN
