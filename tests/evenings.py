"""Random evenings at a table of any game: choices, talk, free dice, names that change, and undos by the referee."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Entry, Seat, Undone
from rulewright.engine.world import pack
from rulewright.store.rows import Row
from rulewright.table.history import Start
from rulewright.table.table import Table
from rulewright.web.live.past import told_of
from walks import any_answer

Given = tuple[str, msgspec.Struct]
Offers = Callable[[Table], list[Given]]


def menus(table: Table) -> list[Given]:
    """Everything that the menus of all seats offer."""
    found = ((seat.id, table.menu(seat.id)) for seat in table.seats)
    return [(seat, offer.command) for seat, menu in found if menu is not None for offer in menu.offers]


def referee_of(table: Table) -> Seat:
    """The referee's seat."""
    return next(seat for seat in table.seats if seat.referee)


class Evening:
    """An evening at a table, as a store would have kept it: its rows, and the states at which nothing was open."""

    def __init__(self, table: Table, offers: Offers = menus) -> None:
        self.table = table
        self.offers = offers
        self.rows: list[Row] = []
        self.states: dict[int, bytes] = {}
        self.keep()

    def keep(self) -> None:
        """Keep what the table has made since, before anything of it is undone."""
        table = self.table
        new = range(len(self.rows), table.seq + 1)
        self.rows += [Row(seq, table.entries[seq], table.told_by(seq)) for seq in new]
        if not table.open_questions(referee_of(table).id):
            self.states[table.seq] = pack(table.world.state)

    def step(self, random: Random, undos: bool = True) -> None:
        """One thing that happens; what the rules refuse does not."""
        with suppress(Refused):
            happen(self.table, random, self.offers, undos)
        self.keep()

    def go_on(self, random: Random, steps: int, undos: bool = True) -> None:
        """Several things, one after another."""
        for _ in range(steps):
            self.step(random, undos)

    @property
    def entries(self) -> list[Entry]:
        """The journal."""
        return [row.entry for row in self.rows]

    def starts(self) -> list[Start]:
        """The kept moments that no undo has gone back before since."""
        standing = {seq for seq in self.states if not _undone(self.entries, seq)}
        return [Start(seq, self.states[seq], told_of(self.rows[: seq + 1])) for seq in sorted(standing)]


def happen(table: Table, random: Random, offers: Offers = menus, undos: bool = True) -> None:
    """One thing of all that can happen at a table; raises `Refused` where the rules do."""
    referee, anybody = referee_of(table).id, random.choice(table.seats).id
    luck = random.random()
    if luck < 0.1 and undos and (points := table.decision_points()):
        table.undo(referee, points[-random.randint(1, min(6, len(points)))], random.choice(("", "a slip")))
    elif luck < 0.2:
        table.sit(anybody, random.choice(("Kaisa", "Ilkka", "空", "O'Hara & Söner", "Anna")))
    elif luck < 0.3:
        to = () if random.random() < 0.5 else (random.choice(table.seats).id,)
        table.submit(anybody, {"do": "say", "text": random.choice(("hm", "no!", "<b>")), "to": to})
    elif luck < 0.36:
        table.submit(referee, {"do": "free_roll", "text": "2d6+1", "secret": random.random() < 0.5})
    elif questions := table.open_questions(referee):
        asked = random.choice(questions)
        table.answer(asked.owner, asked.id, any_answer(asked.question, random))
    elif offered := offers(table):
        seat, command = random.choice(offered)
        table.submit(seat, command)


def _undone(entries: list[Entry], seq: int) -> bool:
    return any(isinstance(entry, Undone) and entry.to < seq < entry.seq for entry in entries)
