"""The live part of the board: the text of the Scene that is played, and the way to the maps once there are any."""

from __future__ import annotations

from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table
from rulewright.web.live.feed import PageFeed
from rulewright.web.views import Look

EVENING = game.scenarios()["one_year_less_a_day"]


def played_to(command: str) -> Table:
    """The evening up to this command."""
    table = Table.new(game, EVENING, Options(), game.seats(EVENING), MemoryJournal(), "board")
    while True:
        if questions := table.open_questions("referee"):
            table.answer("referee", questions[0].id, game.policy.answer(table.world, questions[0].question))
            continue
        step = game.policy.command(table.world)
        assert step is not None
        table.submit(step[0].id, step[1])
        if step[1].__struct_config__.tag == command:
            return table


def board(table: Table, seat: str) -> str:
    return PageFeed(game, "t", seat, Look("en"), "en").parts(table)["board"]


def test_the_text_of_the_scene_is_sent_when_the_scene_is_opened() -> None:
    assert "What is found on the trains" in board(played_to("next_phase"), "kanata")
    later = board(played_to("play_prepared"), "kanata")
    assert "The last train has gone." in later
    assert "What is found on the trains" not in later


def test_the_way_to_the_map_is_there_for_players_once_they_are_inside() -> None:
    before, after = played_to("play_prepared"), played_to("enter_fortress")
    assert [("/map" in board(table, "kanata")) for table in (before, after)] == [False, True]
    assert "/map" in board(before, "referee")
