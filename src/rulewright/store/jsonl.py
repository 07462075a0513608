"""A journal as a file of JSON lines: one entry, one line, on the disk before the table goes on.

Beside FILE there may be FILE.seed, the secret seed of an open table's dice, readable by its owner alone, and
FILE.torn, what a killed process left of lines that it did not finish. One process at a time may write.
"""

from __future__ import annotations

import fcntl
import io
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Entry, decode_entry, encode_entry


class JsonLines:
    """A journal file open for writing, locked against a second writer.

    `warning` tells what was set aside on opening, or is "". Use it as a context manager or call `close`.
    """

    def __init__(self, path: str | Path, *, new: bool = False) -> None:
        """Open an existing journal, or with `new` make one (an empty file may be there already).

        Raises `Malformed` where the file is missing, not a journal, or not empty although it should be new, and
        `Refused` "journal_locked" while somebody else writes it.
        """
        self.path = Path(path)
        self._file = _opened(self.path, new)
        try:
            _lock(self._file, self.path)
            raw = _read_all(self._file)
            if new and raw:
                raise Malformed("there is a journal already", at=str(self.path), expected="a new or empty file")
            self.entries, self._whole = _whole_entries(raw, self.path)
            self.warning = self._set_aside(raw[self._whole :]) if len(raw) > self._whole else ""
            _sync_folder(self.path)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def append(self, entry: Entry) -> None:
        """Write one entry; it is on the disk when this returns."""
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Write several entries; all are on the disk when this returns. Raises `OSError`, and then none is kept."""
        new = list(entries)
        lines = b"".join(encode_entry(entry) + b"\n" for entry in new)
        try:
            _write_all(self._file, lines)
        except OSError:
            # a half-written line must not stand before the next one
            os.ftruncate(self._file, self._whole)
            raise
        self._whole += len(lines)
        self.entries.extend(new)

    @property
    def seed_path(self) -> Path:
        """The file with the secret seed."""
        return self.path.with_name(self.path.name + ".seed")

    def keep_seed(self, seed: bytes) -> None:
        """Write the secret seed for its owner's eyes."""
        draft = self.path.with_name(self.path.name + ".seed.new")
        draft.unlink(missing_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            _write_all(file, seed.hex().encode() + b"\n")
        finally:
            os.close(file)
        draft.replace(self.seed_path)
        _sync_folder(self.path)

    def kept_seed(self) -> bytes | None:
        """The secret seed, or None where its file is missing; raises `Malformed`."""
        return read_seed(self.path)

    def forget_seed(self) -> None:
        """Remove the file with the secret seed."""
        self.seed_path.unlink(missing_ok=True)
        _sync_folder(self.path)

    def _set_aside(self, torn: bytes) -> str:
        aside = self.path.with_name(self.path.name + ".torn")
        file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            _write_all(file, torn.rstrip(b"\n") + b"\n")
        finally:
            os.close(file)
        os.ftruncate(self._file, self._whole)
        os.fsync(self._file)
        return f"{_torn_line(self.path, len(self.entries))}; it was moved to {aside}"


def read(path: str | Path) -> tuple[list[Entry], str]:
    """The entries of a journal file and a warning ("" where all is whole); changes nothing, needs no lock."""
    file = _opened(Path(path), new=False, flags=os.O_RDONLY)
    try:
        raw = _read_all(file)
    finally:
        os.close(file)
    entries, whole = _whole_entries(raw, Path(path))
    return entries, _torn_line(Path(path), len(entries)) if len(raw) > whole else ""


def read_seed(path: str | Path) -> bytes | None:
    """The secret seed kept beside a journal file, or None; raises `Malformed`."""
    place = Path(f"{path}.seed")
    try:
        return bytes.fromhex(place.read_text("ascii"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise Malformed("no seed", at=str(place), expected="hexadecimal digits") from error


def _torn_line(path: Path, whole: int) -> str:
    return f"{path}: line {whole + 1} was not written to its end"


def _opened(path: Path, new: bool, flags: int = os.O_RDWR) -> int:
    # appending, so that each write lands at the end whatever was read
    if flags == os.O_RDWR:
        flags |= os.O_APPEND | (os.O_CREAT if new else 0)
    try:
        return os.open(path, flags, 0o644)
    except OSError as error:
        raise Malformed(error.strerror or str(error), at=str(path), expected="a journal file") from error


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Refused("journal_locked", path=str(path)) from error


def _read_all(file: int) -> bytes:
    with os.fdopen(os.dup(file), "rb") as reader:
        reader.seek(0)
        return reader.read()


def _write_all(file: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _whole_entries(raw: bytes, path: Path) -> tuple[list[Entry], int]:
    """The entries of all whole lines, and where the last of them ends; raises `Malformed` with the line number."""
    entries: list[Entry] = []
    end = 0
    for number, line in enumerate(io.BytesIO(raw), 1):
        last = end + len(line) == len(raw)
        if last and (not line.endswith(b"\n") or not _is_json(line)):
            break
        entries.append(decode_entry(line, at=f"{path}, line {number}"))
        end += len(line)
    return entries, end


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
