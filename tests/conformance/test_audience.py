"""Check 6: what a player or a spectator is sent contains none of the secrets of the moment."""

from __future__ import annotations

import msgspec
import pytest

from rulewright.engine.game import Game
from rulewright.table.table import Table
from walks import SPECTATOR, opened, walk


def sent(table: Table, seat: str) -> str:
    """All that a seat gets of a table, as text."""
    menu = table.menu(seat)
    questions = [question for question in table.open_questions(seat) if question.owner == seat]
    parts = [table.view(seat), table.events_for(seat), table.rolls(seat), menu, questions, table.waiting_for(seat)]
    parts += [maps(table, seat)]
    return msgspec.json.encode(parts, enc_hook=str).decode()


def maps(table: Table, seat: str) -> list[object]:
    """Every map that a seat may open."""
    eyes = next(one for one in table.seats if one.id == seat)
    language = table.game.languages[0]
    atlas = table.game.atlas(table.world, eyes, language)
    return [atlas, *(table.game.map(table.world, eyes, language, one.id) for one in atlas.titles)]


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_sent_a_secret(game: Game, scenario: str, seed: int) -> None:
    table = opened(game, scenario, seed)
    others = [seat.id for seat in table.seats if not seat.referee]
    assert SPECTATOR.id in others

    def look(table: Table) -> None:
        for secret in set(game.secrets(table.world)):
            for seat in others:
                assert secret not in sent(table, seat), (seat, secret)

    walk(table, seed, 250, look)


def test_secret_rolls_stay_with_the_referee(game: Game, scenario: str) -> None:
    table = opened(game, scenario, 1)
    table.submit("referee", {"do": "free_roll", "text": "3d20+7", "secret": True})
    assert "3d20" in sent(table, "referee")
    for seat in table.seats:
        if not seat.referee:
            assert "3d20" not in sent(table, seat.id)
            assert table.rolls(seat.id) == []
