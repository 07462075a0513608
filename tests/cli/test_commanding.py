"""Any command at the terminal, by its name and fields."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import games
from rulewright.cli.commanding import giver_of, read_command
from rulewright.engine.errors import Malformed
from rulewright.table.table import Table
from walks import opened


def a_table() -> Table:
    return opened(games.get("nw3"), "duel", 1)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("land character=hazuki", {"do": "land", "character": "hazuki"}),
        ('say text="good evening"', {"do": "say", "text": "good evening"}),
        ("call_judge character=hazuki stat=luck difficulty=10 hidden=true",
         {"do": "call_judge", "character": "hazuki", "stat": "luck", "difficulty": 10, "hidden": True}),
        ("set_tie_order characters=hazuki,gen", {"do": "set_tie_order", "characters": ["hazuki", "gen"]}),
        ("set_tie_order characters='[\"hazuki\"]'", {"do": "set_tie_order", "characters": ["hazuki"]}),
        ("set_trailer text=a=b", {"do": "set_trailer", "text": "a=b"}),
    ],
)  # fmt: skip
def test_a_line_is_a_command(text: str, command: dict[str, Any]) -> None:
    table = a_table()
    assert read_command(table, text) == command
    table.game.commands.read(command)


@pytest.mark.parametrize(
    ("text", "found"),
    [("dance now=1", "no command 'dance'"), ("land hazuki", "hazuki"), ('say text="open', "No closing quotation")],
)
def test_what_is_no_command(text: str, found: str) -> None:
    with pytest.raises(Malformed) as error:
        read_command(a_table(), text)
    assert found in str(error.value)


def test_players_are_not_offered_what_is_the_referees() -> None:
    table = a_table()
    seats = {seat.id: seat for seat in table.seats}
    mine, theirs = (table.game.commands.open_to(seats[name]) for name in ("hazuki", "referee"))
    assert "attack" in mine
    assert "call_judge" in theirs
    assert "call_judge" not in mine


def test_the_referee_gives_a_command_or_else_whose_character_it_names() -> None:
    table = opened(games.get("nw3"), "closing_time", 1)
    assert giver_of(table, ("rei", "referee"), {"do": "land", "character": "gen"}) == "referee"
    assert giver_of(table, ("rei", "gen"), {"do": "land", "character": "gen"}) == "gen"
    assert giver_of(table, ("rei",), {"do": "say", "text": "hello"}) == "rei"
