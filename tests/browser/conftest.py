"""One Chromium for the tests of a module, and a server with a fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browsers import browser
from servers import Server, running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A running browser. While it is there no other loop can run in this thread, so tests of other modules end it."""
    with browser() as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    with running(f"sqlite:///{tmp_path}/table.db", limit_posts=100_000, limit_joins=100_000) as started:
        yield started


@pytest.fixture
def shots(pytestconfig: pytest.Config) -> Path:
    """Where screenshots go to be looked at."""
    return Path(pytestconfig.rootpath, "build", "screenshots")
