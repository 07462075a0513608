"""Who sits where, and what each may do about it, over HTTP."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer

from rulewright.web.people.session import COOKIE
from servers import Server, Visitor, running
from web_tables import Setup, join, links, setup


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("seats")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Setup:
    return setup(server, title="Friday")


def seats_page(visitor: Visitor, table: Setup, seat: str = "referee") -> str:
    answer = visitor.get(f"{table.at(seat)}/seats")
    assert answer.status_code == 200
    return answer.text


def act(visitor: Visitor, table: Setup, seat: str, of: str, what: str, **fields: str) -> httpx.Response:
    """Press a button of the page of `seat`, about the seat `of`."""
    return visitor.post(f"{table.at(seat)}/seats/{of}/{what}", fields)


class Stream:
    """An open stream, read in a thread until it ends."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.text = ""
        self.begun = threading.Event()
        self._visitor = visitor
        self._path = path
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self.begun.wait(30)

    def _read(self) -> None:
        with self._visitor.http.stream("GET", self._path) as answer:
            for piece in answer.iter_text():
                self.text += piece
                self.begun.set()

    def ended(self) -> bool:
        """Whether the server has ended it; waits for that."""
        self._thread.join(30)
        return not self._thread.is_alive()


@contextmanager
def streaming(table: Setup, visitor: Visitor, seat: str) -> Iterator[Stream]:
    """Follow a table; the stream is ended by the server in the end."""
    stream = Stream(visitor, f"{table.at(seat)}/stream")
    try:
        yield stream
    finally:
        room = table.server.site.hub.rooms.get(table.id)
        if room is not None:
            table.server.loop.call_soon_threadsafe(room.listeners.end)
        assert stream.ended()


def present(table: Setup) -> set[str]:
    async def look() -> set[str]:
        return table.server.site.hub.rooms[table.id].listeners.present()

    return asyncio.run_coroutine_threadsafe(look(), table.server.loop).result()


def test_the_referee_has_a_link_for_every_seat(table: Setup) -> None:
    assert set(table.links) == {"referee", "aune", "reko", "ilmi", "tuomas", "spectator"}
    page = seats_page(table.referee, table)
    for number, seat in enumerate(table.links):
        assert f'value="{table.server.url}{table.links[seat]}"' in page
        assert f'data-copy="link-{number}"' in page
    assert page.count("Nobody sits here.") == 4


def test_the_address_of_links_is_the_one_that_was_used(table: Setup) -> None:
    page = table.referee.get(f"{table.base}/seats", host="table.example").text
    assert f'value="http://table.example{table.links["aune"]}"' in page


def test_a_player_sees_who_sits_where_and_only_the_own_link(table: Setup) -> None:
    ann, ben = table.seated("aune", "Ann"), table.seated("reko", "Ben")
    page = seats_page(ann, table, "aune")
    assert "You sit here as Ann." in page
    assert "Ben sits here." in page
    assert links(page) == {"aune": table.links["aune"]}
    tokens = [link.rsplit("/", 1)[1] for seat, link in table.links.items() if seat != "aune"]
    assert not any(token in page for token in tokens)
    assert not any(word in page for word in ("/passphrase", "/export", "/delete", "/watching"))
    assert links(seats_page(ben, table, "reko")) == {"reko": table.links["reko"]}


def test_spectators_see_no_link_at_all(table: Setup) -> None:
    table.seated("aune", "Ann")
    page = seats_page(table.watching(), table, "spectator")
    assert "Ann sits here." in page
    assert links(page) == {}
    assert not any(link.rsplit("/", 1)[1] in page for link in table.links.values())


def test_a_stranger_sees_nothing(table: Setup) -> None:
    stranger = table.server.visitor()
    for seat in table.links:
        assert stranger.get(f"{table.at(seat)}/seats").status_code == 403
        assert stranger.get(f"{table.at(seat)}/seats?part=who").status_code == 403
    assert stranger.get(f"{table.at('nobody')}/seats").status_code == 404
    assert stranger.get(f"/t/{'0' * 16}/referee/seats").status_code == 404


WHATS = ("rename", "revoke", "take", "link")
WHOLE = ("title", "passphrase", "watching", "export", "delete")


@pytest.mark.parametrize("who", ["stranger", "player", "spectator", "referee of another table"])
def test_what_only_others_may_do_is_refused(table: Setup, who: str) -> None:
    ann = table.seated("aune", "Ann")
    other = setup(table.server)
    visitor, seats = {
        "stranger": (table.server.visitor(), ["referee", "aune", "reko"]),
        "player": (ann, ["referee", "aune", "reko"]),
        "spectator": (table.watching(), ["referee", "aune", "reko", "spectator"]),
        "referee of another table": (other.referee, ["referee", "aune", "reko"]),
    }[who]
    before = table.server.site.hub.store.seats(table.id)
    for seat in seats:
        for of in ("referee", "reko", "spectator"):
            for what in WHATS:
                if (who, seat, of, what) == ("spectator", "spectator", "spectator", "revoke"):
                    continue  # they stop watching
                assert act(visitor, table, seat, of, what, name="Eve").status_code == 403, (seat, of, what)
        for what in WHOLE:
            assert visitor.post(f"{table.at(seat)}/{what}", {"title": "Eve"}).status_code == 403, (seat, what)
        for what in ("export", "delete"):
            assert visitor.get(f"{table.at(seat)}/{what}").status_code == 403, (seat, what)
    assert table.server.site.hub.store.seats(table.id) == before
    assert table.server.site.hub.rooms[table.id].row.title == "Friday"


def test_every_form_is_checked_to_be_ours(table: Setup) -> None:
    eve = table.server.visitor()
    paths = [f"{table.base}/seats/aune/{what}" for what in WHATS] + [f"{table.base}/{what}" for what in WHOLE]
    before = table.server.site.hub.store.seats(table.id)
    for path in paths:
        fields = {"name": "Eve", "title": "Eve", "passphrase": "eve"}
        assert table.referee.post(path, fields, **{"sec-fetch-site": "cross-site"}).status_code == 403, path
        assert table.referee.post(path, fields, **{"sec-fetch-site": "same-site"}).status_code == 403, path
        assert table.referee.post(path, fields, origin="null").status_code == 403, path
        for token in ("", eve.token(), table.referee.token()[:-1]):
            assert table.referee.post(path, {**fields, "form_token": token}).status_code == 403, path
    assert table.server.site.hub.store.seats(table.id) == before
    room = table.server.site.hub.rooms[table.id]
    assert (room.row.title, room.row.secret) == ("Friday", "")


def test_revoking_a_seat_ends_everything_of_whoever_had_it(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    with streaming(table, ann, "aune") as stream:
        assert present(table) == {"aune"}
        answer = act(table.referee, table, "referee", "aune", "revoke")
        assert "The old link and whoever used it are out" in answer.text
        assert stream.ended()
        assert stream.text.rstrip().endswith("event: revoked\ndata:")
    assert ann.get(table.at("aune")).status_code == 403
    assert ann.get(f"{table.at('aune')}/stream").status_code == 403
    assert ann.get(f"{table.at('aune')}/seats").status_code == 403
    for path in ("say", "seats/aune/rename", "seats/aune/link", "seats/aune/revoke", "do/say"):
        assert ann.post(f"{table.at('aune')}/{path}", {"text": "still here", "name": "Ann"}).status_code == 403, path
    assert ann.get(table.links["aune"]).status_code == 403
    assert ann.post(table.links["aune"], {"name": "Ann"}).status_code == 403
    fresh = links(answer.text)["aune"]
    assert fresh != table.links["aune"]
    assert join(table.server.visitor(), fresh, "Ben").url.path == table.at("aune")


def test_a_seat_that_is_free_again_goes_by_its_own_name(table: Setup) -> None:
    table.seated("aune", "Ann")
    act(table.referee, table, "referee", "aune", "revoke")
    room = table.server.site.hub.rooms[table.id]
    assert next(seat.name for seat in room.table.seats if seat.id == "aune") == "Aune"
    assert join(table.server.visitor(), links(seats_page(table.referee, table))["reko"], "Ann").status_code == 200


def test_revoking_the_spectators_link_sends_all_of_them_away(table: Setup) -> None:
    watchers = [table.watching() for _ in range(2)]
    with streaming(table, watchers[0], "spectator") as stream:
        act(table.referee, table, "referee", "spectator", "revoke")
        assert stream.ended()
    assert [watcher.get(table.at("spectator")).status_code for watcher in watchers] == [403, 403]
    fresh = links(seats_page(table.referee, table))["spectator"]
    assert watchers[0].post(fresh).url.path == table.at("spectator")


def test_a_person_goes_by_another_name(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    table.seated("reko", "Ben")
    assert "The name is changed." in act(ann, table, "aune", "aune", "rename", name=" Anna\u202e  B. ").text
    assert "Anna B. sits here." in seats_page(table.referee, table)
    assert act(table.referee, table, "referee", "aune", "rename", name="Anni").status_code == 200
    assert "You sit here as Anni." in seats_page(ann, table, "aune")
    for wrong, status in (("", 400), ("  ", 400), ("ben", 409)):
        assert act(ann, table, "aune", "aune", "rename", name=wrong).status_code == status
    assert "Anni" in ann.get(f"{table.at('aune')}/log").text


def test_nobody_is_renamed_where_nobody_sits(table: Setup) -> None:
    assert act(table.referee, table, "referee", "aune", "rename", name="Ghost").status_code == 409
    assert "Ghost" not in seats_page(table.referee, table)


def test_the_referee_sits_down_as_well_and_frees_the_seat(table: Setup) -> None:
    assert "You sit there now." in act(table.referee, table, "referee", "aune", "take").text
    assert table.referee.get(table.at("aune")).status_code == 200
    page = seats_page(table.referee, table)
    assert f'<a class="button main" href="{table.at("aune")}">' in page
    act(table.referee, table, "referee", "aune", "revoke")
    assert table.referee.get(table.at("aune")).status_code == 403
    assert table.server.visitor().get(table.links["aune"]).status_code == 403


def test_the_referee_takes_no_seat_from_anybody_unseen(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    assert act(table.referee, table, "referee", "aune", "take").status_code == 409
    assert ann.get(table.at("aune")).status_code == 200


def test_a_table_is_never_without_a_referee(table: Setup) -> None:
    answer = act(table.referee, table, "referee", "referee", "revoke")
    assert answer.status_code == 409
    assert "A table cannot be without a referee." in answer.text
    assert table.referee.get(table.base).status_code == 200
    assert f"{table.base}/seats/referee/revoke" not in seats_page(table.referee, table)


def test_whoever_hands_a_seat_on_keeps_it_until_the_link_is_used(table: Setup) -> None:
    ann, ben = table.seated("aune", "Ann"), table.server.visitor()
    with streaming(table, ann, "aune") as stream:
        page = act(ann, table, "aune", "aune", "link").text
        assert "There is a new link." in page
        fresh = links(page)["aune"]
        assert fresh != table.links["aune"]
        assert ben.get(table.links["aune"]).status_code == 403
        assert ann.get(table.at("aune")).status_code == 200
        assert present(table) == {"aune"}
        assert join(ben, fresh, "Ben").url.path == table.at("aune")
        assert stream.ended()
    assert ann.get(table.at("aune")).status_code == 403


def test_the_referees_seat_is_handed_on_too(table: Setup) -> None:
    gail = table.server.visitor()
    fresh = links(act(table.referee, table, "referee", "referee", "link").text)["referee"]
    assert join(gail, fresh, "Gail").url.path == table.base
    assert table.referee.get(table.base).status_code == 403
    assert table.referee.post(f"{table.base}/delete").status_code == 403
    assert links(seats_page(gail, table))["aune"] == table.links["aune"]


def test_whoever_leaves_is_out(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    assert act(ann, table, "aune", "aune", "revoke").url.path == "/"
    assert ann.get(table.at("aune")).status_code == 403
    assert ann.get(table.links["aune"]).status_code == 403
    assert "Ann" not in seats_page(table.referee, table)


def test_whoever_has_two_seats_may_see_to_both_from_either(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    join(ann, table.links["reko"], "Ann")
    assert set(links(seats_page(ann, table, "aune"))) == {"aune", "reko"}
    assert act(ann, table, "aune", "reko", "revoke").url.path == f"{table.at('aune')}/seats"
    assert ann.get(table.at("reko")).status_code == 403
    assert ann.get(table.at("aune")).status_code == 200


def test_whoever_watches_may_stop(table: Setup) -> None:
    watcher, other = table.watching(), table.watching()
    assert act(watcher, table, "spectator", "spectator", "revoke").url.path == "/"
    assert watcher.get(table.at("spectator")).status_code == 403
    assert other.get(table.at("spectator")).status_code == 200


def test_the_page_hears_who_comes_and_goes(table: Setup) -> None:
    page = seats_page(table.referee, table)
    found = re.search(r'hx-get="([^"]+)" hx-trigger="every 5s"', page)
    assert found
    poll = unescape(found[1])
    assert table.referee.get(poll).status_code == 204
    ann = table.seated("aune", "Ann")
    with streaming(table, ann, "aune"):
        part = table.referee.get(poll).text
        assert "<h1>" not in part
        assert re.search(r'id="who-1" hx-swap-oob="true">\s*Ann sits here.\s*<span class="badge here">here now', part)
        assert "Take the seat from Ann and make a new link" in part
        again = re.search(r'hx-get="([^"]+)" hx-trigger="every 5s"', part)
        assert again
        assert table.referee.get(unescape(again[1])).status_code == 204


@contextmanager
def forged(visitor: Visitor, cookie: str) -> Iterator[Callable[[str], int]]:
    """Come with a cookie of one's own making."""
    with httpx.Client(base_url=visitor.url, cookies={COOKIE: cookie}) as http:
        yield lambda path: http.get(path).status_code


def test_a_session_cannot_be_made_up(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    real = ann.http.cookies[COOKIE]
    session = table.server.site.sessions.read(real)
    assert session is not None
    body, stamp, mark = real.split(".")[-3:]
    made_up = str(URLSafeTimedSerializer("a guess", salt="session").dumps({"person": session.person}))
    other_salt = str(URLSafeTimedSerializer("x", salt="other").dumps({"person": session.person}))
    watching = str(URLSafeTimedSerializer("", salt="session").dumps({"person": "x", "watches": {table.id: 0}}))
    tampered = [
        f"{body}.{stamp}.{mark[::-1]}",
        f"{body}x.{stamp}.{mark}",
        f"{body}.{stamp}",
        body,
        session.person,
        "é",
        "",
    ]
    for cookie in (made_up, other_salt, watching, *tampered):
        with forged(ann, cookie.encode("ascii", "ignore").decode()) as get:
            assert get(table.at("aune")) == 403, cookie
            assert get(table.base) == 403, cookie
            assert get(table.at("spectator")) == 403, cookie
    with forged(ann, real) as get:
        assert get(table.at("aune")) == 200


def test_a_session_of_one_table_opens_no_other(table: Setup) -> None:
    other = setup(table.server)
    ann, watcher = table.seated("aune", "Ann"), table.watching()
    for visitor in (ann, watcher, table.referee):
        for seat in other.links:
            assert visitor.get(other.at(seat)).status_code == 403
            assert visitor.get(f"{other.at(seat)}/stream").status_code == 403


def test_seats_that_are_not_there(table: Setup) -> None:
    for what in WHATS:
        for of in ("nobody", "%00", "a%2Fb", "x" * 3_000):
            assert act(table.referee, table, "referee", of, what, name="x").status_code == 404, (of, what)


def test_another_worker_hears_of_it(postgresql_url: str) -> None:
    with running(postgresql_url) as here, running(postgresql_url) as there:
        table = setup(here)
        ann, ben = table.seated("aune", "Ann"), table.seated("reko", "Ben")
        streams = []
        for visitor, seat in ((ann, "aune"), (ben, "reko")):
            elsewhere = there.visitor()
            elsewhere.http.cookies = visitor.http.cookies
            streams.append((elsewhere, seat, Stream(elsewhere, f"{table.at(seat)}/stream")))
        act(table.referee, table, "referee", "aune", "revoke")
        visitor, seat, stream = streams[0]
        assert stream.ended()
        assert visitor.get(table.at(seat)).status_code == 403
        table.referee.post(f"{table.base}/title", {"title": "Saturday"})
        table.referee.post(f"{table.base}/delete")
        visitor, seat, stream = streams[1]
        assert stream.ended()
        assert visitor.get(table.at(seat)).status_code == 404
