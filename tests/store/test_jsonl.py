from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Commanded, Entry, Finished, encode_entry
from rulewright.store.journal import Journal, MemoryJournal
from rulewright.store.jsonl import JsonLines, read, read_seed

ENTRIES: list[Entry] = [Commanded(number, "anna", {"do": "wave", "text": "ä\n\u2028"}) for number in range(5)]
LINES = [encode_entry(entry) + b"\n" for entry in ENTRIES]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.jsonl"


@pytest.fixture
def written(path: Path) -> Path:
    with JsonLines(path, new=True) as journal:
        journal.extend(ENTRIES)
    return path


def test_an_entry_is_a_line_in_the_file_when_append_returns(path: Path) -> None:
    with JsonLines(path, new=True) as journal:
        for count, entry in enumerate(ENTRIES, 1):
            journal.append(entry)
            assert path.read_bytes() == b"".join(LINES[:count])
        assert journal.entries == ENTRIES


def test_opening_reads_all_entries_and_goes_on(written: Path) -> None:
    with JsonLines(written) as journal:
        assert (journal.entries, journal.warning) == (ENTRIES, "")
        journal.append(Finished(5, 0, "x"))
    assert read(written) == ([*ENTRIES, Finished(5, 0, "x")], "")


@pytest.mark.parametrize("cut", range(1, len(LINES[-1])))
def test_a_torn_last_line_is_set_aside(written: Path, cut: int) -> None:
    torn = LINES[-1][:-cut]
    written.write_bytes(b"".join(LINES[:-1]) + torn)
    assert read(written)[0] == ENTRIES[:-1]
    assert "line 5" in read(written)[1]
    with JsonLines(written) as journal:
        assert journal.entries == ENTRIES[:-1]
        assert "line 5" in journal.warning
        assert f"{written}.torn" in journal.warning
        assert written.read_bytes() == b"".join(LINES[:-1])
        journal.append(ENTRIES[-1])
    assert Path(f"{written}.torn").read_bytes() == torn + b"\n"
    assert read(written) == (ENTRIES, "")


@pytest.mark.parametrize("torn", [b"\0" * 40, b"\xff\xfe\n", b'{"entry":"command","se\n', b"\n"])
def test_a_last_line_that_is_no_json_is_torn_too(written: Path, torn: bytes) -> None:
    with written.open("ab") as file:
        file.write(torn)
    with JsonLines(written) as journal:
        assert journal.entries == ENTRIES
        assert "line 6" in journal.warning
    assert written.read_bytes() == b"".join(LINES)


def test_torn_lines_gather_in_one_file(written: Path) -> None:
    for torn in (b"first", b"second"):
        with written.open("ab") as file:
            file.write(torn)
        JsonLines(written).close()
    assert Path(f"{written}.torn").read_bytes() == b"first\nsecond\n"


def test_reading_changes_nothing(written: Path) -> None:
    with written.open("ab") as file:
        file.write(b"torn")
    before = written.read_bytes()
    assert read(written)[0] == ENTRIES
    assert written.read_bytes() == before
    assert os.listdir(written.parent) == [written.name]


@pytest.mark.parametrize("broken", [b"{\n", b"\n", b'{"entry":"spell"}\n', b"\xff\n"])
def test_a_broken_line_in_the_middle_is_malformed_with_its_number(written: Path, broken: bytes) -> None:
    written.write_bytes(b"".join([*LINES[:2], broken, *LINES[3:]]))
    before = written.read_bytes()
    for opening in (JsonLines, read):
        with pytest.raises(Malformed) as caught:
            opening(written)
        assert caught.value.at == f"{written}, line 3"
    assert written.read_bytes() == before
    # and the lock is free again
    written.write_bytes(b"".join(LINES))
    JsonLines(written).close()


def test_a_whole_last_line_of_an_unknown_kind_is_not_torn(written: Path) -> None:
    with written.open("ab") as file:
        file.write(b'{"entry":"spell"}\n')
    with pytest.raises(Malformed, match="line 6"):
        JsonLines(written)


def test_a_second_writer_is_refused_even_from_another_process(written: Path) -> None:
    code = "import sys\nfrom rulewright.store.jsonl import JsonLines\nJsonLines(sys.argv[1])"
    with JsonLines(written):
        with pytest.raises(Refused) as caught:
            JsonLines(written)
        other = subprocess.run([sys.executable, "-c", code, written], capture_output=True, text=True, check=False)
        assert read(written)[0] == ENTRIES
    assert (caught.value.reason, caught.value.facts) == ("journal_locked", {"path": str(written)})
    assert other.returncode == 1
    assert "journal_locked" in other.stderr
    JsonLines(written).close()


def test_a_new_journal_needs_a_new_or_empty_file(written: Path, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is a journal already"):
        JsonLines(written, new=True)
    empty = tmp_path / "empty"
    empty.touch()
    with JsonLines(empty, new=True) as journal:
        assert journal.entries == []


def test_a_missing_file_is_malformed_and_not_made(path: Path) -> None:
    for opening in (JsonLines, read):
        with pytest.raises(Malformed) as caught:
            opening(path)
        assert caught.value.at == str(path)
    assert not path.exists()


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Let the operating system refuse to write beyond `size` bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_an_entry_that_could_not_be_written_whole_leaves_no_trace(written: Path) -> None:
    size = written.stat().st_size
    with JsonLines(written) as journal:
        with no_file_longer_than(size + 10), pytest.raises(OSError, match="too large"):
            journal.append(Finished(5, 0, "x"))
        assert journal.entries == ENTRIES
        assert written.stat().st_size == size
        journal.append(Finished(5, 0, "y"))
    assert read(written)[0][5:] == [Finished(5, 0, "y")]


def test_the_seed_is_kept_apart_for_its_owners_eyes(path: Path) -> None:
    with JsonLines(path, new=True) as journal:
        assert journal.kept_seed() is None
        journal.seed_path.write_text("old")
        journal.seed_path.chmod(0o644)
        journal.keep_seed(b"secret")
        assert journal.seed_path == Path(f"{path}.seed")
        assert stat.S_IMODE(journal.seed_path.stat().st_mode) == 0o600
        assert journal.kept_seed() == read_seed(path) == b"secret"
        assert path.read_bytes() == b""
        journal.forget_seed()
        assert journal.kept_seed() is None
        journal.forget_seed()
    assert os.listdir(path.parent) == [path.name]


def test_a_seed_file_that_is_none_is_malformed(path: Path) -> None:
    Path(f"{path}.seed").write_text("not hex")
    with pytest.raises(Malformed) as caught:
        read_seed(path)
    assert caught.value.at == f"{path}.seed"


def test_a_journal_in_memory_has_the_same_interface() -> None:
    journal: Journal = MemoryJournal(ENTRIES[:1])
    journal.append(ENTRIES[1])
    journal.extend(ENTRIES[2:])
    assert journal.entries == ENTRIES
    assert journal.kept_seed() is None
    journal.keep_seed(b"secret")
    assert journal.kept_seed() == b"secret"
    journal.forget_seed()
    assert journal.kept_seed() is None
