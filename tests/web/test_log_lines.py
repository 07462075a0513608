"""Lines of the log as HTML: words, dice, sums with what did not count, rules; and nothing that a text could break."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import Evening
from rulewright import games
from rulewright.engine.events import Event
from rulewright.engine.journal import Rolled, standing
from rulewright.engine.modifiers import Part, Sum
from rulewright.table.lines import Line, log
from rulewright.table.log import Fallen
from rulewright.web.drawing.log_lines import LogLines
from rulewright.web.views import Look
from walks import opened

CAIRN = games.get("cairn")
NASTY = "<script>alert(1)</script>&\"'"


def pen(sides: Mapping[str, int] | None = None, language: str = "en", game: Any = CAIRN) -> LogLines:
    return LogLines(game, Look("en"), language, sides or {})


def item(line: Line, **more: Any) -> Element:
    """The line as an item of a list, read strictly."""
    found = ElementTree.fromstring(f"<ol>{pen(**more).line(line)}</ol>")
    (made,) = found
    assert made.tag == "li"
    return made


def said(text: str, name: str = "Aune", to: tuple[str, ...] = ()) -> Event:
    return Event("table.say.quietly" if to else "table.say", {"name": name, "text": text}, to=to)


def words(element: Element) -> str:
    return "".join(element.itertext())


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), min_size=1) | st.just(NASTY))
def test_whatever_is_said_is_only_text(text: str) -> None:
    line = item(Line(1, 7, said(text)), sides={"Aune": 0, text: 1})
    assert text in words(line)
    assert {one.tag for one in line.iter()} <= {"li", "b"}


@pytest.mark.parametrize("text", ["answer.yes", "Referee", "{name}", "%(name)s", "refuse.table_closed"])
def test_what_looks_like_a_message_is_only_text(text: str) -> None:
    assert words(item(Line(1, 7, said(text)))) == f"Aune: {text}"
    undone = Event("table.undone.why", {"name": "Aune", "to": 3, "reason": text})
    assert text in words(item(Line(1, 7, undone)))


def test_names_of_people_and_packs_are_only_text() -> None:
    event = Event("table.free_roll", {"name": NASTY, "text": NASTY, "total": 3, "dice": NASTY}, NASTY, to=(NASTY,))
    fallen = Fallen(6, 5, 6, (1, 2), NASTY, NASTY, NASTY)
    line = pen({NASTY: 2}).line(Line(1, 7, event, (fallen,)))
    assert "<script" not in line
    assert re.search(r"on\w+=", line) is None
    links = [one.get("href", "") for one in ElementTree.fromstring(f"<ol>{line}</ol>").iter("a")]
    assert links == [f"/rules/cairn/{NASTY}"]


def test_a_line_with_nothing_behind_it_cannot_be_opened() -> None:
    line = item(Line(1, 7, said("hello")))
    assert line.find("details") is None
    assert line.get("class") == "talk"
    assert words(line) == "Aune: hello"


def test_lines_are_told_apart_by_more_than_their_colour() -> None:
    assert item(Line(1, 7, said("psst", to=("reko",)))).get("class") == "talk"
    secret = Event("table.free_roll", {"name": "R", "text": "d6", "total": 3, "dice": "[3]"}, to=("referee",))
    assert item(Line(1, 7, secret)).get("class") == "secret"
    assert item(Line(1, 7, Event("table.closed", {"seed": "00"}))).get("class") == "told"


def test_dice_show_every_face_and_why() -> None:
    dice = (Fallen(5, 4, 6, (3, 6), "aune", "damage", "CRN-DMG-01"), Fallen(6, 4, 20, (17,), "aune", "no such reason"))
    line = item(Line(1, 7, Event("table.closed", {"seed": "00"}, "CRN-DMG-02"), dice))
    shown = [words(one).split() for one in line.iter("p") if one.get("class") == "dice"]
    assert shown[0][:3] == ["2d6", "3", "6"]
    assert "«" not in words(line)
    assert shown[1] == ["1d20", "17", "no", "such", "reason"]
    assert [words(one) for one in line.iter("a")] == ["CRN-DMG-02", "CRN-DMG-01"]


def test_a_sum_shows_what_counted_and_strikes_out_what_did_not() -> None:
    total = Sum(8, (Part("base", 7, "R-1"), Part("curse", -2, "R-2"), Part(NASTY, 1, "R-3", "R-5")), "R-9")
    line = item(Line(1, 7, Event("table.closed", {"seed": "00"}, sum=total)))
    (table,) = line.iter("table")
    rows = [[words(cell) for cell in row] for row in table]
    assert rows[0][0] == "+7"
    assert rows[1][0] == "-2"
    assert rows[2][0] == "+1"
    assert "R-5" in rows[2][1]
    assert [one.tag for one in table[2].iter() if one.tag == "del"] == ["del", "del"]
    assert [one.tag for one in table[0].iter() if one.tag == "del"] == []
    assert rows[3][0] == "= 8"
    assert "R-9" in rows[3][1]
    assert table[3][0].get("scope") == "row"
    assert [words(one) for one in line.iter("a")] == ["R-1", "R-2", "R-3", "R-5", "R-9"]


def test_names_are_in_the_colours_of_their_sides() -> None:
    line = item(Line(1, 7, said("Reko Ko (and a+b) meet Rei", "Aune")), sides={"Rei": 1, "Reko": 0, "a+b": 2, "Ko": 3})
    assert [(one.text, one.get("class")) for one in line.iter("b")] == [
        ("Reko", "ink-0"), ("Ko", "ink-3"), ("a+b", "ink-2"), ("Rei", "ink-1"),
    ]  # fmt: skip
    assert words(line) == "Aune: Reko Ko (and a+b) meet Rei"


def test_of_names_that_hold_each_other_the_longest_counts() -> None:
    line = item(Line(1, 7, said("the Old Wizard and the Wizard")), sides={"Wizard": 0, "Old Wizard": 1})
    assert [(one.text, one.get("class")) for one in line.iter("b")] == [("Old Wizard", "ink-1"), ("Wizard", "ink-0")]


def test_lines_are_in_the_language_of_the_reader() -> None:
    event = Event("table.undone", {"name": "Aune", "to": 3})
    told = {language: words(item(Line(1, 7, event), language=language)) for language in ("en", "fi")}
    assert told["en"] != told["fi"]
    assert all("Aune" in text and "«" not in text for text in told.values())


@pytest.mark.parametrize(
    ("game_id", "scenario"), [("cairn", "ambush"), ("nw3", "closing_time"), ("nw3", "rooftop"), ("nwo", "last_train")]
)
def test_every_line_of_a_random_evening(game_id: str, scenario: str) -> None:
    game = games.get(game_id)
    evening = Evening(opened(game, scenario, 3))
    evening.go_on(Random(3), 120)
    table = evening.table
    for seat in table.seats:
        rolls = table.rolls(seat.id)
        lines = log(table.events_for(seat.id), rolls)
        for language in game.languages:
            html = str(LogLines(game, Look("en"), language, {"Aune": 0, "Gen": 1}).draw(lines))
            drawn = ElementTree.fromstring(f"<ol>{html}</ol>")
            assert len(drawn) == len(lines)
            assert "«" not in html
            faces = [int(one.text or "") for one in drawn.iter("span") if one.get("class") == "face"]
            last = lines[-1].seq
            fell = [face for one in rolls if not one.undone and one.seq <= last for face in one.faces]
            assert faces == fell
    # nobody but the referee sees secret dice, and undone ones stand nowhere
    assert len(table.rolls("referee")) > len(table.rolls("gallery"))
    standing_rolls = [one for one in standing(table.entries) if isinstance(one, Rolled)]
    assert len(standing_rolls) == sum(not one.undone for one in table.rolls("referee"))
