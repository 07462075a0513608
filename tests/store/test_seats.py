"""Seats: each is one person's, however many claim it at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from rulewright.store.database import Database
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableStore
from store_rows import claim, opened

ANNA = SeatRow("t1", "anna", "Anna")


@pytest.fixture
def seated(store: TableStore) -> TableStore:
    opened(store)
    store.put_seat(ANNA).result()
    return store


def seat(store: TableStore) -> SeatRow:
    return next(one for one in store.seats("t1") if one.seat == "anna")


def test_a_seat_is_changed_as_a_whole(seated: TableStore) -> None:
    other = SeatRow("t1", "anna", "Ann", 3, "person", {"ask": "always"})
    seated.put_seat(other).result()
    assert seat(seated) == other
    seated.put_seat(ANNA).result()
    assert seat(seated) == ANNA
    assert [one.seat for one in seated.seats("t1")] == ["anna", "referee"]


def test_a_claim(seated: TableStore) -> None:
    assert claim(seated, "t1", "anna", 0, None, "p1", "Ann").result() is True
    assert seat(seated) == SeatRow("t1", "anna", "Ann", 0, "p1")
    assert claim(seated, "t1", "anna", 0, "p1", "p2", "Bea").result() is True
    assert seat(seated) == SeatRow("t1", "anna", "Bea", 0, "p2")


@pytest.mark.parametrize(
    ("table", "name", "generation", "expected"),
    [("t1", "anna", 0, "p2"), ("t1", "anna", 1, None), ("t1", "ben", 0, None), ("t2", "anna", 0, None)],
)
def test_a_claim_that_comes_to_nothing(
    seated: TableStore, table: str, name: str, generation: int, expected: str | None
) -> None:
    assert claim(seated, table, name, generation, expected, "p1", "Ann").result() is False
    assert seat(seated) == ANNA


def test_one_of_many_claims_wins(seated: TableStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        people = [f"p{number}" for number in range(32)]
        won = list(pool.map(lambda one: claim(seated, "t1", "anna", 0, None, one, one).result(), people))
    assert won.count(True) == 1
    assert seat(seated).person == people[won.index(True)]


def test_a_change_counts_only_if_nobody_was_quicker(seated: TableStore) -> None:
    revoked = SeatRow("t1", "anna", "", 1, None)
    assert seated.change_seat(ANNA, revoked).result() is True
    assert seat(seated) == revoked
    assert seated.change_seat(ANNA, SeatRow("t1", "anna", "Ann", 0, "p1")).result() is False
    assert seated.change_seat(SeatRow("t1", "anna", "", 1, "p2"), ANNA).result() is False
    assert seat(seated) == revoked


def test_one_of_two_servers_claims_wins(postgresql_url: str) -> None:
    with Database.open(postgresql_url) as here, Database.open(postgresql_url) as there:
        stores = [TableStore(here), TableStore(there)]
        opened(stores[0])
        for round in range(20):
            seats = SeatRow("t1", "anna", "Anna", round)
            stores[0].put_seat(seats).result()
            futures = [claim(store, "t1", "anna", round, None, f"p{at}", "") for at, store in enumerate(stores)]
            won = [future.result() for future in futures]
            assert sorted(won) == [False, True]
            assert seat(stores[0]).person == f"p{won.index(True)}"
