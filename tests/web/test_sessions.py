"""Who a visitor is cannot be forged, carried to another table, or used after a seat has gone to somebody else."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from rulewright.store.meta import secret_key
from rulewright.store.seats import SeatRow
from rulewright.web.people import seating
from rulewright.web.people.session import AGING, COOKIE, YEAR, Session
from servers import Server, Visitor, running
from web_tables import Setup, join, links, setup

PASSPHRASE = "Kissa-kävelee 77"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("sessions")
    with running(f"sqlite:///{folder}/t.db", limit_joins=100_000, limit_new_tables=100_000) as started:
        yield started


@pytest.fixture
def table(server: Server) -> Setup:
    return setup(server, title="Friday")


def session_of(server: Server, visitor: Visitor) -> Session:
    session = server.site.sessions.read(visitor.http.cookies[COOKIE])
    assert session is not None
    return session


def with_cookie(server: Server, cookie: str) -> Visitor:
    visitor = server.visitor()
    visitor.http.cookies.set(COOKIE, cookie)
    return visitor


def row_of(table: Setup, seat: str) -> SeatRow:
    return next(row for row in table.server.site.hub.store.seats(table.id) if row.seat == seat)


# ---------------------------------------------------------------- forged cookies


def signed(server: Server, plain: Any, *, age: float = 0, key: str = "", salt: str = "session") -> str:
    """A cookie of this content, as the server signs it unless something is said."""

    class Clock(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() - int(age)

    made = URLSafeTimedSerializer(key or secret_key(server.site.database).hex(), salt=salt, signer=Clock)
    text = made.dumps(plain)
    return text if isinstance(text, str) else text.decode()


def test_a_cookie_as_the_server_signs_it_is_taken(server: Server, table: Setup) -> None:
    plain = msgspec.to_builtins(session_of(server, table.referee))
    assert with_cookie(server, signed(server, plain)).get(table.base).status_code == 200


FORGED: dict[str, Callable[[Server, dict[str, Any], str], str]] = {
    "another key": lambda server, plain, good: signed(server, plain, key="0" * 64),
    "the empty key": lambda server, plain, good: signed(server, plain, key="\0"),
    "another purpose": lambda server, plain, good: signed(server, plain, salt="itsdangerous.Signer"),
    "too old": lambda server, plain, good: signed(server, plain, age=YEAR + 60),
    "from the future": lambda server, plain, good: signed(server, plain, age=-60),
    "no signature": lambda server, plain, good: good.rpartition(".")[0],
    "an empty signature": lambda server, plain, good: f"{good.rpartition('.')[0]}.",
    "cut at the end": lambda server, plain, good: good[:-1],
    "cut at the start": lambda server, plain, good: good[1:],
    "something behind": lambda server, plain, good: f"{good}A",
    "the signature of another content": lambda server, plain, good: ".".join(
        [signed(server, {**plain, "likes": {"theme": "dark"}}).split(".")[0], *good.split(".")[1:]]
    ),
    "only the content": lambda server, plain, good: msgspec.json.encode(plain).decode(),
    "only the person": lambda server, plain, good: str(plain["person"]),
    "dots": lambda server, plain, good: "...",
    "a bomb": lambda server, plain, good: "." + "eJx" + "A" * 3_000,
    "junk": lambda server, plain, good: "\u00ff\u00fe%00%ff",
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_cookie_makes_a_stranger(server: Server, table: Setup, kind: str) -> None:
    good = table.referee.http.cookies[COOKIE]
    cookie = FORGED[kind](server, msgspec.to_builtins(session_of(server, table.referee)), good)
    assert cookie != good
    with httpx.Client(base_url=server.url, headers=[(b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))]) as http:
        assert http.get(table.base).status_code == 403
        lobby = http.get("/")
        assert lobby.status_code == 200
        assert "Friday" not in lobby.text
        fresh = server.site.sessions.read(lobby.cookies[COOKIE])
        assert fresh is not None
        assert fresh.person != session_of(server, table.referee).person
        assert http.get(f"/api/tables/{table.id}/state").status_code == 401
        assert http.get("/api/tables").status_code == 401


@pytest.mark.parametrize(
    "plain",
    [
        None, 5, "person", [], ["person", "x"], {}, {"person": 5}, {"person": None}, {"who": "x"}, {"user_id": "x"},
        {"person": "x", "watches": "all"}, {"person": "x", "watches": {"t": "0"}}, {"person": "x", "likes": 1},
        {"person": "x", "likes": {"theme": "pink"}}, {"person": "x", "likes": {"language": "xx"}},
    ],
)  # fmt: skip
def test_a_cookie_of_another_form_makes_a_stranger(server: Server, plain: Any) -> None:
    visitor = with_cookie(server, signed(server, plain))
    answer = visitor.get("/")
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


def test_what_else_stands_in_a_cookie_gives_nothing(server: Server, table: Setup) -> None:
    plain = {"person": "mallory", "referee": True, "seats": ["referee"], "owner": table.id, "watches": {table.id: 99}}
    visitor = with_cookie(server, signed(server, plain))
    for seat in table.links:
        assert visitor.get(table.at(seat)).status_code == 403


def test_cookies_of_one_server_are_worth_nothing_on_another(server: Server, table: Setup, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db") as other:
        visitor = with_cookie(other, table.referee.http.cookies[COOKIE])
        assert other.site.sessions.read(table.referee.http.cookies[COOKIE]) is None
        assert visitor.get("/").status_code == 200


def test_a_cookie_that_grows_old_is_written_anew(server: Server, table: Setup) -> None:
    session = session_of(server, table.referee)
    plain = msgspec.to_builtins(session)
    young, old = signed(server, plain, age=AGING - 60), signed(server, plain, age=AGING + 60)
    with httpx.Client(base_url=server.url) as http:
        assert "set-cookie" not in http.get("/", headers={"cookie": f"{COOKIE}={young}"}).headers
        answer = http.get(table.base, headers={"cookie": f"{COOKIE}={old}"})
        assert answer.status_code == 200
        assert server.site.sessions.read(answer.cookies[COOKIE]) == session


# ---------------------------------------------------------------- flags of the cookie


def test_scripts_and_other_sites_do_not_get_the_cookie(server: Server, tmp_path: Path) -> None:
    plain = server.visitor().get("/").headers["set-cookie"]
    parts = {part.strip().lower() for part in plain.split(";")[1:]}
    assert parts == {"path=/", f"max-age={YEAR}", "httponly", "samesite=lax"}
    with running(f"sqlite:///{tmp_path}/t.db", secure=True) as secure:
        flags = secure.visitor().get("/").headers["set-cookie"].lower()
        assert flags.endswith("; httponly; samesite=lax; secure")


@pytest.mark.parametrize("path", ["/health", "/health/ready", "/api/games", "/api/tables", "/static/x/y"])
def test_programs_and_files_get_no_cookie(server: Server, path: str) -> None:
    assert "set-cookie" not in server.visitor().get(path).headers


def test_a_cookie_is_not_written_without_need(server: Server) -> None:
    visitor = server.visitor()
    assert "set-cookie" in visitor.get("/").headers
    assert "set-cookie" not in visitor.get("/").headers


# ---------------------------------------------------------------- only one's own seats


def test_everybody_gets_the_seats_that_they_have_and_no_other(table: Setup) -> None:
    people = {"aune": table.seated("aune", "Ann"), "spectator": table.watching(), "nobody": table.server.visitor()}
    people["nobody"].get("/")
    for own, visitor in people.items():
        for seat in table.links:
            pages = (
                "",
                "/seats",
                "/log",
                "/stream",
                "/replay",
                "/dice",
                "/chances",
                "/do",
                "/edit",
                "/undo",
                "/export",
            )
            answers = [visitor.get(f"{table.at(seat)}{page}").status_code for page in pages if seat != own]
            assert set(answers) <= {403}, (own, seat, answers)
            if seat != own:
                for what in ("say", "roll", "command", "answer", "undo", "prefer"):
                    answer = visitor.post(f"{table.at(seat)}/{what}", {"text": "x", "dice": "d6", "asks": "never"})
                    assert answer.status_code == 403
            own_api = visitor.get(f"/api/tables/{table.id}/state?seat={seat}")
            assert own_api.status_code == (200 if seat == own else 403)


def test_spectators_do_nothing(table: Setup) -> None:
    watcher = table.watching()
    before = len(table.server.site.hub.store.rows(table.id))
    row = row_of(table, "spectator")
    for what in (
        "say",
        "roll",
        "command",
        "answer",
        "undo",
        "prefer",
        "do/say",
        "edit",
        "title",
        "passphrase",
        "delete",
    ):
        fields = {"text": "x", "dice": "d6", "asks": "never", "title": "x", "command": '{"do":"say","text":"x"}'}
        assert watcher.post(f"{table.at('spectator')}/{what}", fields).status_code == 403, what
    for what in ("rename", "take", "link"):
        assert watcher.post(f"{table.at('spectator')}/seats/aune/{what}", {"name": "x"}).status_code == 403, what
    assert len(table.server.site.hub.store.rows(table.id)) == before
    assert row_of(table, "spectator") == row


def test_links_of_one_table_are_worth_nothing_at_another(server: Server, table: Setup) -> None:
    other = setup(server, title="Saturday")
    tokens = {seat: link.rpartition("/")[2] for seat, link in table.links.items()}
    visitor = server.visitor()
    for seat, token in tokens.items():
        for there, link in other.links.items():
            path = f"{link.rpartition('/')[0]}/{token}"
            assert visitor.get(path).status_code == 403, (seat, there)
            assert visitor.post(path, {"name": "Eve", "seen": ""}).status_code == 403
        for elsewhere in tokens.keys() - {seat}:
            path = f"{table.links[elsewhere].rpartition('/')[0]}/{token}"
            assert visitor.get(path).status_code == 403, (seat, elsewhere)
        bearer = {"authorization": f"Bearer {table.id}.{seat}.{token}"}
        assert visitor.http.get(f"/api/tables/{other.id}/state", headers=bearer).status_code == 403
        forged = {"authorization": f"Bearer {other.id}.{seat}.{token}"}
        assert visitor.http.get(f"/api/tables/{other.id}/state", headers=forged).status_code == 401


@pytest.mark.parametrize("token", ["", "x", "ａ" * 32, "%00", "%ff" * 32, "=" * 32, "A" * 5_000])
def test_links_with_other_tokens_lead_nowhere(table: Setup, token: str) -> None:
    visitor = table.server.visitor()
    answer = visitor.get(f"{table.links['aune'].rpartition('/')[0]}/{token}")
    assert answer.status_code in (403, 404)
    assert "Friday" not in answer.text


# ---------------------------------------------------------------- a seat that has gone


class Holder:
    """Somebody with a seat, who has everything open that one can have open: the page's stream and the API's."""

    def __init__(self, table: Setup, seat: str, visitor: Visitor, link: str) -> None:
        self.table, self.seat, self.visitor = table, seat, visitor
        self.token = visitor.token()
        self.bearer = {"authorization": f"Bearer {table.id}.{seat}.{link.rpartition('/')[2]}"}
        self.by_link = httpx.Client(base_url=table.server.url, headers=self.bearer, timeout=30)
        api = f"/api/tables/{table.id}"
        self.streams = {
            "page": visitor.http.stream("GET", f"{table.at(seat)}/stream"),
            "api by cookie": visitor.http.stream("GET", f"{api}/stream?seat={seat}"),
            "api by link": self.by_link.stream("GET", f"{api}/stream"),
        }
        self.open = {name: stream.__enter__() for name, stream in self.streams.items()}
        self.texts = {name: answer.iter_text() for name, answer in self.open.items()}
        for name, answer in self.open.items():
            assert answer.status_code == 200, name
            next(self.texts[name])

    def close(self) -> None:
        for stream in self.streams.values():
            stream.__exit__(None, None, None)
        self.by_link.close()

    def check_gone(self, *, by_link: bool = True) -> None:
        """Nothing of it works any more, and the streams have ended saying so."""
        for name, texts in self.texts.items():
            if name != "api by link" or by_link:
                assert "event: revoked" in "".join(texts), name
        http, base, api = self.visitor.http, self.table.at(self.seat), f"/api/tables/{self.table.id}"
        for page in ("", "/stream", "/log", "/seats", "/replay", "/dice", "/do"):
            assert http.get(f"{base}{page}").status_code == 403, page
        for what in ("say", "roll", "command", "undo", "prefer"):
            data = {"form_token": self.token, "text": "x", "dice": "d6", "asks": "never"}
            assert http.post(f"{base}/{what}", data=data).status_code == 403, what
        for part in ("state", "stream", "seats", "events", "questions"):
            assert http.get(f"{api}/{part}?seat={self.seat}").status_code == 403, part
        said = {"command": {"do": "say", "text": "x"}}
        headers = {"x-form-token": self.token}
        assert http.post(f"{api}/commands?seat={self.seat}", json=said, headers=headers).status_code == 403
        if by_link:
            for part in ("state", "stream", "seats"):
                assert self.by_link.get(f"{api}/{part}").status_code == 401, part
            assert self.by_link.post(f"{api}/commands", json=said).status_code == 401
            assert http.get(self.table.links[self.seat]).status_code == 403


@pytest.fixture
def holder(table: Setup) -> Iterator[Holder]:
    made = Holder(table, "aune", table.seated("aune", "Ann"), table.links["aune"])
    yield made
    made.close()


def test_a_revoked_seat_is_worth_nothing_at_once(table: Setup, holder: Holder) -> None:
    assert table.referee.post(f"{table.base}/seats/aune/revoke").status_code == 200
    holder.check_gone()
    fresh = links(table.referee.get(f"{table.base}/seats").text)["aune"]
    assert fresh != table.links["aune"]
    assert join(table.server.visitor(), fresh, "Ben").url.path == table.at("aune")


def test_a_seat_revoked_by_the_api_is_worth_nothing_at_once(table: Setup, holder: Holder) -> None:
    headers = {"x-form-token": table.referee.token()}
    path = f"/api/tables/{table.id}/seats/aune/revoke"
    assert table.referee.http.post(path, json={}, headers=headers).status_code == 200
    holder.check_gone()


def test_a_seat_that_was_taken_over_is_somebody_elses_at_once(table: Setup, holder: Holder) -> None:
    join(table.server.visitor(), table.links["aune"], "Ben")
    holder.check_gone(by_link=False)  # the link itself is as it was: whoever has it may sit down


def test_a_seat_is_kept_until_somebody_has_used_the_link_that_hands_it_on(table: Setup, holder: Holder) -> None:
    answer = holder.visitor.post(f"{table.at('aune')}/seats/aune/link")
    fresh = links(answer.text)["aune"]
    assert holder.visitor.get(table.at("aune")).status_code == 200
    assert holder.by_link.get(f"/api/tables/{table.id}/state").status_code == 401
    assert table.server.visitor().get(table.links["aune"]).status_code == 403
    join(table.server.visitor(), fresh, "Ben")
    holder.check_gone()


def test_whoever_leaves_has_left_at_once(table: Setup, holder: Holder) -> None:
    assert holder.visitor.post(f"{table.at('aune')}/seats/aune/revoke").url.path == "/"
    holder.check_gone()


def test_a_referee_who_was_replaced_is_none_any_more(table: Setup) -> None:
    holder = Holder(table, "referee", table.referee, table.links["referee"])
    answer = table.referee.post(f"{table.base}/seats/referee/link")
    join(table.server.visitor(), links(answer.text)["referee"], "Ben")
    holder.check_gone()
    for page in ("export", "edit", "undo", "delete"):
        assert table.referee.get(f"{table.base}/{page}").status_code == 403
    holder.close()


@pytest.mark.parametrize("how", ["revoke", "forbid"])
def test_watching_ends_with_its_link(table: Setup, how: str) -> None:
    holder = Holder(table, "spectator", table.watching(), table.links["spectator"])
    if how == "revoke":
        table.referee.post(f"{table.base}/seats/spectator/revoke")
    else:
        table.referee.post(f"{table.base}/watching", {"allowed": "no"})
    holder.check_gone()
    holder.close()


def test_a_wish_that_comes_too_late_gives_no_seat_back(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    row = row_of(table, "aune")
    # another process revokes the seat, and this one has not heard of it yet
    revoked = msgspec.structs.replace(row, person=None, generation=row.generation + 1)
    assert table.server.site.hub.store.change_seat(row, revoked).result(30)
    assert ann.post(f"{table.at('aune')}/prefer", {"asks": "never"}).status_code == 409
    assert row_of(table, "aune") == revoked
    assert ann.get(table.at("aune")).status_code == 403


# ---------------------------------------------------------------- the passphrase of a table


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


def test_a_passphrase_is_asked_of_everybody_and_told_to_nobody(
    server: Server, logged: pytest.LogCaptureFixture
) -> None:
    table = setup(server, title="Friday", passphrase=PASSPHRASE)
    kept = server.site.hub.rooms[table.id].row.secret
    assert PASSPHRASE not in kept
    eve = server.visitor()
    pages = [eve.get(table.links["aune"]).text, table.referee.get(f"{table.base}/seats").text]
    for guess in ("", "kissa", PASSPHRASE[:-1], f"{PASSPHRASE}x", PASSPHRASE.upper(), kept, "x" * 20_000):
        answer = join(eve, table.links["aune"], "Eve", guess)
        assert answer.status_code == 403
        pages.append(answer.text)
    assert row_of(table, "aune").person is None
    assert eve.get(table.at("aune")).status_code == 403
    for guess in ("", "kissa"):
        bearer = {"authorization": f"Bearer {table.id}.aune.{table.links['aune'].rpartition('/')[2]}"}
        headers = {**bearer, "x-table-secret": guess}
        assert eve.http.get(f"/api/tables/{table.id}/state", headers=headers).status_code == 403
    assert join(eve, table.links["aune"], "Eve", f" {PASSPHRASE} ").url.path == table.at("aune")
    pages.append(eve.get(table.at("aune")).text)
    ours = [one for one in logged.records if not one.name.startswith("http")]  # not what the visitor's program logs
    assert any(one.name == "rulewright.requests" for one in ours)
    log = "\n".join(f"{one.getMessage()} {vars(one)}" for one in ours)
    for text in [log, *pages]:
        assert PASSPHRASE not in text
        assert kept not in text
    for link in table.links.values():
        assert link.rpartition("/")[2] not in log


def test_spectators_need_the_passphrase_too(server: Server) -> None:
    table = setup(server, passphrase=PASSPHRASE)
    eve = server.visitor()
    assert eve.post(table.links["spectator"], {"secret": "x"}).status_code == 403
    assert eve.get(table.at("spectator")).status_code == 403
    assert eve.post(table.links["spectator"], {"secret": PASSPHRASE}).url.path == table.at("spectator")


def test_passphrases_cannot_be_guessed_without_end(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_joins=2) as server:
        table = setup(server, passphrase=PASSPHRASE)
        visitors = [server.visitor() for _ in range(3)]  # a new cookie brings no new guesses
        tokens = [visitor.token() for visitor in visitors]
        answers = [
            visitor.http.post(table.links["aune"], data={"form_token": token, "secret": "x", "name": "x"})
            for visitor, token in zip(visitors * 6, tokens * 6)
        ]
        assert {answer.status_code for answer in answers} == {403, 429}
        assert [answer.status_code for answer in answers].count(403) < len(answers) / 2


def test_secrets_are_compared_in_the_same_time_whatever_they_are(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[Any, Any]] = []
    original = hmac.compare_digest

    def spy(left: Any, right: Any) -> bool:
        compared.append((left, right))
        return original(left, right)

    monkeypatch.setattr(hmac, "compare_digest", spy)
    kept = seating.hashed(PASSPHRASE)
    assert not seating.fits("x", kept)
    assert len(compared[-1][0]) == len(compared[-1][1])
    site_links = server.site.links
    good = site_links.token("table", "seat", 0)
    for token in (good, f"a{good[1:]}", "short", "ä"):
        count = len(compared)
        assert site_links.fits(token, "table", "seat", 0) is (token == good)
        site_links.form_fits(token, "person")
        assert len(compared) == count + 2
