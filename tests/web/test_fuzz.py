"""Forms and streams with anything in them: no page breaks, nothing is logged as an error, and tables replay after it.

Forms are those that pages show, their fields left out, sent twice, and filled with what no browser would send.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.datastructures import FormData
from starlette.routing import Match

from pages import Field, Form, is_html, links_of, page_of
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Opened
from rulewright.engine.requests import Question
from rulewright.store.content_packs import used_packs
from rulewright.table.replay import replay
from rulewright.web.app import ROUTES
from rulewright.web.forms.struct_forms import fields_of, posted
from rulewright.web.live.turn import answer_of
from rulewright.web.visit import number_of
from servers import Server, running
from web_eyes import Eyes, forms_of, post_routes

GAMES = {"cairn": "barrow", "nw3": "rooftop", "nwo": "last_train"}
PLAYING = ("referee", "player")
KINDS = ("choice", "several", "number", "text")

JUNK: Sequence[bytes] = [
    b"", b" ", b"0", b"-1", b"--5", b"-", b"+3", b"1_000", b"999999999999999999999", b"9" * 5_000, b"1e309",
    b"NaN", b"0x10", "１２".encode(), "٣".encode(), "½".encode(), "²".encode(), b"3.5", b"true", b"null", b"[]",
    b"{}", b'""', b"[[[[", b'{"do":', b'{"do":"say"}', b'{"do":"free_roll","text":"9999999999d9999999999"}',
    b'{"do":"override","path":"","value":[],"reason":"x"}', b'{"do":["say"],"text":{"a":1}}',
    b"../../etc/passwd", b"\0", b"a\0b", b"\xed\xa0\x80", b"\xff\xfe", b"\xc3", b"<script>alert(1)</script>",
    b"{{ 7*7 }}", b"{0.__class__}", b"%s%n%x", b"'; drop table seats; --", "\u202eevil".encode(), "🎲".encode(),
    "e\u0301\u0301\u0301".encode() * 50, b"a" * 20_001, b"\r\n\r\n", b"\t", b"yes", b"no", b"referee",
    b"spectator", b"12.0", b"1.0.0", "１２.0".encode(), b"//evil.example", b"999999999d6", b"d0", b"1d6/0",
    b"((((((((", b"4d6kh9",
]  # fmt: skip


def bounded(examples: int) -> settings:
    """The same examples every time, so many of them."""
    allowed = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, suppress_health_check=allowed
    )


# ---------------------------------------------------------------- the tables


class Ground:
    """A server with a table of each game; a table that was deleted, closed or lost is made anew."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.eyes = {game: Eyes(server, game, scenario, seed="fuzz") for game, scenario in GAMES.items()}
        self.made = [eyes.made.id for eyes in self.eyes.values()]
        self.forms: dict[str, list[tuple[str, Form]]] = {}
        for game, eyes in self.eyes.items():
            for one in PLAYING:
                eyes.character(eyes.visitors[one])
            self.forms[game] = sorted(set(all_forms(eyes)), key=lambda one: (one[0], one[1].action, str(one[1].fields)))

    def mend(self, game: str) -> None:
        """Make a table anew where somebody has lost their seat, or nothing can be done there."""
        eyes = self.eyes[game]
        room = self.server.site.hub.rooms.get(eyes.made.id)
        lost = any(eyes.visitors[one].get(eyes.base(one)).status_code != 200 for one in PLAYING)
        if lost or room is None or room.table.closed:
            self.eyes[game] = Eyes(self.server, game, GAMES[game], seed="fuzz")
            self.made.append(self.eyes[game].made.id)


def all_forms(eyes: Eyes) -> Iterator[tuple[str, Form]]:
    """The forms of pages that the referee and a player see, by who sees them; their tables and seats left open."""
    for one in PLAYING:
        scenario = f"/balance/{eyes.game.id}/{next(iter(eyes.game.scenarios()))}"
        waiting, seen = [eyes.base(one), "/", scenario], set[str]()
        per_route: dict[str, int] = {}
        while waiting:
            path = waiting.pop()
            answer = eyes.visitors[one].get(path)
            if not is_html(answer):
                continue
            for form in forms_of_answer(answer):
                if pattern(form.action, "POST") != "/t/{table}/{seat}/delete":  # which would leave little to replay
                    yield one, form
            for link in links_of(page_of(answer)):
                kind = pattern(link, "GET")
                many = 60 if kind.endswith("/do/{name}") else 2
                if link not in seen and per_route.get(kind, 0) < many and not kind.startswith(("/rules", "/api")):
                    seen.add(link)
                    per_route[kind] = per_route.get(kind, 0) + 1
                    waiting.append(link)


def forms_of_answer(answer: httpx.Response) -> list[Form]:
    """Forms that change something, without the token that is in each."""
    forms = [form for form in page_of(answer).forms if form.method == "post"]
    return [
        Form(form.action, form.method, tuple(one for one in form.fields if one.name != "form_token")) for form in forms
    ]


def pattern(path: str, method: str) -> str:
    """The route of an address."""
    scope = {"type": "http", "method": method, "path": path.partition("?")[0]}
    return next((route.path for route in ROUTES if route.matches(scope)[0] is Match.FULL), path)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    limits = {"limit_posts": 10**7, "limit_joins": 10**7, "limit_new_tables": 10**7}
    with running(f"sqlite:///{folder}/t.db", **limits) as server:
        yield Ground(server)


class Errors(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Remember it."""
        self.told.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


@pytest.fixture(scope="module", autouse=True)
def errors() -> Iterator[Errors]:
    """Nothing may be logged as an error while anything is sent."""
    handler = Errors()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    assert handler.told == []


# ---------------------------------------------------------------- what is sent


class Spoil(msgspec.Struct, frozen=True):
    """What is done to one field, counted through those that there are."""

    place: int
    how: str
    value: bytes
    leaf: Any = None


class Plan(msgspec.Struct, frozen=True):
    """How a form is filled in: all choices are numbers, so that they fit whatever form there is by then."""

    which: int
    choice: int
    spoilt: tuple[Spoil, ...]
    more: tuple[str, bytes] | None
    multipart: bool
    script: bool


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=20),
    st.sampled_from(["referee", "aune", "gen", "", "9" * 400, [], {}, [[1]], {"do": "say"}]),
)
VALUES = st.one_of(
    st.sampled_from(JUNK),
    st.binary(max_size=40),
    st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")),
)
HOW = st.sampled_from(["odd", "odd", "odd", "json", "json", "other", "double", "missing", "twice", "many"])
SPOILS = st.builds(Spoil, st.integers(0, 40), HOW, VALUES, LEAVES)
NAMES = st.sampled_from(["", "do", "seed", "person", "generation", "\0", "ä", "form_token", "seen", "to"])
PLANS = st.builds(
    Plan,
    which=st.integers(0, 10_000),
    choice=st.integers(0, 10_000),
    spoilt=st.lists(SPOILS, max_size=3).map(tuple),
    more=st.one_of(st.none(), st.none(), st.none(), st.tuples(NAMES, VALUES)),
    multipart=st.sampled_from([False, False, False, True]),
    script=st.booleans(),
)


def filled(fields: Sequence[Field], plan: Plan) -> list[tuple[str, bytes]]:
    """The form as the plan says: most of it as a browser does."""
    spoilt = {spoil.place % len(fields): spoil for spoil in plan.spoilt} if fields else {}
    pairs: list[tuple[str, bytes]] = []
    for place, field in enumerate(fields):
        usual = field.values[plan.choice % len(field.values)].encode() if field.values else b""
        pairs += [(field.name, value) for value in given_to(usual, field, spoilt.get(place))]
    return [*pairs, plan.more] if plan.more else pairs


def given_to(usual: bytes, field: Field, spoil: Spoil | None) -> list[bytes]:
    """The values that a field gets."""
    match spoil.how if spoil else "":
        case "odd":
            return [spoil.value]  # type: ignore[union-attr]
        case "json":
            return [changed_json(usual, spoil)]  # type: ignore[arg-type]
        case "other":
            return [field.values[-1].encode()] if field.values else [b"x"]
        case "double":
            return [usual * 2]
        case "missing":
            return []
        case "twice":
            return [usual, spoil.value]  # type: ignore[union-attr]
        case "many":
            return [usual] * 60
    return [usual]


def changed_json(value: bytes, spoil: Spoil) -> bytes:
    """JSON with something else at one place of it; where it is none, the other value."""
    try:
        plain = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeError):
        return spoil.value
    if isinstance(plain, dict) and plain:
        return msgspec.json.encode({**plain, [*plain, "extra"][spoil.place % (len(plain) + 1)]: spoil.leaf})
    return msgspec.json.encode(spoil.leaf)


def send(eyes: Eyes, one: str, action: str, fields: Sequence[Field], plan: Plan) -> httpx.Response:
    """Send a form."""
    visitor = eyes.visitors[one]
    headers = {"hx-request": "true"} if plan.script else {}
    pairs = [("form_token", visitor.token().encode()), *filled(fields, plan)]
    if plan.multipart:
        edge = "edge-of-a-part"
        parts = [
            b'--%s\r\ncontent-disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
            % (edge.encode(), quote_from_bytes(name.encode()).encode(), _file(place), value)
            for place, (name, value) in enumerate(pairs)
        ]
        body = b"".join(parts) + f"--{edge}--\r\n".encode()
        headers["content-type"] = f"multipart/form-data; boundary={edge}"
    else:
        body = "&".join(f"{quote_from_bytes(n.encode())}={quote_from_bytes(v)}" for n, v in pairs).encode()
        headers["content-type"] = "application/x-www-form-urlencoded"
    return visitor.http.post(action, content=body, headers=headers)


def _file(place: int) -> bytes:
    return b'; filename="../\xff<b>.toml"\r\ncontent-type: text/plain' if place and place % 3 == 0 else b""


def check(answer: httpx.Response) -> None:
    """It is an answer as any other."""
    assert answer.status_code < 500, (answer.url, answer.text)
    assert answer.headers.get("x-status", "4") < "5", (answer.url, answer.text)
    assert "Traceback" not in answer.text
    if is_html(answer):
        faults = page_of(answer).faults
        assert not faults, (answer.url, faults)


# ---------------------------------------------------------------- the tests


def test_every_form_that_can_be_posted_is_shown_somewhere(ground: Ground) -> None:
    shown = {pattern(form.action, "POST") for forms in ground.forms.values() for _, form in forms}
    elsewhere = {
        "/join/{table}/{seat}/{token}",  # whoever sits there already sees no form
        "/t/{table}/{seat}/export",  # the dice are no secret here
        "/t/{table}/{seat}/branch",  # a button of the form for an undo goes there
        "/t/{table}/{seat}/delete",
        "/balance/cancel",  # nothing is computed
        "/t/{table}/{seat}/answer",  # nothing is asked yet
        "/t/{table}/{seat}/seats/{of}/take",
        "/packs/{game}/{id}/{digest}/delete",
        "/packs/check",  # our script sends there what is being written
        "/characters/new/{game}/{draft}",
    }
    assert set(post_routes()) - shown <= elsewhere


GAME = st.sampled_from(sorted(GAMES))


@bounded(220)
@given(game=GAME, plan=PLANS)
def test_forms_with_anything_in_them(ground: Ground, game: str, plan: Plan) -> None:
    forms = ground.forms[game]
    one, form = forms[plan.which % len(forms)]
    first = ground.made[sorted(GAMES).index(game)]
    action = form.action.replace(first, ground.eyes[game].made.id)
    check(send(ground.eyes[game], one, action, form.fields, plan))
    ground.mend(game)


@bounded(100)
@given(game=GAME, one=st.sampled_from(PLAYING), plan=PLANS)
def test_a_fight_with_anything_in_its_forms(ground: Ground, game: str, one: str, plan: Plan) -> None:
    eyes = ground.eyes[game]
    forms = [
        form for form in forms_of(eyes.visitors[one], eyes.base(one)) if form.action.endswith(("/command", "/answer"))
    ]
    if not forms:
        return
    form = forms[plan.which % len(forms)]
    fields = one_of_each([field for field in form.fields if field.name != "form_token"], plan.choice)
    check(send(eyes, one, form.action, fields, plan))
    # and then as it is meant, so that the fight goes on
    meant = msgspec.structs.replace(plan, spoilt=(), more=None, multipart=False)
    check(send(eyes, one, form.action, fields, meant))
    ground.mend(game)


def one_of_each(fields: Sequence[Field], choice: int) -> list[Field]:
    """One field of each name: of several buttons only one is pressed."""
    names = dict.fromkeys(field.name for field in fields)
    by_name = [[field for field in fields if field.name == name] for name in names]
    return [alike[choice % len(alike)] for alike in by_name]


FIELDS = [Field(name, "text", ("x",)) for name in (
    "text", "do", "command", "question", "answer", "to", "seen", "name", "path", "value", "reason", "file", "asks",
)]  # fmt: skip


@bounded(70)
@given(game=GAME, one=st.sampled_from(["stranger", "spectator", "player", "referee"]), plan=PLANS)
def test_posts_that_no_page_shows(ground: Ground, game: str, one: str, plan: Plan) -> None:
    eyes = ground.eyes[game]
    route = post_routes()[plan.which % len(post_routes())]
    for path in list(eyes.path(route, one))[:1]:
        check(send(eyes, one, path, FIELDS[plan.choice % len(FIELDS) :], plan))
    ground.mend(game)


def test_fields_of_commands_and_answers_take_anything(ground: Ground) -> None:
    """All fields of all commands with all of the junk, without the way over HTTP: refused in words, or read."""
    texts = [junk.decode("utf-8", "replace") for junk in JUNK]
    for eyes in ground.eyes.values():
        for kind in eyes.game.commands.types.values():
            for field in fields_of(kind.form):
                for text in texts:
                    with contextlib.suppress(Malformed):
                        posted(kind.form, {field.name: [text], "more": [text, text]})
                    with contextlib.suppress(Malformed, Refused):
                        eyes.game.commands.read({"do": kind.name, **posted(kind.form, {field.name: [text, text]})})
    for answer in KINDS:
        question = Question("x", "toy.x", kind=answer, least=0, most=5)  # type: ignore[arg-type]
        for text in texts:
            question.refuses(answer_of(question, [text]))
    for text in texts:
        with contextlib.suppress(Malformed):
            assert abs(number_of(FormData({"to": text}), "to", -1)) < 10**10


HEADER_TEXT = st.one_of(
    st.sampled_from(
        ["", "0", "1", "-1", "999999999999", "9" * 400, "1.0", "x", "NaN", "0x1", " 1", "1 ", "+1", "1e3", "null"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=20),
)


@bounded(60)
@given(
    game=st.sampled_from(sorted(GAMES)), known=HEADER_TEXT, after=HEADER_TEXT, api=st.booleans(), referee=st.booleans()
)
def test_streams_that_begin_anywhere(
    ground: Ground, game: str, known: str, after: str, api: bool, referee: bool
) -> None:
    eyes = ground.eyes[game]
    one = "referee" if referee else "player"
    path = f"/api/tables/{eyes.made.id}/stream" if api else f"{eyes.base(one)}/stream"
    headers = [(b"last-event-id", known.strip().encode("latin-1"))] if known else []
    http = eyes.visitors[one].http
    with http.stream("GET", path, params={"since" if api else "after": after}, headers=headers) as answer:
        if api and answer.status_code == 400:
            answer.read()
            assert answer.json()["at"] == "query"
            return
        assert answer.status_code == 200
        told = next(answer.iter_text())
        assert told.startswith(("retry: ", "id: ", "event: "))


def test_tables_replay_after_all_of_it(ground: Ground, errors: Errors) -> None:
    site = ground.server.site
    ended = entries = 0
    for table in ground.made:
        rows = site.hub.store.rows(table)
        if not rows:
            continue  # somebody has deleted it
        opened = rows[0].entry
        assert isinstance(opened, Opened)
        room = site.hub.rooms[table]
        content = site.hub.contents.of(room.table.game, used_packs(room.row.settings, table))
        entries += len(rows)
        ended += len(list(replay(room.table.game, [row.entry for row in rows], content=content)))
        assert len(rows) == room.table.seq + 1
    assert ended > 5
    assert entries > 60
    assert errors.told == []


def test_the_server_goes_on(ground: Ground) -> None:
    for eyes in ground.eyes.values():
        for one in PLAYING:
            answer: Any = eyes.visitors[one].get(eyes.base(one))
            assert answer.status_code == 200
