"""A lock beside a SQLite file: one server at a time, however it ended before."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from rulewright.engine.errors import Malformed


class FileLock:
    """Holds FILE.lock until `close`, or until the process ends in any way."""

    def __init__(self, path: Path) -> None:
        """Take the lock; raises `Malformed` where another process has it."""
        # one lock for a file, whatever links lead to it
        self._file = os.open(f"{os.path.realpath(path)}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            expected = "one server for a SQLite file; with PostgreSQL there may be several"
            raise Malformed("another server is using this database", at=str(path), expected=expected) from error

    def close(self) -> None:
        """Let others have it; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
