"""Boards as pictures: everybody who may be seen is there, everything fits, and a name is only a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import games
from rulewright.engine.board import Board, Figure, Gauge, Zone
from rulewright.engine.journal import Seat
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from rulewright.web.drawing.board_svg import BOLD_ROOM, CARD, ROOM, SIDES, WIDTH, board_svg
from rulewright.web.drawing.text_width import cut, text_width
from walks import opened, walk

SCENARIOS = [
    ("cairn", "ambush"),
    ("cairn", "barrow"),
    ("nw3", "closing_time"),
    ("nw3", "rooftop"),
    ("nwo", "last_train"),
]
WIDEST = {
    "name": 18,
    "amount": 11,
    "numbers": ROOM,
    "marks": BOLD_ROOM,
    "doing": BOLD_ROOM,
    "holds": ROOM,
    "zone-name": 42,
}
NASTY = "<script>alert(1)</script>&\"'"


def plainly(key: str, facts: Mapping[str, Any]) -> str:
    """A catalogue in which every message is its key."""
    return key


def drawn(board: Board, **more: Any) -> Element:
    """The picture, read strictly."""
    return ElementTree.fromstring(str(board_svg(board, plainly, "The board", **more)))


def cards(picture: Element) -> list[Element]:
    return [one for one in picture if one.get("class", "").startswith("figure")]


def texts(element: Element, kind: str) -> list[str]:
    return [one.text or "" for one in element.iter("text") if one.get("class") == kind]


def boxes(picture: Element, kind: str) -> Iterator[tuple[float, float, float, float]]:
    for one in picture.iter("rect"):
        if one.get("class", "").startswith(kind):
            x, y = float(one.get("x", 0)), float(one.get("y", 0))
            yield x, y, x + float(one.get("width", 0)), y + float(one.get("height", 0))


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def check_picture(board: Board, picture: Element) -> None:
    """Everybody is there, each in a card of their own, inside the frame of their zone or side; all text fits."""
    _, _, width, height = (float(one) for one in picture.get("viewBox", "").split())
    assert width == WIDTH
    assert len(cards(picture)) == len(board.figures)
    spoken = [one.get("aria-label", "").split(", ")[0] for one in cards(picture)]
    assert sorted(spoken) == sorted(figure.name.split(", ")[0] for figure in board.figures)
    assert sorted(text for one in cards(picture) for text in texts(one, "name")) == sorted(
        cut(figure.name, 18) for figure in board.figures
    )
    frames, shapes = list(boxes(picture, "zone")), list(boxes(picture, "card-"))
    assert len(shapes) == len(board.figures)
    for place, shape in enumerate(shapes):
        assert shape[2] - shape[0] == CARD
        assert all(apart(shape, other) for other in shapes[:place])
        assert sum(
            frame[0] <= shape[0] and frame[1] <= shape[1] and frame[2] >= shape[2] and frame[3] >= shape[3]
            for frame in frames
        ) == 1  # fmt: skip
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height for box in frames)
    zones = {zone.id for zone in board.zones if any(figure.zone == zone.id for figure in board.figures)}
    sides = {figure.side for figure in board.figures if figure.zone not in {zone.id for zone in board.zones}}
    assert len(frames) == len(zones) + len(sides)
    for one in picture.iter("text"):
        assert text_width(one.text or "") <= WIDEST[one.get("class", "")], one.text
    for card in cards(picture):
        (shape,) = boxes(card, "card-")
        for one in card.iter("text"):
            assert shape[0] < float(one.get("x", 0)) < shape[2]
            assert shape[1] < float(one.get("y", 0)) < shape[3]
        for x, _, end, _ in boxes(card, "bar"):
            assert 0 <= end - x <= 54
            assert end <= shape[2]


names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=60) | st.sampled_from(
    [NASTY, "空", "漢字の名前がとても長い人物" * 3, "e\u0301" * 30, "", " ", "a" * 500, "]]>", "<!--", "&amp;", "%s{}"]
)
gauges = st.builds(
    Gauge, st.sampled_from(["hp", "体力", "hit points of the body"]), st.integers(-99, 9999), st.integers(-5, 9999)
)
figures = st.builds(
    Figure,
    id=st.uuids().map(str),
    name=names,
    side=st.sampled_from(["ours", "theirs", "敵", "others", "fifth"]),
    gauge=gauges,
    numbers=st.dictionaries(names, st.none() | st.integers(-999, 10**6), max_size=5),
    holds=st.lists(names, max_size=4).map(tuple),
    marks=st.lists(names, max_size=4).map(tuple),
    doing=names,
    out=st.booleans(),
    mine=st.booleans(),
    zone=st.sampled_from(["", "a", "b", "nowhere"]),
)
boards = st.builds(
    Board,
    title=names,
    text=names,
    key=names,
    figures=st.lists(figures, max_size=9).map(tuple),
    zones=st.sampled_from([(), (Zone("a", "here"), Zone("b", NASTY, ("dark", "空" * 40)), Zone("c", "empty"))]),
)


@given(board=boards, data=st.data())
@settings(max_examples=120)
def test_any_board_is_drawn_whole(board: Board, data: st.DataObject) -> None:
    read = data.draw(st.sets(st.sampled_from([one.id for one in board.figures]))) if board.figures else set()
    active = data.draw(st.sampled_from(["", *(one.id for one in board.figures)]))
    picture = drawn(board, sheets={id: f"/sheet/{id}" for id in read}, active=active)
    check_picture(board, picture)
    assert {one.get("href", "") for one in picture.iter("a")} == {f"/sheet/{id}" for id in read}
    assert sum("active" in one.get("class", "").split() for one in cards(picture)) == (active != "")
    assert {one.tag for one in picture.iter()} <= {"svg", "rect", "text", "a", "g"}
    assert not any(name.startswith("on") or name == "style" for one in picture.iter() for name in one.attrib)


def test_a_name_is_only_a_name() -> None:
    board = Board(
        "t", "x", "k", figures=(Figure("a", NASTY, NASTY, Gauge(NASTY, 1, 2), {NASTY: 1}, (NASTY,), (NASTY,), NASTY),)
    )
    svg = str(board_svg(board, plainly, NASTY, {"a": f"/x/{NASTY}"}))
    assert "<script" not in svg
    picture = ElementTree.fromstring(svg)
    assert picture.get("aria-label") == NASTY
    (card,) = cards(picture)
    assert card.get("href") == f"/x/{NASTY}"
    assert card.get("aria-label", "").startswith(f"{NASTY}, {NASTY} 1/2")
    assert texts(card, "name") == [cut(NASTY, 18)]


@pytest.mark.parametrize(
    ("value", "most", "width", "level"),
    [(0, 10, 0, "low"), (-3, 10, 0, "low"), (3, 10, 16.2, "low"), (5, 10, 27, "half"), (10, 10, 54, "full"),
     (15, 10, 54, "full"), (0, 0, 0, "low"), (5, 0, 0, "low"), (1, -1, 0, "low"), (10**9, 1, 54, "full")],
)  # fmt: skip
def test_a_gauge_stays_in_its_track(value: int, most: int, width: float, level: str) -> None:
    picture = drawn(Board("t", "x", "k", figures=(Figure("a", "A", "s", Gauge("hp", value, most)),)))
    (bar,) = (one for one in picture.iter("rect") if one.get("class", "").startswith("bar"))
    assert (float(bar.get("width", "")), bar.get("class")) == (width, f"bar {level}")


def test_a_board_with_nobody_on_it() -> None:
    picture = drawn(Board("t", "x", "k", zones=(Zone("a", "here"),)))
    assert list(picture) == []
    assert picture.get("viewBox") == "0 0 340 24"


def test_what_is_not_for_this_seat_is_a_question_mark() -> None:
    picture = drawn(
        Board("t", "x", "k", figures=(Figure("a", "A", "s", Gauge("hp", 1, 2), {"armor": None, "str": 3}),))
    )
    assert texts(picture, "numbers") == ["armor ? · str 3"]


def test_sides_have_colours_in_order() -> None:
    people = tuple(Figure(f"{n}", f"P{n}", f"side {n % 6}", Gauge("hp", 1, 2)) for n in range(12))
    picture = drawn(Board("t", "x", "k", figures=people))
    shown = {texts(one, "name")[0]: next(boxes(one, "side-"), None) and _side(one) for one in cards(picture)}
    assert shown == {f"P{n}": (n % 6) % SIDES for n in range(12)}


def _side(card: Element) -> int:
    return next(int(one.get("class", "")[5:]) for one in card.iter("rect") if one.get("class", "").startswith("side-"))


@given(text=names, room=st.integers(1, 60))
def test_a_text_that_is_cut_fits_and_says_so(text: str, room: int) -> None:
    short = cut(text, room)
    assert text_width(short) <= room
    if text_width(text) <= room:
        assert short == text
    else:
        assert short.endswith("…")
        assert text.startswith(short[:-1])


def test_a_very_long_text_is_cut_at_once() -> None:
    assert cut("漢" * 1_000_000, 21) == "漢" * 10 + "…"


@pytest.mark.parametrize("language", ["en", "fi", "ja", "zh"])
@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_the_boards_of_a_random_evening(game_id: str, scenario: str, language: str) -> None:
    game = games.get(game_id)
    if language not in game.languages and language != "en":
        language = game.languages[0]
    words = words_of(game, language)
    seen = 0

    def look(table: Table) -> None:
        nonlocal seen
        if table.seq % 3:
            return
        secrets = list(game.secrets(table.world))
        for seat in table.seats:
            board = game.board(table.world, seat, language)
            sheets = {one.id: f"/s/{one.id}" for one in board.figures if one.mine}
            svg = str(board_svg(board, words, "board", sheets))
            picture = ElementTree.fromstring(svg)
            check_picture(board, picture)
            assert "«" not in svg
            if not seat.referee:
                assert not [secret for secret in secrets if secret in svg]
                check_hides(table, seat, language, svg)
            seen += len(board.figures)

    walk(opened(game, scenario, 7), 7, 40, look)
    assert seen > 100


def check_hides(table: Table, seat: Seat, language: str, svg: str) -> None:
    """Whoever the referee sees and this seat does not is not in its picture, not even by name."""
    game = table.game
    mine = game.board(table.world, seat, language)
    referee = next(one for one in table.seats if one.referee)
    shown = {one.id for one in mine.figures}
    known = {one.name for one in mine.figures}
    for figure in game.board(table.world, referee, language).figures:
        if figure.id not in shown and figure.name not in known:
            assert not re.search(rf"\b{re.escape(figure.name)}\b", svg), figure.name


def test_boards_are_plain_data() -> None:
    board = Board("t", "x", "k", figures=(Figure("a", "A", "s", Gauge("hp", 1, 2), zone="a"),), zones=(Zone("a", "z"),))
    assert msgspec.convert(msgspec.to_builtins(board), Board) == board
