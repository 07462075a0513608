"""The house rules of a new table, asked at the terminal."""

from __future__ import annotations

import pytest

from rulewright.cli.choosing import house_rules
from rulewright.cli.terminal import Left
from rulewright.games import get, installed
from sitting import GAPS, Typed, terminal
from toygame import ToyOptions
from toygame import game as toy


def chosen(*lines: str | type[BaseException]) -> tuple[ToyOptions, list[str]]:
    typed = Typed(lines)
    at, shown = terminal(typed)
    options = house_rules(toy, at)
    assert next(typed.lines, None) is None, "every line was asked for"
    return options, [line.strip() for line in shown.getvalue().splitlines()]


def test_enter_takes_the_offered_preset_at_once() -> None:
    options, shown = chosen("")
    assert options == ToyOptions(parry=False)
    assert shown[:4] == ["House rules of the new table:", "▸ 1  Rough", "2  Plain", "3  Choose those that matter most"]


def test_another_preset_by_its_number() -> None:
    assert chosen("2")[0] == ToyOptions()


def test_whoever_chooses_is_asked_for_each_offered_option_and_enter_keeps_the_offered_preset() -> None:
    options, shown = chosen("3", "", "")
    assert options == ToyOptions(parry=False)
    asked = shown.index("Parrying")
    assert shown[asked + 1 : asked + 3] == ["1  Allowed", "▸ 2  Forbidden"]
    assert "Enter = 6" in shown[shown.index("Hardest blow") + 1]


def test_values_by_number_and_numbers_as_they_are() -> None:
    assert chosen("3", "1", "9")[0] == ToyOptions(parry=True, hardest=9)


def test_what_is_no_choice_is_asked_for_again() -> None:
    options, shown = chosen("4", "3", "0", "1", "10", "2")
    assert options == ToyOptions(hardest=2)
    assert "Please type a whole number from 1 to 9." in shown


def test_a_key_explains_what_is_asked() -> None:
    shown = chosen("?", "3", "?", "", "")[1]
    assert "Rough: Nobody parries." in shown
    assert "Plain: As it stands." in shown
    assert shown.index("Whether a blow can be parried.") + 1 == shown.index("It is fun.")


@pytest.mark.parametrize("lines", [("q",), ("3", "q"), ("3", "", EOFError), (KeyboardInterrupt,)])
def test_leaving(lines: tuple[str | type[BaseException], ...]) -> None:
    with pytest.raises(Left):
        chosen(*lines)


@pytest.mark.parametrize("id", list(installed()))
def test_each_game_in_each_of_its_languages(id: str) -> None:
    game = get(id)
    offered = game.offered_preset
    presets = [offered, *(preset for preset in game.presets if preset != offered), offered]  # the last is to choose
    for language in game.languages:
        for number, preset in enumerate(presets, 1):
            at, shown = terminal(Typed([str(number), *[""] * len(game.offered_options)]), language)
            assert house_rules(game, at) == game.options_type(**game.presets[preset])
            assert not GAPS.search(shown.getvalue())
