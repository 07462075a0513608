"""The stream of a table page over real connections: everything once and in order, whatever happens to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest

from page_streams import PageStream
from rooms import hub_over, new_room, run, say
from rulewright.store.seats import SeatRow
from rulewright.web.live.feed import LINES_SHOWN, PageFeed
from rulewright.web.live.listeners import Listener, mark_of
from rulewright.web.live.sse import ALIVE, message
from rulewright.web.live.stream import RETRY, follow
from rulewright.web.views import Look
from servers import Server, Visitor, running
from table_play import at, play, sit
from tables import Made, new_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("stream")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


@pytest.fixture
def made(server: Server) -> Made:
    return new_table(server, "cairn", "ambush", seed="stream")


def newest(made: Made, seat: str) -> int:
    return at(made, lambda table: table.seen_by(seat))


def talk(made: Made, words: str, seat: str = "referee", to: Sequence[str] = ()) -> None:
    at(made, say(words, seat, tuple(to)))


class Poster:
    """A browser that posts by script, with the token that its page has."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.token = visitor.token()

    def post(self, path: str, **data: str) -> int:
        headers = {"hx-request": "true", "x-form-token": self.token}
        return self.visitor.http.post(path, data=data, headers=headers).status_code


def test_every_watcher_has_every_line_once_and_in_order(made: Made) -> None:
    visitors = {seat: sit(made, seat) for seat in ("aune", "reko", "ilmi", "referee")}
    streams = [PageStream.of_page(visitor, made.page(seat)) for seat, visitor in visitors.items()]
    streams += [PageStream.of_page(visitors["aune"], made.page("aune")) for _ in range(8)]
    posters = {seat: Poster(visitors[seat]) for seat in ("aune", "reko", "ilmi")}

    def say_all(seat: str) -> set[int]:
        return {posters[seat].post(f"/t/{made.id}/{seat}/say", text=f"({seat} {n})") for n in range(40)}

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(say_all, posters)) == [{204}] * 3
    talk(made, "(the end)")
    said = at(
        made, lambda table: [event.facts["text"] for _, event in table.events_for("aune") if "text" in event.facts]
    )
    assert len(said) == 121
    for stream in streams:
        stream.wait_for("(the end)")
        assert re.findall(r"\((?:\w+ \w+)\)", "".join(stream.named("lines"))) == said
        assert "log" not in stream.names
        numbers = [one.number or 0 for one in stream.messages if one.name == "lines"]
        assert numbers == sorted(set(numbers))
        stream.stop()


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop"), ("nwo", "last_train")])
def test_a_page_that_was_followed_is_the_page_that_is_loaded(server: Server, game: str, scenario: str) -> None:
    made = new_table(server, game, scenario, seed="followed")
    play(made, 4)
    seats = at(made, lambda table: [seat.id for seat in table.seats])
    visitors = {seat: sit(made, seat) for seat in seats}
    talk(made, "(we begin)")
    streams = {seat: PageStream.of_page(visitors[seat], made.page(seat)) for seat in seats}
    for _ in range(40):
        if not play(made, 1):
            break
    at(made, lambda table: table.undo("referee", table.decision_points()[-3]))
    play(made, 20)
    talk(made, "(the end)")
    for seat, stream in streams.items():
        stream.wait_for("(the end)")
        loaded = parts_of(visitors[seat].get(made.page(seat)).text)
        stream.wait_until(lambda: parts_of(stream.page) | followed_parts(stream) == loaded, "as it is loaded")  # noqa: B023
        whole = visitors[seat].get(f"{made.page(seat)}/log").text
        followed = followed_log(stream)
        assert followed == lines_of(whole)[-len(followed) :]
        stream.stop()


def lines_of(html: str) -> list[str]:
    """The lines of a log, each with what it opens into; colours are those of the board when it was drawn."""
    return re.findall(r"<li class=.*?</li>", re.sub(r"<b class=\"ink-\d\">(.*?)</b>", r"\1", html), re.DOTALL)


def followed_log(stream: PageStream) -> list[str]:
    """The log of a page that was kept up to date as our script does."""
    lines = lines_of(stream.page)
    for one in stream.messages:
        if one.name == "lines":
            lines += lines_of(one.text)
        elif one.name == "log":
            lines = lines_of(one.text)
    return lines


def parts_of(page: str) -> dict[str, str]:
    """What is asked and the board on a whole page, without what is the visitor's own."""
    found = {
        name: re.search(rf'<section id="{name}"[^>]*>(.*?)</section>', page, re.DOTALL) for name in ("turn", "board")
    }
    return {name: without_token(one[1]) for name, one in found.items() if one}


def without_token(html: str) -> str:
    return re.sub(r'name="form_token" value="[^"]*"', "", html).strip()


def followed_parts(stream: PageStream) -> dict[str, str]:
    """The parts of a page that was kept up to date, where they have changed."""
    return {name: without_token(stream.named(name)[-1]) for name in ("turn", "board") if name in stream.names}


def test_who_comes_back_without_a_gap_gets_the_parts_and_no_line(made: Made) -> None:
    visitor = sit(made, "aune")
    with PageStream.of_page(visitor, made.page("aune")) as stream:
        play(made, 3)
        talk(made, "(one)")
        stream.wait_for("(one)")
    last = newest(made, "aune")
    with PageStream(visitor, made.page("aune"), last_seen=last) as again:
        again.wait_for("event: board")
        talk(made, "(two)")
        again.wait_for("(two)")
        assert again.names[:3] == ["turn", "board", "lines"]
        assert parts_of(visitor.get(made.page("aune")).text)["board"] == without_token(again.named("board")[0])


def test_a_page_that_is_up_to_date_is_told_nothing(made: Made) -> None:
    visitor = sit(made, "aune")
    with PageStream.of_page(visitor, made.page("aune")) as stream:
        talk(made, "(one)")
        stream.wait_for("(one)")
        assert stream.data.startswith(RETRY + b"id: ")
        assert stream.names[0] == "lines"


def test_who_was_cut_off_and_missed_something_gets_everything(made: Made) -> None:
    visitor = sit(made, "aune")
    with PageStream.of_page(visitor, made.page("aune")) as stream:
        talk(made, "(one)")
        stream.wait_for("(one)")
        last = stream.last_id
    for words in ("(two)", "(three)"):
        talk(made, words)
    with PageStream(visitor, made.page("aune"), last_seen=last) as again:
        again.wait_for("event: board")
        assert again.names == ["log", "turn", "board"]
        assert {one.number for one in again.messages} == {newest(made, "aune")}
        assert lines_of(again.named("log")[0]) == lines_of(visitor.get(made.page("aune")).text)


@pytest.mark.parametrize(
    "wrong", ["", "x", "-1", "１２", "9" * 400, "1e3", "0x1", "+5", " 5 5", "99999999999", "%00", "5\u00b2"]
)
def test_a_number_that_is_none_has_everything_sent(made: Made, wrong: str) -> None:
    visitor = sit(made, "aune")
    for query, last_seen in ((f"?after={quote(wrong)}&parts={quote(wrong)}", None), ("", wrong)):
        with PageStream(visitor, made.page("aune"), query, last_seen=last_seen) as stream:
            stream.wait_for("event: board")
            assert stream.status == 200
            assert stream.names == ["log", "turn", "board"]


def test_the_header_counts_and_not_what_the_page_knew_when_it_was_shown(made: Made) -> None:
    visitor, page = sit(made, "aune"), made.page("aune")
    first = newest(made, "aune")
    talk(made, "(one)")
    mark = re.findall(r'data-parts="(\w+)"', visitor.get(page).text)[0]
    with PageStream(visitor, page, f"?after={first}&parts={mark}", last_seen=newest(made, "aune")) as stream:
        stream.wait_for("event: board")
        assert stream.names == ["turn", "board"]


def test_an_undo_sends_the_whole_log_anew(made: Made) -> None:
    visitor = sit(made, "aune")
    play(made, 4)
    with PageStream.of_page(visitor, made.page("aune")) as stream:
        at(made, lambda table: table.undo("referee", table.decision_points()[-1], "too early"))
        stream.wait_for("too early")
        assert lines_of(stream.named("log")[0]) == lines_of(visitor.get(made.page("aune")).text)


def test_a_slow_reader_is_ended_and_comes_back_without_a_gap(made: Made) -> None:
    visitor = sit(made, "spectator")
    listeners = made.server.site.hub.rooms[made.id].listeners
    slow = PageStream.of_page(visitor, made.page("spectator"), reads=False)
    while not at(made, lambda table: len(listeners)):
        continue
    count, filler = 0, "x" * 1_900
    while at(made, lambda table: len(listeners)):
        new = range(count, count + 50)
        at(made, lambda table, new=new: [say(f"({number}) {filler}")(table) for number in new])  # type: ignore[misc]
        count += 50
        assert count < 20_000, "the slow reader was never ended"
    slow.read()
    slow.until_end()
    heard = [int(one) for one in re.findall(r"\((\d+)\)", "".join(slow.named("lines")))]
    assert heard == list(range(len(heard)))
    assert 0 < len(heard) < count
    with PageStream(visitor, made.page("spectator"), last_seen=slow.last_id) as again:
        again.wait_for("event: board")
        heard = [int(one) for one in re.findall(r"\((\d+)\)", again.named("log")[0])]
        assert heard == list(range(count - LINES_SHOWN, count))
        talk(made, f"({count})")
        again.wait_for(f"({count})")
    whole = [int(one) for one in re.findall(r"\((\d+)\)", visitor.get(f"{made.page('spectator')}/log").text)]
    assert whole == list(range(count + 1))
    slow.stop()


def test_a_seat_that_is_taken_back_ends_its_stream(made: Made) -> None:
    visitor, referee = sit(made, "aune"), sit(made, "referee")
    with PageStream.of_page(visitor, made.page("aune")) as stream:
        assert referee.post(f"/t/{made.id}/referee/seats/aune/revoke", {"seen": seen(made, "aune")}).status_code == 200
        stream.until_end()
        assert stream.names[-1] == "revoked"
        talk(made, "(not for them)")
        assert "(not for them)" not in stream.data.decode()
    with PageStream(visitor, made.page("aune"), last_seen=stream.last_id) as again:
        again.until_end()
        assert again.status == 403


def seen(made: Made, seat: str) -> str:
    row = made.server.site.hub.rooms[made.id].seats[seat]
    return f"{row.generation}.{row.person or ''}"


def test_a_secret_roll_sends_nothing_at_all_to_others(made: Made) -> None:
    play(made, 3)
    listeners = made.server.site.hub.rooms[made.id].listeners
    visitors = {seat: sit(made, seat) for seat in ("aune", "reko", "spectator", "referee")}
    streams = {seat: PageStream.of_page(visitors[seat], made.page(seat)) for seat in visitors}
    referee = Poster(visitors["referee"])
    for _ in range(5):
        assert referee.post(f"/t/{made.id}/referee/roll", dice="3d6+100", secret="yes") == 204
    talk(made, "(to reko)", to=["reko"])
    for seat in ("referee", "reko"):
        streams[seat].wait_for("(to reko)")
    while at(made, lambda table: listeners._due) is not None:
        continue
    assert "3d6+100" in streams["referee"].data.decode()
    assert [streams[seat].data for seat in ("aune", "spectator")] == [RETRY, RETRY]
    shown = {seat: visitors[seat].get(made.page(seat)).text for seat in ("aune", "spectator")}
    assert shown == {seat: streams[seat].page for seat in shown}
    for seat in shown:
        # nor does a stream that is opened again
        again = PageStream.of_page(visitors[seat], made.page(seat))
        back = PageStream(visitors[seat], made.page(seat), last_seen=newest(made, seat)).wait_for("event: board")
        assert back.names == ["turn", "board"]
        talk(made, f"(to all, {seat})")
        for stream in (streams[seat], again, back):
            stream.wait_for(f"(to all, {seat})")
            assert "3d6" not in stream.data.decode()
        assert again.names[0] == "lines"
        again.stop()
        back.stop()
    for stream in streams.values():
        stream.stop()


def test_whispers_reach_only_whom_they_should(made: Made) -> None:
    visitors = {seat: sit(made, seat) for seat in ("aune", "reko", "ilmi", "spectator", "referee")}
    streams = {seat: PageStream.of_page(visitors[seat], made.page(seat)) for seat in visitors}
    talk(made, "(psst)", "aune", ["reko"])
    talk(made, "(all)", "aune")
    for seat, stream in streams.items():
        stream.wait_for("(all)")
        assert ("(psst)" in stream.data.decode()) is (seat in ("aune", "reko", "referee"))
        stream.stop()


def test_a_closed_browser_is_no_listener_any_more(made: Made) -> None:
    visitor = sit(made, "aune")
    listeners = made.server.site.hub.rooms[made.id].listeners
    with PageStream.of_page(visitor, made.page("aune")):
        assert at(made, lambda table: listeners.present()) == {"aune"}
    while at(made, lambda table: len(listeners)):
        continue


def test_streams_are_for_those_who_sit_there(made: Made) -> None:
    stranger, aune = made.server.visitor(), sit(made, "aune")
    stranger.get("/")
    for visitor, seat, status in [
        (stranger, "aune", 403), (stranger, "spectator", 403), (stranger, "referee", 403),
        (aune, "reko", 403), (aune, "referee", 403), (aune, "nobody", 404),
    ]:  # fmt: skip
        with PageStream(visitor, made.page(seat)) as stream:
            stream.until_end()
            assert stream.status == status
    with PageStream(aune, f"{made.server.url}/t/0123456789abcdef/aune") as stream:
        stream.until_end()
        assert stream.status == 404
    assert aune.http.head(f"{made.page('aune')}/stream").status_code == 200
    assert aune.http.post(f"{made.page('aune')}/stream").status_code == 405


def test_nothing_keeps_or_holds_back_a_stream(made: Made) -> None:
    visitor = sit(made, "aune")
    with visitor.http.stream("GET", f"{made.page('aune')}/stream", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_lines()) == "retry: 1500"


def test_a_sign_of_life_where_nothing_happens(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            feed = PageFeed(room.table.game, room.id, "aune", Look("en"), "en")
            known = mark_of(feed.parts(room.table))
            stream = follow(room, Listener(feed, None, 0), 0, known, alive=0.001)
            assert [await anext(stream) for _ in range(4)] == [RETRY, ALIVE, ALIVE, ALIVE]
            await room.do(say("(one)"))
            while (data := await anext(stream)) == ALIVE:
                continue
            assert b"(one)" in data
            await stream.aclose()  # type: ignore[attr-defined]
            assert not room.listeners

    run(test)


def test_a_seat_that_was_given_away_a_moment_ago_opens_no_stream(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            feed = PageFeed(room.table.game, room.id, "aune", Look("en"), "en")
            room.reseat([SeatRow(room.id, "aune", generation=1)])
            for seat_feed in (feed, PageFeed(room.table.game, room.id, "reko", Look("en"), "en")):
                stream = follow(room, Listener(seat_feed, "somebody", 0), None)
                assert [piece async for piece in stream] == [RETRY, message("revoked", "", None)]
            assert not room.listeners

    run(test)


@pytest.mark.parametrize("text", ["", "one", "one\ntwo", "one\r\ntwo\rthree\n", "data: x\n\nevent: y", "\u2028", "空"])
def test_a_message_keeps_its_lines(text: str) -> None:
    data = message("lines", text, 7).decode()
    head, *lines = data.split("\n")[:-2] if data.endswith("\n\n") else []
    assert head == "id: 7"
    assert lines[0] == "event: lines"
    assert all(line.startswith("data: ") for line in lines[1:])
    read = "\n".join(line.removeprefix("data: ") for line in lines[1:])
    assert read == re.sub(r"\r\n|\r", "\n", text)
    assert "\n\n" not in data[:-2]
