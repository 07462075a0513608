"""What the referee does with a whole table, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rulewright.engine.sealed import seal
from rulewright.store.exchange import read_export
from servers import Server, running
from web_tables import Setup, create, join, links, setup


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("managing")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Setup:
    return setup(server, title="Friday")


def test_the_title(table: Setup) -> None:
    page = table.referee.post(f"{table.base}/title", {"title": " Saturday\u202e <3 "}).text
    assert "The title is changed." in page
    assert "Saturday &lt;3" in page
    assert "Saturday &lt;3" in table.referee.get("/").text
    for empty in ("", " \n"):
        assert table.referee.post(f"{table.base}/title", {"title": empty}).status_code == 400
    table.referee.post(f"{table.base}/title", {"title": "x" * 200})
    assert table.server.site.hub.rooms[table.id].row.title == "x" * 80


def test_a_passphrase_is_asked_of_those_who_come_later(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    page = table.referee.post(f"{table.base}/passphrase", {"passphrase": " owl "}).text
    assert "asked for the new passphrase" in page
    assert "They also need the passphrase" in page
    assert "owl" not in page
    assert ann.get(table.at("aune")).status_code == 200
    ben = table.server.visitor()
    assert join(ben, table.links["reko"], "Ben", "dove").status_code == 403
    assert join(ben, table.links["reko"], "Ben", "owl").url.path == table.at("reko")
    assert "From now on a link is enough." in table.referee.post(f"{table.base}/passphrase", {"passphrase": " "}).text
    assert join(table.server.visitor(), table.links["ilmi"], "Cid").url.path == table.at("ilmi")


def test_people_may_watch_or_not(table: Setup) -> None:
    watcher = table.watching()
    page = table.referee.post(f"{table.base}/watching", {"allowed": "no"}).text
    assert "whoever did is sent away" in page
    assert "spectator" not in links(page)
    assert watcher.get(table.at("spectator")).status_code == 403
    assert watcher.get(table.links["spectator"]).status_code == 403
    page = table.referee.post(f"{table.base}/watching", {"allowed": "yes"}).text
    fresh = links(page)["spectator"]
    assert fresh != table.links["spectator"]
    assert watcher.post(fresh).url.path == table.at("spectator")


def test_what_else_was_set_is_not_lost(server: Server) -> None:
    table = setup(server)
    hub = server.site.hub
    before = dict(hub.rooms[table.id].row.settings)
    table.referee.post(f"{table.base}/watching", {"allowed": "no"})
    assert dict(hub.rooms[table.id].row.settings) == {**before, "spectators": False}


def test_a_download_holds_the_table_and_no_secret_of_the_dice(table: Setup) -> None:
    table.seated("aune", "Ann")
    answer = table.referee.get(f"{table.base}/export")
    assert (
        answer.headers["content-disposition"] == "attachment; filename=\"Friday.jsonl\"; filename*=UTF-8''Friday.jsonl"
    )
    found = read_export(answer.content, "file")
    room = table.server.site.hub.rooms[table.id]
    assert [row.entry for row in found.rows] == list(room.table.entries)
    assert found.header.seed == ""
    seed = table.server.site.hub.store.seed(table.id)
    assert seed is not None
    assert seed.hex() not in answer.text
    assert room.row.owner not in answer.text
    assert table.links["aune"].rsplit("/", 1)[1] not in answer.text


def test_everybody_is_told_when_the_secret_of_the_dice_is_taken_along(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    answer = table.referee.post(f"{table.base}/export")
    found = read_export(answer.content, "file")
    first = msgspec.to_builtins(found.rows[0].entry)
    assert seal(bytes.fromhex(found.header.seed)) == first["seal"]
    assert "I have downloaded this table with the secret of its dice." in ann.get(f"{table.at('aune')}/log").text


def test_where_the_dice_are_no_secret_there_is_none_to_take(server: Server) -> None:
    table = setup(server, public="yes")
    assert "With the secret of the dice" not in table.referee.get(f"{table.base}/seats").text
    entries = server.site.hub.rooms[table.id].table.seq
    assert read_export(table.referee.post(f"{table.base}/export").content, "file").header.seed == ""
    assert server.site.hub.rooms[table.id].table.seq == entries


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('"; rm -rf ~ \\', "rm_-rf_.jsonl"),
        ("夜の市", "jsonl"),
        ("../../etc", "etc.jsonl"),
        ("a\r\nb: c", "a_b_c.jsonl"),
    ],
)
def test_a_title_makes_no_mischief_as_a_file_name(server: Server, title: str, name: str) -> None:
    table = setup(server, title=title)
    answer = table.referee.get(f"{table.base}/export")
    assert f'filename="{name}"' in answer.headers["content-disposition"]
    assert "b" not in answer.headers


def test_deleting_asks_first(table: Setup) -> None:
    page = table.referee.get(f"{table.base}/delete").text
    assert "Delete Friday?" in page
    assert table.referee.get(table.base).status_code == 200


def test_a_deleted_table_is_gone(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    assert table.referee.post(f"{table.base}/delete").url.path == "/"
    for visitor, seat in ((table.referee, "referee"), (ann, "aune")):
        assert visitor.get(table.at(seat)).status_code == 404
        assert visitor.get(f"{table.at(seat)}/stream").status_code == 404
        assert visitor.post(f"{table.at(seat)}/say", {"text": "hello"}).status_code == 404
    assert ann.get(table.links["aune"]).status_code == 404
    assert table.server.site.hub.store.rows(table.id) == []
    assert table.id not in table.server.site.hub.rooms


def test_others_stay_when_one_is_deleted(table: Setup) -> None:
    other = create(table.referee).url.path
    table.referee.post(f"{table.base}/delete")
    assert table.referee.get(other).status_code == 200
