"""A "what if" of a table over HTTP: a copy of its own that leaves the table as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.engine.journal import Opened
from servers import Server, running
from web_tables import setup


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(f"sqlite:///{tmp_path}/t.db") as found:
        yield found


def test_a_what_if_is_a_table_of_its_own(server: Server) -> None:
    table = setup(server)
    for text in ("first", "second", "third"):
        table.referee.post(f"{table.base}/say", {"text": text})
    room = server.site.hub.rooms[table.id]
    before = list(room.table.entries)
    page = table.referee.get(f"{table.base}/undo").text
    to = next(entry.seq - 1 for entry in before if "third" in str(entry))
    assert f'value="{to}" formaction="{table.base}/branch"' in page
    answer = table.referee.post(f"{table.base}/branch", {"to": str(to)})
    assert answer.status_code == 200
    copy = server.site.hub.rooms[answer.url.path.split("/")[2]]
    assert copy.row.title == f"What if: {room.row.title}"
    opened = copy.table.entries[0]
    assert isinstance(opened, Opened)
    assert opened.branch is not None
    assert (opened.branch.table, opened.branch.seq) == (table.id, to)
    assert copy.table.entries[1:] == before[1 : to + 1]
    assert list(room.table.entries) == before
    assert {seat.seat for seat in copy.seats.values() if seat.person} == {"referee"}
    table.referee.post(f"/t/{copy.id}/referee/say", {"text": "here only"})
    assert list(room.table.entries) == before


@pytest.mark.parametrize("to", ["", "-1", "999999", "x", "１"])
def test_a_moment_that_is_none_makes_no_table(server: Server, to: str) -> None:
    table = setup(server)
    assert table.referee.post(f"{table.base}/branch", {"to": to}).status_code == 400
    assert list(server.site.hub.rooms) == [table.id]


def test_only_the_referee_makes_one(server: Server) -> None:
    table = setup(server)
    player = table.seated("aune", "Anna")
    assert player.post(f"{table.at('aune')}/branch", {"to": "0"}).status_code == 403
    assert list(server.site.hub.rooms) == [table.id]
