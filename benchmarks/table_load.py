"""A live table under load: 50 watchers with page streams, commands over HTTP, every copy counted and in order.

    python benchmarks/table_load.py [--seconds 600]

It starts the server with its limits off, and after it a bare floor: an application that keeps nothing, knows no
rules, and copies each posted text to 50 streams. Quote the ratio. `--seconds` soaks instead and prints memory.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from rulewright import games
from rulewright.store.database import Database
from rulewright.store.migrating import upgrade
from rulewright.table.table import Table
from rulewright.web.live.hub import Hub, NewTable

WATCHERS = 50
COMMANDS = 3_000
CLIENTS = 16
SERVER = """
import uvicorn
from rulewright.store.database import Database
from rulewright.store.migrating import upgrade
from rulewright.web.app import create
from rulewright.web.config import Config
url = "sqlite:///{}/load.db"
upgrade(url)
with Database.open(url, exclusive=True) as database:
    most = 10**9
    config = Config(database=url, limit_posts=most, limit_joins=most, limit_new_tables=most)
    uvicorn.run(create(config, database), port={}, log_level="error", access_log=False)
"""
FLOOR = """
import asyncio
from collections import deque
from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

queues, kept = [], []

async def post(request):
    text = (await request.json())["command"]["text"]
    kept.append(text)
    data = f"id: {len(kept)}\\nevent: lines\\ndata: {text}\\n\\n".encode()
    for waiting, more in queues:
        waiting.append(data)
        more.set()
    return JSONResponse({"sequence": len(kept)})

async def stream(request):
    mine = (deque(), asyncio.Event())
    queues.append(mine)
    async def told():
        yield b": hello\\n\\n"
        while True:
            await mine[1].wait()
            mine[1].clear()
            data = b"".join(mine[0])
            mine[0].clear()
            yield data
    return StreamingResponse(told(), media_type="text/event-stream")

app = Starlette(routes=[Route("/post", post, methods=["POST"]), Route("/stream", stream)])
"""


class Connection:
    """A kept-alive HTTP/1.1 connection, as little of one as posting and streaming need."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)

    async def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request and read the whole answer."""
        await self.send(method, path, body, **headers)
        status, told = await self.head()
        if told.get("transfer-encoding") == "chunked":
            content = b"".join([piece async for piece in self.chunks()])
        else:
            content = await self.reader.readexactly(int(told.get("content-length", "0")))
        return status, content

    async def send(self, method: str, path: str, body: bytes, **headers: str) -> None:
        """Send a request."""
        lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {len(body)}"]
        if self.cookies:
            lines.append("cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        """The status and headers of an answer; cookies are kept."""
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = text.strip().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _, content = value.split(";")[0].partition("=")
                self.cookies[key] = content
        return int(first.split()[1]), headers

    async def chunks(self) -> AsyncIterator[bytes]:
        """The pieces of a chunked answer."""
        while size := int(await self.reader.readline(), 16):
            yield await self.reader.readexactly(size)
            await self.reader.readexactly(2)
        await self.reader.readline()


class Watcher:
    """One stream: the numbers and moments of the lines that came."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.moments: list[float] = []

    async def watch(self, connection: Connection, path: str, ready: asyncio.Event) -> None:
        """Read until cancelled."""
        await connection.send("GET", path, b"")
        status, _ = await connection.head()
        assert status == 200, status
        ready.set()
        left = b""
        async for piece in connection.chunks():
            now = time.perf_counter()
            *messages, left = (left + piece).split(b"\n\n")
            for message in messages:
                found = re.match(rb"id: (\d+)\nevent: lines", message)
                if found:
                    self.numbers.append(int(found[1]))
                    self.moments.append(now)


class Run:
    """What one run came to."""

    def __init__(self, rate: float, delivered: int, wanted: int, ordered: bool, lags: Sequence[float]) -> None:
        self.rate = rate
        self.delivered = delivered
        self.wanted = wanted
        self.ordered = ordered
        self.lags = sorted(lags)

    def lag(self, share: float) -> float:
        """A percentile of the time from sending a command to its line at a watcher, in milliseconds."""
        return 1000 * self.lags[min(len(self.lags) - 1, int(share * len(self.lags)))]


class Target:
    """Where to post and to watch."""

    def __init__(self, port: int, post: str, stream: str, token: str = "", join: str = "") -> None:
        self.port = port
        self.post = post
        self.stream = stream
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.join = join

    async def watcher(self) -> Connection:
        """A connection of somebody who may watch."""
        connection = Connection(self.port)
        await connection.open()
        if self.join:
            _, page = await connection.request("GET", self.join)
            token = re.search(rb'name="form_token" value="([^"]+)"', page)
            assert token is not None
            body = b"form_token=" + token[1]
            kind = "application/x-www-form-urlencoded"
            status, _ = await connection.request("POST", self.join, body, content_type=kind)
            assert status == 303, status
        return connection


async def load(target: Target, commands: int, pause: float = 0.0) -> Run:
    """Post texts from several clients while 50 watch; with a pause one after another, that many seconds apart."""
    watchers, tasks = [Watcher() for _ in range(WATCHERS)], []
    for watcher in watchers:
        ready = asyncio.Event()
        tasks.append(asyncio.create_task(watcher.watch(await target.watcher(), target.stream, ready)))
        await ready.wait()
    sent: dict[int, float] = {}
    left = iter(range(commands))

    async def client() -> None:
        connection = Connection(target.port)
        await connection.open()
        for number in left:
            body = json.dumps({"command": {"do": "say", "text": f"line {number}"}}).encode()
            before = time.perf_counter()
            status, answer = await connection.request(
                "POST", target.post, body, content_type="application/json", **target.headers
            )
            assert status in (200, 201), answer
            told = json.loads(answer)
            sent[told.get("entry", told["sequence"])] = before
            if pause:
                await asyncio.sleep(pause)

    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(1 if pause else CLIENTS)))
    rate = commands / (time.perf_counter() - start)
    wanted = commands * WATCHERS
    for _ in range(200):
        if sum(len(set(watcher.numbers) & sent.keys()) for watcher in watchers) >= wanted:
            break
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    delivered = sum(sum(number in sent for number in watcher.numbers) for watcher in watchers)
    ordered = all(watcher.numbers == sorted(set(watcher.numbers)) for watcher in watchers)
    lags = [
        moment - sent[number]
        for watcher in watchers
        for number, moment in zip(watcher.numbers, watcher.moments)
        if number in sent
    ]
    return Run(rate, delivered, wanted, ordered, lags)


@contextlib.contextmanager
def process(*command: str, port: int) -> Any:
    """A server process, from when it answers until the block ends."""
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield started
    finally:
        started.terminate()
        try:
            started.wait(10)
        except subprocess.TimeoutExpired:
            started.kill()  # the floor waits for its streams for ever


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def new_table(port: int) -> Target:
    """A Cairn table, to post to as its referee and to watch as spectators by their pages' streams."""
    connection = Connection(port)
    await connection.open()
    body = json.dumps({"game": "cairn", "scenario": "ambush", "title": "Load"}).encode()
    status, answer = await connection.request("POST", "/api/tables", body, content_type="application/json")
    assert status == 201, answer
    table = json.loads(answer)
    seats = {seat["id"]: seat for seat in table["seats"]}
    id, bearer, watch = table["id"], seats["referee"]["bearer"], seats["spectator"]["link"]
    return Target(port, f"/api/tables/{id}/commands", f"/t/{id}/spectator/stream", bearer, watch)


def memory(process_id: int) -> float:
    """What a process has in memory, in MiB."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def first_load(target: Target) -> tuple[int, int]:
    """Bytes over the wire and requests of the first load of a table page, its stream's beginning included."""
    connection = await target.watcher()
    page_path = target.stream.removesuffix("/stream")
    total, paths = 0, [page_path]
    _, page = await connection.request("GET", page_path)
    paths += [found.decode() for found in re.findall(rb'(?:src|href)="(/static/[^"]+)"', page)]
    for path in paths:
        _, content = await connection.request("GET", path, accept_encoding="gzip")
        total += len(content) + 400
    return total, len(paths) + 1


async def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=0.0)
    options.add_argument("--tables", type=int, default=200)
    given = options.parse_args()
    seconds: float = given.seconds
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with process(sys.executable, "-c", SERVER.format(folder, port), port=port) as server:
            target = await new_table(port)
            if seconds:
                await soak(target, server.pid, seconds)
                return
            ours = show("Rulewright", await load(target, COMMANDS))
            show("Rulewright, 20 a second", await load(await new_table(port), 200, pause=0.05))
            size, requests = await first_load(target)
            print(f"first load of the table page: {size / 1000:.1f} KB over the wire, {requests} requests")
            await many(port, given.tables, server.pid)
            seconds = await asyncio.to_thread(opening, folder)
            print(f"a table with 20,000 entries opens in {seconds:.2f} s", flush=True)
        floor_port = free_port()
        place = Path(folder, "floor.py")
        place.write_text(FLOOR)
        floor_command = [sys.executable, "-m", "uvicorn", "--app-dir", folder, "floor:app", "--log-level", "error"]
        with process(*floor_command, "--port", str(floor_port), port=floor_port):
            floor = show("floor", await load(Target(floor_port, "/post", "/stream"), COMMANDS))
    print(f"ratio floor / Rulewright: {floor.rate / ours.rate:.1f}")


def show(name: str, run: Run) -> Run:
    """Print a run."""
    whole = "all in order" if run.ordered and run.delivered == run.wanted else "NOT ALL"
    print(
        f"{name:24} {run.rate:8.0f} commands/s  {run.delivered}/{run.wanted} copies, {whole}  "
        f"p50 {run.lag(0.5):.1f} ms  p99 {run.lag(0.99):.1f} ms",
        flush=True,
    )
    return run


async def many(port: int, tables: int, process_id: int) -> None:
    """Open many tables with five watchers each, and say what the server's memory comes to."""
    before, tasks = memory(process_id), []
    for _ in range(tables):
        target = await new_table(port)
        for _ in range(5):
            ready = asyncio.Event()
            tasks.append(asyncio.create_task(Watcher().watch(await target.watcher(), target.stream, ready)))
            await ready.wait()
    print(
        f"{tables} open tables with 5 watchers each: {memory(process_id):.0f} MiB, {before:.0f} MiB before", flush=True
    )
    for task in tasks:
        task.cancel()


def opening(folder: str) -> float:
    """Seconds that a table with 20,000 entries takes to open from its database."""
    url = f"sqlite:///{folder}/long.db"
    upgrade(url)

    async def timed() -> float:
        with Database.open(url) as database:
            hub = Hub(database)
            game = games.get("cairn")
            scenario = msgspec.to_builtins(game.scenarios()["ambush"])
            room = await hub.create(NewTable("cairn", "Long", scenario, game.presets[game.offered_preset], "owner"))
            while room.table.seq < 20_000:
                await asyncio.gather(*(room.do(partial(_talk, number)) for number in range(64)))
            await hub.forget(room.id)
            start = time.perf_counter()
            await Hub(database).room(room.id)
            return time.perf_counter() - start

    return asyncio.run(timed())


def _talk(number: int, table: Table) -> object:
    command = {"do": "free_roll", "text": "3d6+2"} if number % 2 else {"do": "say", "text": f"line {number}"}
    return table.submit("referee", command)


async def soak(target: Target, process_id: int, seconds: float) -> None:
    """Post for some minutes, printing the server's memory as it goes on."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        run = await load(target, 200, pause=0.02)
        number += 200
        print(f"{number:7} commands, {memory(process_id):.0f} MiB, p99 {run.lag(0.99):.1f} ms", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
