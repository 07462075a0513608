"""Bringing a table from a file, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from rulewright.engine.journal import Opened
from rulewright.table.table import Table
from rulewright.web.live.room import Room
from servers import Server, Visitor, running
from web_tables import Setup, create, join, links, setup

Change = Callable[[list[Any]], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("importing")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Setup:
    """A table at which something has happened."""
    table = setup(server, title="Friday", passphrase="owl")
    table.seated("aune", "Ann", "owl")
    for _ in range(6):
        do(server, table.id, step)
    return table


def step(at: Table) -> None:
    """One step of the game, as the program would do it."""
    if open := at.open_questions("referee"):
        at.answer(open[0].owner, open[0].id, at.game.policy.answer(at.world, open[0].question))
    elif found := at.game.policy.command(at.world):
        at.submit(found[0].id, found[1])


def do(server: Server, table: str, work: Callable[[Table], Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(server.site.hub.rooms[table].do(work), server.loop).result()


def bring(visitor: Visitor, content: bytes, name: str = "Friday.jsonl") -> httpx.Response:
    return visitor.http.post("/import", data={"form_token": visitor.token()}, files={"file": (name, content)})


def room_of(server: Server, answer: httpx.Response) -> Room:
    assert answer.status_code == 200, answer.text
    return server.site.hub.rooms[answer.url.path.split("/")[2]]


def tables(server: Server, visitor: Visitor) -> int:
    session = server.site.sessions.read(visitor.http.cookies["rulewright"])
    assert session is not None
    return len(server.site.hub.store.tables_of(session.person))


def dice(room: Room) -> list[Any]:
    return [entry for entry in msgspec.to_builtins(list(room.table.entries)) if entry["entry"] == "roll"]


def test_a_table_with_the_secret_of_its_dice_goes_on_just_as_it_was(server: Server, table: Setup) -> None:
    content = table.referee.post(f"{table.base}/export").content
    gail = server.visitor()
    answer = bring(gail, content)
    assert "The table is here, just as it was." in answer.text
    room, before = room_of(server, answer), server.site.hub.rooms[table.id]
    assert room.id != table.id
    assert list(room.table.entries) == list(before.table.entries)
    assert (room.row.title, room.row.secret) == ("Friday", "")
    for _ in range(20):
        do(server, table.id, step)
        do(server, room.id, step)
    assert dice(room) == dice(before)
    assert dice(room)


def test_nobody_but_the_referee_sits_at_it(server: Server, table: Setup) -> None:
    gail = server.visitor()
    answer = bring(gail, table.referee.post(f"{table.base}/export").content)
    room = room_of(server, answer)
    assert {seat for seat, row in room.seats.items() if row.person} == {"referee"}
    fresh = links(answer.text)
    assert set(fresh) == set(table.links)
    for seat, link in table.links.items():
        assert server.visitor().get(link.replace(table.id, room.id)).status_code == 403
        assert link != fresh[seat]
    assert table.referee.get(f"/t/{room.id}/referee").status_code == 403
    assert join(server.visitor(), fresh["reko"], "Ben").url.path == f"/t/{room.id}/reko"


def test_the_links_of_a_deleted_table_do_not_open_it_again(server: Server, table: Setup) -> None:
    content = table.referee.post(f"{table.base}/export").content
    table.referee.post(f"{table.base}/delete")
    room = room_of(server, bring(table.referee, content))
    for link in table.links.values():
        assert server.visitor().get(link).status_code == 404
        assert server.visitor().get(link.replace(table.id, room.id)).status_code == 403


def test_a_table_without_it_goes_on_as_a_branch(server: Server, table: Setup) -> None:
    gail = server.visitor()
    answer = bring(gail, table.referee.get(f"{table.base}/export").content)
    assert "it goes on as a branch, with dice of its own" in answer.text
    room, before = room_of(server, answer), server.site.hub.rooms[table.id]
    first, old = room.table.entries[0], before.table.entries[0]
    assert isinstance(first, Opened)
    assert isinstance(old, Opened)
    assert first.branch is not None
    assert first.branch.table == old.table
    assert first.seal != old.seal
    assert list(room.table.entries[1:]) == list(before.table.entries[1:])
    for _ in range(20):
        do(server, room.id, step)
    assert room.kept > before.kept
    assert gail.get(f"/t/{room.id}/referee").status_code == 200


def test_a_closed_table_can_be_read_again(server: Server, table: Setup) -> None:
    while do(server, table.id, lambda at: not at.game.over(at.world)):
        do(server, table.id, step)
    do(server, table.id, lambda at: at.close("referee"))
    gail = server.visitor()
    room = room_of(server, bring(gail, table.referee.get(f"{table.base}/export").content))
    assert room.table.closed
    assert gail.get(f"/t/{room.id}/referee").status_code == 200


def test_a_table_comes_with_its_packs(server: Server) -> None:
    pack = (
        '[pack]\nid = "wells"\ntitle = "Wells"\nversion = "1.2.0"\nlanguage = "en"\nruleset = "cairn"\n'
        '[[items]]\nid = "well_rope"\nname = "Well rope"\nkind = "misc"\n'
    )
    ann, gail = server.visitor(), server.visitor()
    ann.post("/packs", {"text": pack})
    digest = server.site.hub.contents.packs.packs_of(_person(server, ann))[0].digest
    base = create(ann, pack=f"wells:{digest}").url.path.removesuffix("/seats")
    for content in (ann.get(f"{base}/export").content, ann.post(f"{base}/export").content):
        room = room_of(server, bring(gail, content))
        assert "well_rope" in room.table.world.content.items_by_id
    assert "Wells" in gail.get("/packs").text


def _person(server: Server, visitor: Visitor) -> str:
    session = server.site.sessions.read(visitor.http.cookies["rulewright"])
    assert session is not None
    return session.person


def _header(**values: Any) -> Change:
    return lambda lines: lines[0].update(values)


def _opened(**values: Any) -> Change:
    return lambda lines: lines[1]["entry"].update(values)


def _seats(*ids: str) -> Change:
    """Other seats besides the referee's."""

    def change(lines: list[Any]) -> None:
        lines[0]["seats"] = []
        lines[1]["entry"]["seats"] = [{"id": "referee", "role": "referee"}, *({"id": id} for id in ids)]

    return change


def _entry(kind: str, **values: Any) -> Change:
    """Change the first entry of a kind."""

    def change(lines: list[Any]) -> None:
        next(line for line in lines[1:] if line["entry"]["entry"] == kind)["entry"].update(values)

    return change


def _told(lines: list[Any]) -> None:
    next(line for line in lines[1:] if line["told"])["told"][0]["facts"] = {"name": "Eve"}


def _without_an_entry(lines: list[Any]) -> None:
    del lines[3]
    lines[0]["entries"] -= 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_header(game="chess"), "chess"),
        (_header(entries=3), "cut short"),
        (_header(format=99), "newer Rulewright"),
        (_header(settings={"packs": "x"}), "packs as"),
        (_header(settings={"packs": [["cairn", "wells", "0" * 64]]}), "the pack wells is missing"),
        (_header(seed="00" * 32), "another seed"),
        (_header(closed=True), "closed"),
        (_header(seats=[{"seat": "nobody", "name": ""}]), "nobody"),
        (_header(extra=1), "extra"),
        (_opened(game="nw3"), "nw3"),
        (_seats("a/b"), "no slashes"),
        (_seats(*(f"s{number}" for number in range(60))), "at most 40"),
        (_opened(scenario={}), "id"),
        (_opened(options={"inventory_slots": 0}), "inventory_slots"),
        (_entry("roll", faces=[99]), "cannot"),
        (_entry("command", command={"do": "nonsense"}), "nonsense"),
        (_entry("command", seat="nobody"), "cannot"),
        (_entry("done", digest="0" * 16), "digest"),
        (_told, "other events"),
        (_without_an_entry, "an entry with the number"),
    ],
)  # fmt: skip
def test_a_file_that_was_changed_is_not_taken(server: Server, table: Setup, change: Change, said: str) -> None:
    lines = [msgspec.json.decode(line) for line in table.referee.get(f"{table.base}/export").content.splitlines()]
    change(lines)
    gail = server.visitor()
    answer = bring(gail, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    assert answer.status_code == 400
    assert "This table cannot be taken" in answer.text
    assert said in answer.text
    assert tables(server, gail) == 0


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"PK\x03\x04", b"[" * 100_000, b'{"rulewright":"table"}\n', b"\xff"]
)
def test_what_is_no_table_at_all(server: Server, content: bytes) -> None:
    gail = server.visitor()
    answer = bring(gail, content)
    assert answer.status_code == 400
    assert "Friday.jsonl" in answer.text
    assert tables(server, gail) == 0


def test_without_a_file(server: Server) -> None:
    gail = server.visitor()
    for answer in (gail.post("/import"), gail.post("/import", {"file": "text"})):
        assert answer.status_code == 400
        assert "Choose a file." in answer.text


def test_the_form_is_ours(server: Server, table: Setup) -> None:
    content = table.referee.get(f"{table.base}/export").content
    gail = server.visitor()
    for data, headers in (
        ({"form_token": gail.token()}, {"sec-fetch-site": "cross-site"}),
        ({"form_token": server.visitor().token()}, {}),
        ({}, {}),
    ):
        answer = gail.http.post("/import", data=data, files={"file": ("a", content)}, headers=headers)
        assert answer.status_code == 403
    assert tables(server, gail) == 0
