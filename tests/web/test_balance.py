"""Simulations in the background: begun, followed, stopped and read on pages; the same figures as the command line."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from rulewright import games
from rulewright.cli import main
from rulewright.table.balance import Job
from rulewright.table.sweep import Variant
from rulewright.web.computing.balance_jobs import Jobs
from rulewright.web.computing.pool import Computing
from rulewright.web.people.links import Links
from servers import Server, Visitor, running
from table_play import at, play, sit
from tables import Made, new_table


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of our own for what jobs come to."""
    with pytest.MonkeyPatch.context() as patched:
        path: Path = tmp_path_factory.mktemp("jobs")
        patched.setattr("tempfile.tempdir", str(path))
        yield path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("balance")
    with running(f"sqlite:///{path}/t.db", limit_joins=10_000, limit_posts=100_000) as found:
        yield found


def job_of(answer: httpx.Response) -> str:
    return str(answer.url.params["job"])


def finished(visitor: Visitor, path: str) -> str:
    """The page of a job once it is over."""
    for _ in range(3_000):
        page = visitor.get(path)
        assert page.status_code == 200
        if "<progress" not in page.text:
            return page.text
    raise AssertionError("never finished")


def begun(visitor: Visitor, path: str, **fields: str) -> str:
    """Begin a job, a small one unless it is said otherwise; the path of its page."""
    answer = visitor.post(path, {"fights": "200", "seed": "7", **fields})
    assert answer.status_code == 200, answer.text
    return f"{path}?job={job_of(answer)}"


def table_rows(page: str) -> dict[str, list[str]]:
    """First cell to the others, of all tables."""
    return {
        name: re.findall(r"<td[^>]*>(.*?)</td>", cells)
        for name, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page)
    }


def test_the_same_figures_as_the_command_line(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    visitor = server.visitor()
    rows = table_rows(finished(visitor, begun(visitor, "/balance/cairn/ambush")))
    assert main(["simulate", "ambush", "-n", "200", "--seed", "7", "--processes", "1", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["variants"]
    win, rounds = told["flags"]["win"], told["figures"]["rounds"]
    assert rows["Win"][0] == str(win["count"])
    assert rows["Win"][1] == f"{win['rate'] * 100:.1f} %"
    assert rows["Win"][2] == f"{win['low'] * 100:.1f} % to {win['high'] * 100:.1f} %"
    assert rows["Rounds"][0] == f"{rounds['mean']:.2f}"
    chief = told["tallies"]["harm"]["Brigand Chief"]
    assert rows["Brigand Chief"][:2] == [f"{chief['count']:,}", f"{chief['share'] * 100:.1f} %"]


def test_the_same_seed_gives_the_same_page(server: Server) -> None:
    visitor = server.visitor()
    results = [finished(visitor, begun(visitor, "/balance/nw3/duel")).partition('id="results"')[2] for _ in range(2)]
    assert results[0] == results[1] != ""


def test_house_rules_of_a_preset_count(server: Server) -> None:
    visitor = server.visitor()
    pages = [
        table_rows(finished(visitor, begun(visitor, "/balance/nw3/duel", preset=preset)))
        for preset in ("as_written", "dice_bot")
    ]
    assert pages[0] != pages[1]


def test_our_script_asks_how_far_it_is_and_gets_all_at_the_end(server: Server) -> None:
    visitor = server.visitor()
    path = begun(visitor, "/balance/nw3/rooftop", fights="1000")
    far = visitor.get(path, **{"hx-request": "true"})
    assert "<html" not in far.text
    assert "of 1,000 fights played" in far.text
    assert "hx-retarget" not in far.headers
    visitor.post("/balance/cancel", {"job": path.partition("=")[2]})
    finished(visitor, path)
    over = visitor.get(path, **{"hx-request": "true"})
    assert over.headers["hx-retarget"] == "#balance"
    assert "Stopped after" in over.text


def test_one_job_for_each_person_and_two_in_all(server: Server) -> None:
    first, second, third = server.visitor(), server.visitor(), server.visitor()
    paths = [(one, begun(one, "/balance/nw3/rooftop", fights="5000")) for one in (first, second)]
    again = first.post("/balance/cairn/ambush", {"fights": "200", "seed": "1"})
    assert again.status_code == 409
    assert "You have a simulation under way" in again.text
    full = third.post("/balance/cairn/ambush", {"fights": "200", "seed": "1"})
    assert full.status_code == 409
    assert "2 simulations are under way" in full.text
    for one, path in paths:
        stopped = one.post("/balance/cancel", {"job": path.partition("=")[2]})
        assert stopped.status_code == 200
        assert "Stopped after" in finished(one, path)
    assert "What came of it" in finished(third, begun(third, "/balance/cairn/ambush"))


def test_a_job_is_its_persons_own(server: Server) -> None:
    mine, other = server.visitor(), server.visitor()
    path = begun(mine, "/balance/cairn/ambush")
    finished(mine, path)
    page = other.get(path)
    assert "no longer kept" in page.text
    assert "What came of it" not in page.text
    assert other.post("/balance/cancel", {"job": path.partition("=")[2]}).status_code == 404


@pytest.mark.parametrize("job", ["x", "../../etc/passwd.aaaaaaaaaaaaaaaa", "0" * 16 + ".x", "a" * 5000, "%00", "."])
def test_job_ids_that_are_none(server: Server, job: str) -> None:
    visitor = server.visitor()
    answer = visitor.http.get("/balance/cairn/ambush", params={"job": job})
    assert answer.status_code == 200
    assert "no longer kept" in answer.text
    assert visitor.post("/balance/cancel", {"job": job}).status_code == 404


@pytest.mark.parametrize(
    "fields",
    [{"fights": "201"}, {"fights": "9" * 30}, {"fights": ""}, {"fights": "200", "seed": ""},
     {"fights": "200", "seed": "x" * 50}, {"fights": "200", "seed": "1", "preset": "nope"}],
)  # fmt: skip
def test_bad_wishes_are_refused(server: Server, fields: dict[str, str]) -> None:
    assert server.visitor().post("/balance/cairn/ambush", fields).status_code == 400


def test_what_is_not_there_is_404(server: Server) -> None:
    visitor = server.visitor()
    assert visitor.get("/balance/cairn/nope").status_code == 404
    assert visitor.get("/balance/nope/ambush").status_code == 404


def a_table(server: Server) -> Made:
    made = new_table(server, "cairn", "ambush", options={"first_round_save": "none"})
    play(made, until=lambda table: table.world.state.fight is not None and table.world.state.fight.round == 3)
    play(made, until=lambda table: not table.open_questions("referee"))
    return made


def test_the_referee_plays_on_from_how_the_table_stands(server: Server) -> None:
    made = a_table(server)
    referee, path = sit(made, "referee"), f"/t/{made.id}/referee/balance"
    before = at(made, lambda table: (table.seq, len(table.entries)))
    start = table_rows(finished(referee, begun(referee, path, **{"from": "start"})))
    now = table_rows(finished(referee, begun(referee, path, **{"from": "now"})))
    assert start != now
    least = int(now["Rounds"][2].partition(" ")[0])
    assert least >= 3
    assert at(made, lambda table: (table.seq, len(table.entries))) == before


def test_not_from_the_middle_of_a_question(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    play(made, until=lambda table: bool(table.open_questions("referee")))
    referee, path = sit(made, "referee"), f"/t/{made.id}/referee/balance"
    assert "a question has to be answered first" in referee.get(path).text
    refused = referee.post(path, {"fights": "200", "seed": "1", "from": "now"})
    assert refused.status_code == 409


def test_nobody_else_simulates_a_table(server: Server) -> None:
    made = a_table(server)
    for seat in ("aune", "spectator"):
        visitor, path = sit(made, seat), f"/t/{made.id}/{seat}/balance"
        assert visitor.get(path).status_code == 403
        assert visitor.post(path, {"fights": "200", "seed": "1"}).status_code == 403
        assert visitor.get(f"/t/{made.id}/referee/balance").status_code == 403


def test_the_results_of_a_table_show_on_no_other_page(server: Server) -> None:
    made = a_table(server)
    referee = sit(made, "referee")
    path = begun(referee, f"/t/{made.id}/referee/balance")
    finished(referee, path)
    other = referee.get(f"/balance/cairn/ambush?job={path.partition('=')[2]}")
    assert "What came of it" not in other.text


def a_job(samples: int) -> Job:
    game = games.get("nw3")
    scenario: Any = msgspec.to_builtins(game.scenarios()["rooftop"], str_keys=True)
    return Job("nw3", (Variant(scenario),), msgspec.to_builtins(game.options_type()), "1", samples)


def test_another_process_answers_for_a_job_and_stops_it() -> None:
    """Two `Jobs` of one secret stand for two workers of a server."""

    async def go() -> None:
        computing = Computing(1)
        one, other = Jobs(computing, Links("secret")), Jobs(Computing(1), Links("secret"))
        try:
            id = await one.start(a_job(5_000), "ann", {"path": "/"})
            found = other.read(id, "ann")
            assert found is not None
            assert found.status == "running"
            assert other.read(id, "ben") is None
            other.cancel(id, "ann")
            while (found := other.read(id, "ann")) is not None and found.status == "running":
                await asyncio.sleep(0)
                await asyncio.wait(one._tasks or {asyncio.create_task(asyncio.sleep(0))})
            assert found is not None
            assert found.status == "cancelled"
        finally:
            await one.stop()
            computing.stop()

    asyncio.run(go())


def test_a_job_whose_process_is_gone_is_lost() -> None:
    async def go() -> None:
        computing = Computing(1)
        jobs = Jobs(computing, Links("another secret"))
        id = await jobs.start(a_job(5_000), "ann", {"path": "/"})
        token = id.partition(".")[0]
        written = (jobs._folder / f"{token}.json").read_bytes()
        await jobs.stop()
        computing.stop()
        (jobs._folder / f"{token}.json").write_bytes(written)  # as a killed process leaves it
        found = jobs.read(id, "ann")
        assert found is not None
        assert found.status == "lost"
        os.utime(jobs._folder / f"{token}.json", (0, 0))
        jobs._sweep()
        assert jobs.read(id, "ann") is None

    asyncio.run(go())
