"""The odds of what is asked of a seat: complete after a while, and nothing in them that the seat may not know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.engine.builtin import FreeRoll
from rulewright.engine.journal import Rolled
from rulewright.games.cairn.rounds import StartFight
from rulewright.games.nw3.state import Stats
from rulewright.table.chances import Diverged, asked, of_answer, table_before
from rulewright.table.table import Table
from servers import Server, Visitor, running
from table_play import at, copy_of, play, secrets_of, sit
from tables import Made, new_table

SCRIPT = {"hx-request": "true"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("odds")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_posts=100_000) as found:
        yield found


def finished(visitor: Visitor, path: str, **headers: str) -> str:
    """The odds once all are worked out."""
    for _ in range(200):
        page = visitor.get(path, **headers)
        assert page.status_code == 200
        if "<progress" not in page.text:
            return page.text
    raise AssertionError("never finished")


def plays_at_menu(table: Table, key: str) -> str:
    """A player's seat that has this menu now, or ""."""
    if table.open_questions("referee"):
        return ""
    menus = ((seat.id, table.menu(seat.id)) for seat in table.seats if seat.role == "player")
    return next((seat for seat, menu in menus if menu is not None and menu.key == key), "")


def at_menu(server: Server, game: str, scenario: str, key: str) -> tuple[Made, str]:
    made = new_table(server, game, scenario)
    play(made, until=lambda table: plays_at_menu(table, key) != "")
    return made, at(made, lambda table: plays_at_menu(table, key))


def at_question(server: Server, game: str, scenario: str, key: str) -> tuple[Made, str]:
    """A table where a question of this key waits for a player."""
    made = new_table(server, game, scenario)

    def waits(table: Table) -> str:
        asked = [one for one in table.open_questions("referee") if one.question.key == key and one.owner != "referee"]
        return asked[0].owner if asked else ""

    play(made, until=lambda table: waits(table) != "")
    return made, at(made, waits)


def test_a_player_sees_what_each_attack_leads_to(server: Server) -> None:
    made, seat = at_menu(server, "cairn", "ambush", "menu.declare")
    visitor = sit(made, seat)
    page = finished(visitor, f"/t/{made.id}/{seat}/odds")
    assert "to be out of the fight" in page
    assert "on average" in page
    assert "<svg" in page
    assert "Exact odds" in page
    assert "You cannot see all numbers of Brigand 1" in page
    piece = finished(visitor, f"/t/{made.id}/{seat}/odds", **SCRIPT)
    assert "<html" not in piece
    assert piece.strip() in page


def test_a_question_has_odds_and_advice(server: Server) -> None:
    made, seat = at_question(server, "nw3", "duel", "dice_window")
    page = finished(sit(made, seat), f"/t/{made.id}/{seat}/odds")
    assert re.search(r"Best: .+ on average\.|Best: .+ Success", page)
    assert "What you know is not enough to tell" not in page


def test_the_referee_sees_odds_too(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    at(made, lambda table: table.submit("referee", StartFight(("brigands", "chief"))))
    page = finished(sit(made, "referee"), f"/t/{made.id}/referee/odds")
    assert "Odds of:" in page
    assert "You cannot see" not in page


def cairn_hidden(table: Table) -> None:
    for actor in table.world.state.actors.values():
        if actor.side == "foes":
            actor.STR = actor.STR_max = actor.DEX = actor.WIL = 3 if actor.STR != 3 else 18


def nw3_hidden(table: Table) -> None:
    for one in table.world.state.characters.values():
        if one.side == "emulators":
            one.stats, one.pre_equip = Stats(eva=50, pdef=50), Stats(eva=50, pdef=50)
            one.body, one.hp, one.critical = one.body * 3, one.hp * 3, 12


@pytest.mark.parametrize(
    ("game", "scenario", "menu", "change"),
    [("cairn", "ambush", "menu.declare", cairn_hidden), ("nw3", "duel", "menu.main", nw3_hidden)],
)
def test_hidden_numbers_make_no_difference_to_a_players_odds(
    server: Server, game: str, scenario: str, menu: str, change: Callable[[Table], Any]
) -> None:
    made, seat = at_menu(server, game, scenario, menu)
    visitor, path = sit(made, seat), f"/t/{made.id}/{seat}/odds"
    before = finished(visitor, path, **SCRIPT)
    assert "on average" in before or game == "nw3"
    at(made, change)
    assert finished(visitor, path, **SCRIPT) == before


def test_the_referees_odds_are_of_the_numbers_as_they_are(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    play(made, until=lambda table: table.world.state.fight is not None and table.world.state.fight.phase == "foes")
    referee, path = sit(made, "referee"), f"/t/{made.id}/referee/odds"
    before = finished(referee, path, **SCRIPT)

    def weaken(table: Table) -> None:
        for actor in table.world.state.actors.values():
            if actor.side == "party":
                actor.STR = actor.STR_max = 2

    at(made, weaken)
    assert finished(referee, path, **SCRIPT) != before


def test_odds_name_nobody_who_is_hidden(server: Server) -> None:
    made, seat = at_menu(server, "nw3", "rooftop", "menu.main")
    hidden = secrets_of(made)
    assert hidden
    page = finished(sit(made, seat), f"/t/{made.id}/{seat}/odds")
    assert not any(secret in page for secret in hidden)


def test_a_question_after_secret_dice_is_not_told(server: Server) -> None:
    """No game of ours rolls in secret before it asks a player; dice of the journal that are marked so stand in."""
    made, seat = at_question(server, "nw3", "duel", "dice_window")
    table = copy_of(made)
    waiting = next(one for one in table.open_questions(seat) if one.owner == seat)
    how = asked(table, waiting)
    had = tuple(msgspec.structs.replace(one, secret=True) if isinstance(one, Rolled) else one for one in how.had)
    how = msgspec.structs.replace(how, had=had)
    referee = next(one for one in table.seats if one.referee)
    before, answer = table_before(table, waiting), waiting.question.options[0].value
    with pytest.raises(Diverged):
        of_answer(table.game, before, table.world, how, answer, referee, secrets=False)
    assert of_answer(table.game, before, table.world, how, answer, referee)


def test_whoever_is_asked_nothing_is_told_so(server: Server) -> None:
    made, seat = at_menu(server, "cairn", "ambush", "menu.declare")
    other = next(
        one for one in at(made, lambda table: [seat.id for seat in table.seats if seat.role == "player"]) if one != seat
    )
    for name in ("spectator", other):
        page = sit(made, name).get(f"/t/{made.id}/{name}/odds").text
        assert ("Nothing is asked of you now." in page) == at(made, partial(_idle, seat=name))


def _idle(table: Table, seat: str) -> bool:
    return next(one for one in table.seats if one.id == seat).role == "spectator" or table.menu(seat) is None


def test_talk_does_not_begin_the_odds_anew(server: Server) -> None:
    made, seat = at_menu(server, "cairn", "ambush", "menu.declare")
    visitor, path = sit(made, seat), f"/t/{made.id}/{seat}/odds"
    before = finished(visitor, path, **SCRIPT)
    at(made, lambda table: table.submit(seat, FreeRoll("d6")))
    again = visitor.get(path, **SCRIPT)
    assert again.text == before


def test_the_odds_of_another_seat_are_closed(server: Server) -> None:
    made, seat = at_menu(server, "cairn", "ambush", "menu.declare")
    assert server.visitor().get(f"/t/{made.id}/{seat}/odds").status_code == 403
    assert sit(made, "spectator").get(f"/t/{made.id}/{seat}/odds").status_code == 403
    assert sit(made, seat).get(f"/t/{made.id}/{seat}/odds?question=99.9").status_code == 200
