"""Simulations in the background: at most two at once and one for each person, on all processes of a server together.

What a job has come to stands in a small file in a folder that the processes of one machine share, so that whichever
of them is asked can answer. The locks on files end with their process: a job whose process is gone is seen to be lost.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from rulewright.engine.errors import Refused, RulewrightError
from rulewright.engine.simulation import Count
from rulewright.table.balance import Job, Troupe, cores
from rulewright.web.computing.pool import Computing
from rulewright.web.people.links import Links

MOST_AT_ONCE = 2
KEPT_SECONDS = 3600.0
PART = 20
"""Fights that are played in one piece; between two pieces others have their turn."""
PART_SECONDS = 60.0

log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """How far a job is: `about` is what the page that asked wants to remember, `error` a reason with its facts."""

    status: Literal["running", "done", "cancelled", "failed", "lost"]
    done: int
    total: int
    about: dict[str, Any]
    count: Count = msgspec.field(default_factory=Count)
    error: str = ""
    facts: dict[str, Any] = {}


class Jobs:
    """The simulations of this server."""

    def __init__(self, computing: Computing, links: Links) -> None:
        self._computing = computing
        self._links = links
        self._folder = Path(tempfile.gettempdir()) / f"rulewright-{os.getuid()}-{links.sign('jobs')[:16]}"
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, job: Job, person: str, about: dict[str, Any]) -> str:
        """Begin a job and give its id; raises `Refused` "balance_yours" or "balance_busy"."""
        _own_folder(self._folder)
        self._sweep()
        token = secrets.token_hex(8)
        locks = ExitStack()
        try:
            if not _locked(locks, self._folder / f"person-{self._links.sign('person', person)}"):
                raise Refused("balance_yours")
            if not any(_locked(locks, self._folder / f"slot-{place}") for place in range(MOST_AT_ONCE)):
                raise Refused("balance_busy", most=MOST_AT_ONCE)
            _locked(locks, self._folder / f"{token}.run")
            self._write(token, Progress("running", 0, job.samples, about))
        except BaseException:
            locks.close()
            raise
        task = asyncio.create_task(self._run(token, job, about), name=f"balance {token}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda ended: locks.close())
        return f"{token}.{self._mark(token, person)}"

    def read(self, id: str, person: str) -> Progress | None:
        """How far a job of this person is; None where there is none, or no more."""
        token = self._token(id, person)
        if not token:
            return None
        try:
            found = msgspec.json.decode((self._folder / f"{token}.json").read_bytes(), type=Progress)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None
        if found.status == "running" and not _is_locked(self._folder / f"{token}.run"):
            return msgspec.structs.replace(found, status="lost")
        return found

    def cancel(self, id: str, person: str) -> None:
        """End a job after the fights that are being played."""
        token = self._token(id, person)
        if token and (self._folder / f"{token}.json").exists():
            (self._folder / f"{token}.cancel").touch()

    async def stop(self) -> None:
        """End the jobs of this process."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, token: str, job: Job, about: dict[str, Any]) -> None:
        count, data = Count(), msgspec.msgpack.encode(job)
        running = Progress("running", 0, job.samples, about)
        ended: Progress = msgspec.structs.replace(running, status="cancelled")
        starts = iter(range(0, job.samples, PART))
        playing: set[asyncio.Task[Count]] = set()
        try:
            while not (self._folder / f"{token}.cancel").exists():
                for start in _some(starts, max(1, cores() // 2) - len(playing)):
                    part = self._computing.run(
                        play_part, data, start, min(start + PART, job.samples), seconds=PART_SECONDS
                    )
                    playing.add(asyncio.ensure_future(part))
                if not playing:
                    ended = Progress("done", job.samples, job.samples, about, count)
                    break
                finished, playing = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
                for one in finished:
                    count.merge(one.result())
                running = msgspec.structs.replace(running, done=count.samples)
                self._write(token, running)
            else:
                ended = msgspec.structs.replace(ended, done=count.samples, count=count)
        except RulewrightError as error:
            reason = error.reason if isinstance(error, Refused) else "balance_failed"
            facts = dict(error.facts) if isinstance(error, Refused) else {"text": str(error)}
            ended = msgspec.structs.replace(running, status="failed", error=reason, facts=facts)
        except Exception as error:
            log.error("a simulation failed", exc_info=error)
            ended = msgspec.structs.replace(running, status="failed", error="balance_failed", facts={"text": ""})
        finally:
            for left in playing:
                left.cancel()
            self._write(token, ended)
            with suppress(FileNotFoundError):
                (self._folder / f"{token}.cancel").unlink()

    def _mark(self, token: str, person: str) -> str:
        return self._links.sign("job", token, person)[:16]

    def _token(self, id: str, person: str) -> str:
        """The token of an id that is this person's, else ""."""
        token, _, mark = id.partition(".")
        fits = secrets.compare_digest(mark.encode(), self._mark(token, person).encode())
        return token if fits and token.isascii() and token.isalnum() else ""

    def _write(self, token: str, progress: Progress) -> None:
        draft = self._folder / f"{token}.draft"
        draft.write_bytes(msgspec.json.encode(progress))
        draft.replace(self._folder / f"{token}.json")

    def _sweep(self) -> None:
        """Remove what is left of jobs that ended long ago."""
        late = time.time() - KEPT_SECONDS
        for file in self._folder.iterdir():
            with suppress(FileNotFoundError):
                if file.stat().st_mtime < late and not _is_locked(file):
                    file.unlink()


def play_part(data: bytes, start: int, stop: int) -> Count:
    """Play some of a job's fights; the scenario that was played last is kept ready."""
    mark = sha256(data).digest()
    if mark not in _troupes:
        while len(_troupes) >= MOST_AT_ONCE:
            del _troupes[next(iter(_troupes))]
        _troupes[mark] = Troupe(msgspec.msgpack.decode(data, type=Job))
    return _troupes[mark].play(0, start, stop)


_troupes: dict[bytes, Troupe] = {}  # of this worker process


def _some(numbers: Iterator[int], most: int) -> Iterator[int]:
    for _, number in zip(range(most), numbers):
        yield number


def _own_folder(folder: Path) -> None:
    """Make the folder, or see that it is one that nobody else can read."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise Refused("balance_folder", folder=str(folder))


def _locked(locks: ExitStack, path: Path) -> bool:
    """Lock a file until the stack is closed or the process ends; false where somebody else has it."""
    file = locks.enter_context(path.open("a"))
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    os.utime(path)
    return True


def _is_locked(path: Path) -> bool:
    try:
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
