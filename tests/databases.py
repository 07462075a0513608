"""Fresh databases for tests: SQLite files, and a PostgreSQL that is started once for all tests of a process.

A folder's conftest.py takes the fixtures over: `from databases import database_url, empty_database_url`. Both give
the URL of a database of the test's own, the first with this program's tables, the second with nothing in it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from rulewright.store.migrating import upgrade

KINDS = ("sqlite", "postgresql")
TEMPLATE = "rulewright_template"
_numbers = count(1)


class Cluster:
    """A PostgreSQL of the tests' own, in a temporary folder, reached by a socket in it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rulewright-pg-", dir="/tmp"))
        # initdb and the server refuse to run as root
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(self.folder, "postgres", "postgres")
        # a process that waits for the end of this one, however it ends
        stop = shlex.join([*self._as_user, found("pg_ctl"), "stop", "--pgdata", str(self.data), "--mode=immediate"])
        keeper = f"read _; {stop}; rm -rf {shlex.quote(str(self.folder))}"
        self._keeper = subprocess.Popen(
            ["sh", "-c", keeper],
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        initdb = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8"]
        self._run("initdb", "--pgdata", str(self.data), *initdb)
        settings = ("listen_addresses=''", f"unix_socket_directories={self.folder}", "fsync=off", "max_connections=200")
        options = " ".join(f"-c {setting}" for setting in settings)
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "--pgdata", str(self.data), "--wait", "--log", log, "--options", options)

    @property
    def data(self) -> Path:
        """The folder with the data."""
        return self.folder / "data"

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def create(self, name: str, template: str = "template0") -> str:
        """Make a database and return its URL."""
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
        return self.url(name)

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected."""
        self.sql(f'DROP DATABASE "{name}" WITH (FORCE)')

    def sql(self, statement: str, database: str = "postgres") -> None:
        """Run one statement."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        """Stop the server and remove everything."""
        self._keeper.communicate()

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, found(program), *arguments]
        # to a file and not a pipe, which the server would hold open
        with (self.folder / f"{program}.out").open("w+") as output:
            done = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            output.seek(0)
            assert done.returncode == 0, output.read()


def found(program: str) -> str:
    """A program of PostgreSQL, on the path or where Debian keeps it; fails the test where there is none."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    known = shutil.which(program) or (str(places[-1]) if places else "")
    if not known:
        pytest.fail(f"these tests need PostgreSQL, and {program} is not there (apt-get install postgresql)")
    return known


@cache
def cluster() -> Cluster:
    """The running PostgreSQL of this process; `database_url` stops it at the end of the session."""
    return Cluster()


@cache
def _postgresql_template() -> str:
    upgrade(cluster().create(TEMPLATE))
    return TEMPLATE


@cache
def _sqlite_template() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        upgrade(f"sqlite:///{path}")
        return path.read_bytes()


def _fresh(kind: str, folder: Path, config: pytest.Config, *, migrated: bool) -> Iterator[str]:
    if kind == "sqlite":
        path = folder / "test.db"
        if migrated:
            path.write_bytes(_sqlite_template())
        yield f"sqlite:///{path}"
        return
    if not cluster.cache_info().currsize:
        config.add_cleanup(cluster().stop)
    name = f"test_{next(_numbers)}"
    yield cluster().create(name, _postgresql_template() if migrated else "template0")
    cluster().drop(name)


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database with the tables of this program."""
    yield from _fresh(request.param, tmp_path, request.config, migrated=True)


@pytest.fixture(params=KINDS)
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database with nothing in it."""
    yield from _fresh(request.param, tmp_path, request.config, migrated=False)


@pytest.fixture
def postgresql_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh PostgreSQL database with the tables of this program."""
    yield from _fresh("postgresql", tmp_path, request.config, migrated=True)


@pytest.fixture
def sqlite_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh SQLite database with the tables of this program."""
    yield from _fresh("sqlite", tmp_path, request.config, migrated=True)


@pytest.fixture
def empty_postgresql_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh PostgreSQL database with nothing in it."""
    yield from _fresh("postgresql", tmp_path, request.config, migrated=False)
