"""A map at the terminal: places with the ways out of them, the way that was walked, and signs that any terminal has."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from nw3_maps import ANNA, REFEREE, diving
from rulewright.cli.mapping import LINES, map_lines
from rulewright.cli.peeking import Peeking
from rulewright.cli.telling import Teller
from rulewright.cli.terminal import Terminal
from rulewright.engine.journal import Seat
from rulewright.games.nw3.game import game
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from walks import opened


class Paper(io.StringIO):
    """What is printed, for a terminal of some encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


def terminal(paper: Paper, language: str = "en") -> Terminal:
    return Terminal(language, console=Console(file=paper, width=120, markup=False, highlight=False))


def printed(seat: Seat, encoding: str = "utf-8", language: str = "en") -> str:
    paper = Paper(encoding)
    shown = game.map(diving("g1", "g2"), seat, language, "dive")
    assert shown is not None
    at = terminal(paper, language)
    at.show(*map_lines(shown, words_of(game, language), at))
    return paper.getvalue()


def test_a_player_reads_where_the_ways_lead_and_no_secret() -> None:
    text = printed(ANNA)
    assert "Turnstile (Entrance, entered)\n  ─── Showers (Normal Gate (ゲート))" in text
    assert "◀── Showers (One-Way Gate (ゲート))" in text
    assert "The way walked: Turnstile → Showers → Deep End" in text
    assert "Sauna" not in text
    assert "?" in text


def test_the_referee_reads_everything() -> None:
    text = printed(REFEREE)
    for word in ("Sauna", "Event: The bench speaks.", "Trap: Hot Tap", "players do not know it", "Ruler: Lifeguard"):
        assert word in text


def test_a_plain_terminal_has_plain_signs() -> None:
    text = printed(ANNA, "ascii")
    assert all(plain in text for plain in ("---", "-->", "<--"))
    assert not [fancy for fancy, _ in LINES.values() if fancy in text]


@pytest.mark.parametrize("language", game.languages)
def test_every_language(language: str) -> None:
    assert "«" not in printed(REFEREE, language=language)


def peeking(table: Table, seat: str, paper: Paper) -> Peeking:
    at = terminal(paper)
    eyes = next(one for one in table.seats if one.id == seat)
    return Peeking(table, at, Teller(at, words_of(game, "en"), game.rulebook()), eyes)


def test_the_key_shows_one_map_and_lists_the_others() -> None:
    table = opened(game, "rooftop", 1)
    for name in ("First Tower", "Second Tower"):
        table.submit("referee", {"do": "begin_fortress", "name": name})
    paper = Paper("utf-8")
    referee = next(one.id for one in table.seats if one.referee)
    titles = [
        one.title for one in game.atlas(table.world, next(one for one in table.seats if one.referee), "en").titles
    ]
    peeking(table, referee, paper).map(str(titles.index("Second Tower") + 1))
    text = paper.getvalue()
    assert text.startswith("Second Tower\n")
    assert f"m {titles.index('First Tower') + 1}: First Tower" in text
    for rest in ("99", "0"):
        paper = Paper("utf-8")
        peeking(table, referee, paper).map(rest)
        assert paper.getvalue() == "There is no such map.\n"
    player = next(one.id for one in table.seats if one.role == "player")
    paper = Paper("utf-8")
    peeking(table, player, paper).map("")
    assert paper.getvalue() == "There is no such map.\n"
