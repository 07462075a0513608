"""Everything that a player and a spectator are sent through a whole fight holds nothing that is not theirs to know.

Secrets are planted that would be found in any text: whispers, secret rolls, reasons of edits that only the referee
may read, numbers that the board hides; besides those that the game names at every step.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import msgspec
import pytest

from api_bots import Bot
from pages import Page
from rulewright.engine.journal import Seat
from rulewright.web.live.room import Room
from rulewright.web.people.session import COOKIE
from servers import Server, Visitor, running
from web_eyes import Eyes, get_routes

GAMES = {"cairn": "barrow", "nw3": "rooftop", "nwo": "last_train"}
ACTS = 110
PASSPHRASE = "Tuhatkauno-5521"
WHISPERS = ("Kirjosieppo-8841", "Punatulkku-8842", "Keltasirkku-8843")
REASON = "Harmaalokki-8844"
DIFFICULTY = 73_001
NUMBERS: Mapping[str, Mapping[str, int]] = {
    "cairn": {"gold": 71_001, "age": 71_002},
    "nw3": {"mind": 72_001, "pre_equip_mind": 72_002, "luck": 72_003},
    "nwo": {"mp_max": 74_001, "prana_max": 74_002, "release": 74_003},
}
"""Values of foes that players do not see, which change little in a fight."""
CALLS: Mapping[str, Mapping[str, Any]] = {
    "nw3": {"character": "gen", "stat": "luck", "hidden": True},
    "nwo": {"character": "akane", "stat": "faith", "secret": True},
}
"""Checks with a difficulty that only the referee knows."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("secrets")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**7, limit_joins=10**7) as started:
        yield started


class Recording:
    """A stream that is open, and everything that has come over it."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.text = ""
        self._changed = threading.Condition()
        self._cookie = {"cookie": f"{COOKIE}={visitor.http.cookies[COOKIE]}"}
        self._url = visitor.url
        self._path = path
        self._socket: Any = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with (
            suppress(httpx.TransportError),
            httpx.Client(base_url=self._url, headers=self._cookie, timeout=60) as http,
            http.stream("GET", self._path) as answer,
        ):
            self._socket = answer.extensions["network_stream"].get_extra_info("socket")
            for piece in answer.iter_text():
                with self._changed:
                    self.text += piece
                    self._changed.notify_all()

    def wait(self, found: Callable[[str], Any], since: int = 0, seconds: float = 30) -> str:
        """What has come after so many characters, once it satisfies a condition."""
        with self._changed:
            assert self._changed.wait_for(lambda: found(self.text[since:]), seconds), self.text[since:]
            return self.text[since:]

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(30)


class Fight:
    """A fight with everybody at it, with planted secrets, and all that the eyes of it have been sent."""

    def __init__(self, server: Server, game: str) -> None:
        self.eyes = Eyes(server, game, GAMES[game])
        self.table = self.eyes.made.id
        self.room: Room = server.site.hub.rooms[self.table]
        self.referee = self.eyes.visitors["referee"]
        self.other = self.eyes.others[0]
        # whoever sits at the other seat, so that it is somebody's
        self.friend = server.visitor()
        join_page = self.friend.get(self.eyes.made.links[self.other])
        self.friend.post(
            self.eyes.made.links[self.other], {**Page(join_page.text).forms[-1].filled(), "name": "Friend"}
        )
        base = self.eyes.base("referee")
        assert self.referee.post(f"{base}/passphrase", {"passphrase": PASSPHRASE}).status_code == 200
        self.bots = {seat: self._bot(seat, link) for seat, link in self.eyes.made.links.items()}
        self.always = self._lasting()
        self.plant()

    def _bot(self, seat: str, link: str) -> Bot:
        bot = Bot(self.eyes.server.url, self.table, f"{self.table}.{seat}.{link.rpartition('/')[2]}")
        bot.http.headers["x-table-secret"] = PASSPHRASE
        return bot

    def _lasting(self) -> dict[str, str]:
        """What nobody but its owner may read for as long as the table is open, by what it is."""
        site = self.eyes.server.site
        seed = site.hub.store.seed(self.table)
        assert seed is not None
        found = {"the seed": seed.hex(), "the passphrase": PASSPHRASE, "its hash": self.room.row.secret}
        found |= {f"whisper {place}": text for place, text in enumerate(WHISPERS)}
        found |= {"the reason of an edit": REASON, "a secret roll": "3d6+88410"}
        for seat, link in self.eyes.made.links.items():
            if seat not in ("spectator", self.eyes.player):
                found[f"the link of {seat}"] = link.rpartition("/")[2]
        for name, visitor in {**self.eyes.visitors, "friend": self.friend}.items():
            session = site.sessions.read(visitor.http.cookies[COOKIE])
            assert session is not None
            found[f"the person {name}"] = session.person
            found[f"the form token of {name}"] = site.links.form(session.person)
        return found

    def plant(self) -> None:
        """Whispers to others, and numbers of foes that the board does not show."""
        base = self.eyes.base("referee")
        assert self.referee.post(f"{base}/say", {"text": WHISPERS[0], "to": self.other}).status_code == 200
        assert self.friend.post(f"/t/{self.table}/{self.other}/say", {"text": WHISPERS[1], "to": "referee"}).is_success
        board = self.eyes.game.board(self.room.table.world, self._seat("referee"), "en")
        for figure in [one for one in board.figures if one.mine]:
            page = self.referee.get(f"{base}/edit?figure={figure.id}").text
            for path in dict.fromkeys(re.findall(rf'"(\w+\.{re.escape(figure.id)}\.[\w.]+)"', page)):
                value = NUMBERS[self.eyes.game.id].get(path.rpartition(".")[2])
                if value is not None:
                    fields = {"path": path, "value": str(value), "reason": REASON, "secret": "yes", "figure": figure.id}
                    answer = self.referee.post(f"{base}/edit", fields)
                    assert answer.url.path == base, path

    def meddle(self) -> None:
        """Things that go on behind the screen."""
        base = self.eyes.base("referee")
        assert self.referee.post(f"{base}/roll", {"dice": "3d6+88410", "secret": "yes"}).is_success
        assert self.referee.post(f"{base}/say", {"text": WHISPERS[2], "to": self.other}).is_success

    def call(self) -> None:
        """A check whose difficulty the referee keeps to themselves, where the game has such."""
        if command := CALLS.get(self.eyes.game.id):
            command = {"do": "call_judge", **command, "difficulty": DIFFICULTY}
            self.bots["referee"].send("commands", {"command": command})

    def act(self) -> bool:
        """Whoever is asked, or may, does what is usual."""
        players = [bot for seat, bot in self.bots.items() if seat not in ("referee", "spectator")]
        return any(bot.act() for bot in [*players, self.bots["referee"]])

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.room.table.seats if seat.id == name)

    def secrets(self, one: str) -> dict[str, re.Pattern[str]]:
        """What these eyes may not read now, by what it is."""
        game, world = self.eyes.game, self.room.table.world
        seat = self.eyes.seats[one]
        mine = {f"the person {one}", f"the form token of {one}"}
        told = {what: re.compile(re.escape(text)) for what, text in self.always.items() if what not in mine}
        told |= {f"{text!r}": re.compile(re.escape(text)) for text in game.secrets(world)}
        told["a hidden difficulty"] = re.compile(rf"(?<![0-9a-f]){DIFFICULTY}(?![0-9a-f])")
        told["what a secret roll came to"] = re.compile(r"(?<![0-9a-f])884[12]\d(?![0-9a-f])")
        view = msgspec.json.encode(game.view(world, self._seat(seat)), enc_hook=str).decode()
        for name, number in NUMBERS[game.id].items():
            if str(number) not in view:
                told[f"the hidden {name}"] = re.compile(rf"(?<![0-9a-f]){number}(?![0-9a-f])")
        return told

    def paths(self, one: str) -> list[str]:
        """Everything of the table that these eyes can ask for."""
        routes = [route for route in get_routes() if route.startswith(("/t/{table}/{seat}", "/api/tables"))]
        found = [path for route in routes for path in self.eyes.path(route, one)]
        seat = self.eyes.seats[one]
        return [f"{path}?seat={seat}" if path.startswith("/api") else path for path in found]


@pytest.fixture(params=GAMES)
def fight(server: Server, request: pytest.FixtureRequest) -> Iterator[Fight]:
    made = Fight(server, request.param)
    yield made
    for bot in made.bots.values():
        bot.http.close()


def check(fight: Fight, one: str, text: str, secrets: Mapping[str, re.Pattern[str]], where: str) -> None:
    """None of the secrets stands in a text, nor in what it means as an address or as HTML."""
    for what, looks in secrets.items():
        found = looks.search(text) or looks.search(unquote(text))
        assert not found, (one, where, what, text[max(0, found.start() - 200) : found.end() + 200] if found else "")


def test_a_whole_fight_tells_players_and_spectators_no_secret(fight: Fight) -> None:
    watching = ("spectator", "player")
    with ExitStack() as stack:
        streams = {}
        for one in watching:
            visitor, seat = fight.eyes.visitors[one], fight.eyes.seats[one]
            for path in (f"{fight.eyes.base(one)}/stream", f"/api/tables/{fight.table}/stream?since=0&seat={seat}"):
                streams[one, path] = stack.enter_context(Recording(visitor, path))
        for stream in streams.values():
            stream.wait(lambda text: "event: " in text)
        paths = {one: fight.paths(one) for one in watching}
        checked = dict.fromkeys(streams, 0)
        before = [{one: fight.secrets(one) for one in watching}]

        def look(one: str, path: str) -> None:
            answer = fight.eyes.visitors[one].get(path)
            assert answer.status_code < 500
            secrets = fight.secrets(one)
            check(fight, one, answer.text + str(answer.headers), secrets, path)

        def look_at_streams() -> None:
            before.append({one: fight.secrets(one) for one in watching})
            del before[:-4]
            for (one, path), stream in streams.items():
                text = stream.text
                # what comes late was sent a few steps ago, when more may have been secret, but this was too
                common = set.intersection(*(set(step[one]) for step in before))
                secrets = {what: before[-1][one][what] for what in common}
                check(fight, one, text[max(0, checked[one, path] - 300) :], secrets, path)
                checked[one, path] = len(text)

        for one in watching:
            for path in paths[one]:
                look(one, path)
        acts = 0
        while acts < ACTS and fight.act():
            acts += 1
            if acts % 5 == 0:
                fight.meddle()
                fight.call()
            look_at_streams()
            for one in watching:
                turning = paths[one][acts % len(paths[one])]
                for path in (fight.eyes.base(one), turning, f"{fight.eyes.base(one)}/replay?at={acts}"):
                    look(one, path)
        assert acts > 30
        for one in watching:
            for path in paths[one]:
                look(one, path)
        fight.bots["referee"].post("commands", {"command": {"do": "say", "text": "That was all."}})
        for stream in streams.values():
            stream.wait(lambda text: "That was all." in text)
        look_at_streams()
    # and the referee has been told all of it, so that it was there to be found
    log = fight.referee.get(f"{fight.eyes.base('referee')}/log").text
    for text in (*WHISPERS, REASON, "3d6+88410"):
        assert text in log, text
    journal = fight.referee.get(f"/api/tables/{fight.table}/journal?limit=10000&seat=referee").text
    assert all(str(number) in journal for number in NUMBERS[fight.eyes.game.id].values())
    assert str(DIFFICULTY) in journal or fight.eyes.game.id not in CALLS


def test_whispers_stay_whispers_after_the_table_has_closed(fight: Fight) -> None:
    base = fight.eyes.base("referee")
    assert fight.referee.post(f"{base}/dice/close", {"sure": "yes"}).status_code == 200
    assert fight.room.table.closed
    for one in ("player", "spectator"):
        visitor = fight.eyes.visitors[one]
        journals = [
            visitor.get(f"{fight.eyes.base(one)}/journal"),
            visitor.get(f"/api/tables/{fight.table}/journal?limit=10000&seat={fight.eyes.seats[one]}"),
        ]
        for journal in journals:
            assert journal.status_code == 200
            assert not [text for text in WHISPERS if text in journal.text]
            for what in ("the passphrase", "its hash", "the link of referee", "the person friend"):
                assert fight.always[what] not in journal.text
        for path in fight.paths(one):
            text = visitor.get(path).text
            assert not [whisper for whisper in WHISPERS if whisper in text], path
    assert WHISPERS[0] in fight.friend.get(f"/t/{fight.table}/{fight.other}/journal").text


# ---------------------------------------------------------------- nobody can tell that anything was secret


def plainly(text: str, marker: str) -> str:
    """What a stream has told without the numbers of entries and the time."""
    text = re.sub(r"^id: \d+$", "id: N", text, flags=re.MULTILINE)
    text = re.sub(r'(name="seen" value=|"sequence":|data-seq=|id="[a-z]+-)"?\d+', r"\1N", text)
    return re.sub(r"\d{2}:\d{2}(:\d{2})?", "TIME", text.replace(marker, "MARKER"))


@pytest.mark.parametrize("api", [False, True])
def test_what_happens_in_secret_sends_nothing_to_others(fight: Fight, api: bool) -> None:
    for _ in range(12):  # until it is the player's turn, who has a form for it
        menu = fight.bots[fight.eyes.player].get("menu")
        if menu["offers"] or not fight.act():
            break
    path = f"/api/tables/{fight.table}/stream?since=0&seat={{}}" if api else f"/t/{fight.table}/{{}}/stream"
    with ExitStack() as stack:
        streams = [
            stack.enter_context(Recording(fight.eyes.visitors[one], path.format(fight.eyes.seats[one])))
            for one in ("player", "spectator")
        ]
        for stream in streams:
            stream.wait(lambda text: "event: " in text and text.endswith("\n\n"))
        marks, starts = ("First-word", "Other-word", "Third-word"), list[list[int]]()
        messages: list[int] = []
        for marker in marks:
            starts.append([len(stream.text) for stream in streams])
            if marker == "Other-word":
                for _ in range(3):
                    fight.meddle()
                    fight.plant()
            said = fight.bots["referee"].post("commands", {"command": {"do": "say", "text": marker}})
            assert said["outcome"] == "done"
            for stream, start in zip(streams, starts[-1]):
                stream.wait(lambda text, marker=marker: marker in text and text.endswith("\n\n"), start)  # type: ignore[misc]
                if marker == marks[0]:  # all that comes of it, such as a new form for whoever has one
                    with suppress(AssertionError):
                        stream.wait(lambda text: text.count("\n\n") > 5, start, seconds=0.7)
                    messages.append(stream.text[start:].count("\n\n"))
            for stream, start, count in zip(streams, starts[-1], messages):
                stream.wait(lambda text, count=count: text.count("\n\n") >= count, start)  # type: ignore[misc]
        starts.append([len(stream.text) for stream in streams])
        for place, stream in enumerate(streams):
            first, other, third = (
                plainly(stream.text[start[place] : end[place]], marker)
                for marker, start, end in zip(marks, starts, starts[1:])
            )
            assert first == other == third


def test_what_happens_in_secret_changes_no_answer_to_others(fight: Fight) -> None:
    for one in ("player", "spectator"):
        visitor, seat = fight.eyes.visitors[one], fight.eyes.seats[one]
        parts = ("state", "board", "menu", "questions", "events", "rolls", "seats", "verify", "")
        api = [f"/api/tables/{fight.table}/{part}".rstrip("/") + f"?seat={seat}" for part in parts]
        pages = [f"{fight.eyes.base(one)}{page}" for page in ("/log", "/replay", "/dice", "/seats")]
        before = [visitor.get(path).text for path in [*api, *pages]]
        fight.meddle()
        assert [visitor.get(path).text for path in [*api, *pages]] == before


def test_a_stale_command_tells_nothing_of_what_was_secret(fight: Fight) -> None:
    bot = fight.bots[fight.eyes.player]
    menu = bot.get("menu")
    fight.meddle()
    said = bot.post("commands", {"command": {"do": "say", "text": "x"}, "expected_sequence": menu["sequence"]})
    assert [event["facts"]["text"] for event in said["events"]] == ["x"]
