"""What each choice leads to, followed on a copy of the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from rulewright.engine.journal import Seat
from rulewright.engine.world import pack
from rulewright.games.cairn import game
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rounds import StartFight
from rulewright.store.journal import MemoryJournal
from rulewright.table.chances import Fate, Outlook, asked, of_answer, of_command, table_before
from rulewright.table.outlooks import anyway, of_menu, of_question
from rulewright.table.table import Table

SEATS = (Seat("referee", "Referee", "referee"), Seat("players", "Players"))


def ambush(first_round_save: Literal["pcs", "none"] = "none") -> Table:
    options = game.options_type(first_round_save=first_round_save)
    table = Table.new(game, game.scenarios()["ambush"], options, SEATS, MemoryJournal(), "1")
    table.submit("referee", StartFight(("brigands", "chief")))
    return table


def test_odds_agree_with_the_rule_by_itself() -> None:
    table = ambush()
    sword = next(thing.id for thing in table.world.state.actors["aune"].items if thing.item == "sword")
    command = Declare("aune", "attack", weapon=sword, targets=("brigands.1",))
    found = of_command(game, table.world, SEATS[1], command, SEATS[0])
    (fate,) = found.fates
    # d8 against HP 3, armor 1, STR 10: faces 5 to 8 leave STR 9 to 6, and a save fails above that
    assert found.samples == 0
    assert fate.out == pytest.approx((11 + 12 + 13 + 14) / 20 / 8)
    assert fate.harm == pytest.approx(dict.fromkeys(range(8), 1 / 8))


def test_every_offer_of_a_menu_has_its_odds_and_nothing_happens_at_the_table() -> None:
    table = ambush()
    menu = table.menu("players")
    assert menu is not None
    before = pack(table.world.state), table.seq
    choices = of_menu(table, SEATS[1], menu)
    assert [choice.option.key for choice in choices] == [offer.key for offer in menu.offers]
    attack = next(place for place, offer in enumerate(menu.offers) if isinstance(offer.command, Declare))
    assert choices[attack].outlook() == of_command(game, table.world, SEATS[1], menu.offers[attack].command, SEATS[0])
    assert (pack(table.world.state), table.seq) == before


def test_the_answers_to_a_question_are_followed_from_its_command() -> None:
    table = ambush("pcs")
    (waiting,) = table.open_questions("referee")
    assert waiting.question.kind == "several"
    choices = of_question(table, waiting)
    assert [choice.option for choice in choices] == list(waiting.question.options)
    how, answer = asked(table, waiting), [waiting.question.options[0].value]
    found = of_answer(game, table_before(table, waiting), table.world, how, answer, SEATS[0])
    assert choices[0].outlook() == found
    assert found.samples == 0


def test_what_most_choices_leave_as_it_is_happens_anyway() -> None:
    same, other = Fate("Ann", 0.25, {1: 1.0}), Fate("Bo", 0.0, {2: 1.0})
    assert anyway([Outlook((same, other)), Outlook((same,)), Outlook((Fate("Ann", 0.5, {1: 1.0}),))]) == [same]
    assert anyway([Outlook((same,))]) == []
    assert anyway([]) == []


def test_the_mean_of_harm() -> None:
    assert Fate("Ann", 0.0, {-2: 0.5, 4: 0.5}).mean == Fraction(1)
