"""`rulewright serve` and `rulewright links`: starting, what is refused, the demo, stopping, workers."""

from __future__ import annotations

import json
import logging
import os
import re
import select
import socket
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGTERM

import httpx
import pytest

from databases import empty_postgresql_url, postgresql_url
from processes import SECONDS, Served, serving, take_seat
from rulewright.cli import main
from rulewright.engine.journal import Commanded
from rulewright.store.database import Database
from rulewright.store.migrating import upgrade
from rulewright.store.tables import TableStore

__all__ = ["empty_postgresql_url", "postgresql_url"]

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """A server that is started in this process sets up its log; the tests after it want none of that."""
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in ("", "uvicorn", "rulewright")}
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path}/t.db"


@pytest.fixture(scope="module")
def demo_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of `demo`."""
    return f"sqlite:///{tmp_path_factory.mktemp('demo')}/t.db"


@pytest.fixture(scope="module")
def demo(demo_url: str) -> Iterator[Served]:
    """A server with the demo, for tests that do not end it."""
    with serving(demo_url, "--demo") as served:
        yield served


def refused(arguments: list[str], capsys: Capture) -> str:
    """What `serve` complains of with these arguments."""
    assert main(["serve", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_one_link_for_each_seat_and_one_to_each_other_game(demo: Served) -> None:
    seats = [link.split("/")[5] for link in demo.links]
    assert seats == ["referee", "aune", "reko", "ilmi", "tuomas", "spectator", "referee", "referee"]
    assert all(link.startswith(f"{demo.url}/join/") for link in demo.links)
    assert "Toll on the Causeway" in demo.said
    assert "Closing Time" in demo.said
    assert "The Last Train Waits for Nobody" in demo.said
    assert all(len(line) <= 80 for line in demo.said.splitlines() if "/join/" not in line)


def test_all_seats_of_the_demo_are_free_at_first(demo: Served) -> None:
    for link in demo.links:
        page = demo.visitor().get(link).text
        assert "has this seat" not in page
        assert "/join/" in page


def test_a_link_leads_to_a_seat_and_a_legal_action(demo: Served, demo_url: str) -> None:
    referee = demo.visitor()
    page = take_seat(referee, demo.links[0], "Robin")
    shown = referee.get(page).text
    command = re.search(r'name="command" value="([^"]+)"', shown)
    assert command, shown
    answer = referee.post(f"{page}/command", {"command": unescape(command[1]), "seen": "0"})
    assert (answer.status_code, answer.url.path) == (200, page)
    with Database.open(demo_url) as database:
        rows = TableStore(database).rows(page.split("/")[2])
    given = [row.entry for row in rows if isinstance(row.entry, Commanded)]
    assert [(one.seat, one.command) for one in given][-1] == ("referee", json.loads(unescape(command[1])))


def test_the_demo_is_found_again_until_it_is_over(url: str) -> None:
    tables = []
    for _ in range(3):
        with serving(url, "--demo") as served:
            tables.append([link.split("/")[4] for link in served.links])
            assert served.end(SIGTERM) == 0
        if len(tables) == 2:
            with Database.open(url) as database:
                TableStore(database).append(tables[0][0], [], closed=True).result()
    assert tables[0] == tables[1]
    assert tables[2][0] != tables[1][0]
    assert tables[2][-1] == tables[1][-1]


def test_another_scenario_and_the_address_that_people_use(url: str) -> None:
    with serving(url, "--demo", "--scenario", "duel", "--url", "https://table.example/") as served:
        assert served.links
        assert all(link.startswith("https://table.example/join/") for link in served.links)
        assert "Closing Time" in served.said


def test_cookies_are_for_https_where_that_is_said(url: str) -> None:
    with serving(url, "--https") as served:
        address = served.url.replace("https://", "http://")
        assert "; Secure" in httpx.get(address).headers["set-cookie"]


def test_everywhere_means_an_address_that_phones_can_reach(url: str) -> None:
    with serving(url, "--host", "0.0.0.0") as served:
        assert "//0.0.0.0" not in served.url
        assert httpx.get(f"{served.url}/health").json() == {"status": "ok"}


def test_a_port_in_use(url: str, capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        complaint = refused(["--port", str(port), "--database", url], capsys)
    assert f"port {port} is in use" in complaint
    assert "--port" in complaint.partition("expected")[2]


def test_a_second_server_on_a_sqlite_file(demo: Served, demo_url: str, capsys: Capture) -> None:
    assert "another server is using this database" in refused(["--port", "0", "--database", demo_url], capsys)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--workers", "2"], "2 processes cannot share a SQLite database"),
        (["--scenario", "ambush"], "--scenario without --demo"),
        (["--demo", "--scenario", "ambusch"], 'did you mean "ambush"?'),
        (["--log-level", "loud"], "--log-level: 'loud' is not known; expected one of debug, info, warning, error"),
        (["--log-format", "xml"], "expected one of json, plain"),
        (["--url", "table.example"], "--url"),
        (["--host", "no such host"], "cannot listen here"),
        (["--database", "mysql://there/it"], "'mysql' are not known"),
    ],
)
def test_what_is_refused(arguments: list[str], complaint: str, url: str, capsys: Capture) -> None:
    assert complaint in refused(["--port", "0", "--database", url, *arguments], capsys)


def test_postgresql_is_upgraded_when_asked(empty_postgresql_url: str, capsys: Capture) -> None:
    assert "`rulewright db upgrade`" in refused(["--port", "0", "--database", empty_postgresql_url], capsys)
    with serving(empty_postgresql_url, "--upgrade") as served:
        assert httpx.get(f"{served.url}/health/ready").json()["status"] == "ready"


@pytest.mark.parametrize("signal", [SIGTERM, SIGINT])
def test_it_stops_with_streams_open(signal: int, url: str) -> None:
    with serving(url, "--demo") as served:
        watching, playing = served.visitor(), served.visitor()
        page = take_seat(playing, served.links[1], "Ann")
        watched = take_seat(watching, served.links[5], "")
        with (
            playing.http.stream("GET", f"{page}/stream") as mine,
            watching.http.stream("GET", f"{watched}/stream") as theirs,
        ):
            read = [stream.iter_lines() for stream in (mine, theirs)]
            assert [next(lines) for lines in read] == ["retry: 1500"] * 2
            assert served.end(signal) == 0
            for lines in read:
                list(lines)  # an incomplete stream would raise
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{served.url}/health")


def test_a_second_ctrl_c_stops_at_once(url: str) -> None:
    form = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 9"
    with serving(url) as served, socket.socket() as unfinished:
        host, port = served.url.removeprefix("http://").split(":")
        unfinished.connect((host, int(port)))
        unfinished.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        assert unfinished.recv(1)  # the server has this connection
        unfinished.sendall(f"POST /settings HTTP/1.1\r\nhost: x\r\n{form}\r\nexpect: 100-continue\r\n\r\n".encode())
        while b"100 Continue" not in unfinished.recv(4096):
            pass  # once it comes, the server waits for the form
        served.process.send_signal(SIGINT)
        served.wait_for("Waiting for connections to close")
        assert served.end(SIGINT) == 130


def test_several_workers(postgresql_url: str) -> None:
    with serving(postgresql_url, "--workers", "2", "--demo") as served:
        first, second = (int(served.wait_for("Started server process").split("[")[1].split("]")[0]) for _ in range(2))
        page = take_seat(served.visitor(), served.links[0], "Robin")
        assert page.endswith("/referee")
        os.kill(first, SIGKILL)
        served.wait_for(f"worker {first} ended with -9")
        third = int(served.wait_for("Started server process").split("[")[1].split("]")[0])
        assert len({first, second, third}) == 3
        assert httpx.get(f"{served.url}/health").json() == {"status": "ok"}
        left = [os.pidfd_open(process) for process in (second, third)]
        assert served.end(SIGTERM) == 0
        assert ended(left)


def test_workers_stop_when_the_first_process_is_killed(postgresql_url: str) -> None:
    with serving(postgresql_url, "--workers", "2") as served:
        processes = [int(served.wait_for("Started server process").split("[")[1].split("]")[0]) for _ in range(2)]
        left = [os.pidfd_open(process) for process in processes]
        served.process.kill()
        assert ended(left)


def test_workers_that_cannot_start_end_everything(postgresql_url: str, tmp_path: Path) -> None:
    with serving(postgresql_url, "--workers", "2") as served:
        first = int(served.wait_for("Started server process").split("[")[1].split("]")[0])
        served.wait_for("Started server process")
        with Database.open(postgresql_url) as database:
            database.write(
                lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'x'")
            ).result()
        os.kill(first, SIGKILL)
        assert "a worker cannot start" in served.wait_for("a worker cannot start")
        assert served.process.wait(SECONDS) == 3


def ended(handles: list[int]) -> bool:
    """Wait until processes have ended; False where one does not."""
    for handle in handles:
        waiting = select.poll()
        waiting.register(handle, select.POLLIN)
        found = waiting.poll(SECONDS * 1000)
        os.close(handle)
        if not found:
            return False
    return True


def test_links_are_printed_again(demo: Served, demo_url: str, capsys: Capture) -> None:
    assert main(["links", "--database", demo_url, "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)
    titles = {"Toll on the Causeway", "Closing Time", "The Last Train Waits for Nobody"}
    assert {one["title"] for one in tables} == titles
    id = next(one["table"] for one in tables if one["game"] == "cairn")
    assert main(["links", id, "--database", demo_url, "--url", f"{demo.url}/", "--json"]) == 0
    seats = json.loads(capsys.readouterr().out)
    assert {one["link"] for one in seats} == set(demo.links[:6])
    assert main(["links", id, "--database", demo_url]) == 0
    assert "http://127.0.0.1:8000/join/" in capsys.readouterr().out


def test_links_of_no_table(url: str, capsys: Capture) -> None:
    upgrade(url)
    assert main(["links", "--database", url]) == 0
    assert capsys.readouterr().out == "There are no tables yet.\n"
    assert main(["links", "0", "--database", url]) == 2
    assert "no table '0'" in capsys.readouterr().err
