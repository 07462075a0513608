"""Random play of any game through a table: legal offers and legal answers, chosen with a seeded generator."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

SPECTATOR = Seat("gallery", "Gallery", "spectator")


def opened(game: Game, scenario: str, seed: int) -> Table:
    """A table of a starter scenario with all its seats and a spectator; the seed of its dice is public."""
    chosen = game.scenarios()[scenario]
    options = game.options_type(**game.presets[game.offered_preset])
    seats = (*game.seats(chosen), SPECTATOR)
    return Table.new(game, chosen, options, seats, MemoryJournal(), f"walk {seed}", undo="anyone")


def any_answer(question: Question, random: Random) -> Any:
    """A legal answer, any of them."""
    values = [option.value for option in question.options]
    if question.kind == "choice":
        return random.choice(values)
    if question.kind == "several":
        return random.sample(values, random.randint(question.least, question.most))
    if question.kind == "number":
        return random.randint(question.least, question.most)
    return "x" * random.randint(question.least, question.most)


def walk(table: Table, seed: int, steps: int, look: Callable[[Table], None] = lambda table: None) -> int:
    """Up to `steps` random legal choices; `look` sees the table after each. Returns how many there were."""
    random = Random(seed)
    for step in range(steps):
        questions = table.open_questions("referee")
        if questions:
            asked = random.choice(questions)
            table.answer(asked.owner, asked.id, any_answer(asked.question, random))
        else:
            offers = [
                (seat.id, offer.command)
                for seat in table.seats
                if (menu := table.menu(seat.id)) is not None
                for offer in menu.offers
            ]
            if not offers:
                return step
            seat, command = random.choice(offers)
            receipt = table.submit(seat, command)
            assert receipt.outcome in ("done", "waiting")
        look(table)
    return steps
