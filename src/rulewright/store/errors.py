"""What goes wrong between a program and its database, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from rulewright.engine.errors import Malformed, RulewrightError


class Unavailable(RulewrightError):
    """The database cannot be used now (unreachable, locked for long, full): what was asked for did not happen."""

    def __init__(self, database: str, why: str) -> None:
        super().__init__(why)
        self.database = database
        self.why = why

    def __str__(self) -> str:
        return f"{self.database}: {self.why}"


class SequenceTaken(RulewrightError):
    """Entry `seq` of this table is there already, or an earlier one is missing: somebody else was quicker."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"entry {seq} of table {table} cannot be written")
        self.table = table
        self.seq = seq


class AlreadyAnswered(RulewrightError):
    """A request with this key of this seat has been answered before; `TableStore.remembered` tells how."""

    def __init__(self, table: str, seat: str, key: str) -> None:
        super().__init__(f"request {key} of seat {seat} at table {table} has been answered before")
        self.table = table
        self.seat = seat
        self.key = key


def in_plain_words(error: BaseException, database: str) -> BaseException:
    """The error as it is fit for a person; one that tells of a mistake in the program stays as it is."""
    if isinstance(error, exc.DBAPIError) and error.statement is None:
        return Unavailable(database, _first_line(error.orig))  # no connection, or it broke
    if isinstance(error, exc.DataError):
        return Malformed(_first_line(error.orig), at=database, expected="data that the database can hold")
    if isinstance(error, exc.ProgrammingError | exc.IntegrityError | exc.InternalError | exc.NotSupportedError):
        return error
    if isinstance(error, exc.DBAPIError):
        return Unavailable(database, _first_line(error.orig))
    if isinstance(error, exc.TimeoutError):
        return Unavailable(database, "too many are reading at once")
    return error


@contextmanager
def plain_words(database: str) -> Iterator[None]:
    """Errors of the database inside come out in plain words."""
    try:
        yield
    except exc.SQLAlchemyError as error:
        plain = in_plain_words(error, database)
        if plain is error:
            raise
        raise plain from error


def _first_line(error: BaseException | None) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
