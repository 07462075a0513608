"""What players see of a table and what they do not, what they have to take it for, and how it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import REFEREE, Play
from rulewright.engine.board import Board, Figure
from rulewright.engine.journal import Seat
from rulewright.engine.world import digest
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.game import game
from rulewright.games.nwo.playing.board import board, reach
from rulewright.games.nwo.playing.known import known
from rulewright.games.nwo.playing.view import CharacterView, secrets, view
from rulewright.games.nwo.state import Cast, Declared, Judging, Lasting

PLAYER = Seat("ruka", "Ruka's player", "player")
SPECTATOR = Seat("spectator", "", "spectator")
NUMBERS = ("mp", "mp_max", "prana", "prana_max", "release", "critical", "fumble", "values", "aura", "worn", "carried",
           "lasting", "gear")  # fmt: skip


def pier(**squares: tuple[int, int]) -> Play:
    """Ruka and Tomo against a hound and a fog caller, all of whom have counts."""
    play = Play("ruka", "tomo", "mire_hound", "fog_caller")
    for id, square in squares.items():
        play[id].square = square
    for id in ("mire_hound", "fog_caller"):
        play[id].player = "referee"
    play.fight(ruka=18, tomo=12, mire_hound=9, fog_caller=0)
    return play


def seen(play: Play, id: str, seat: Seat = PLAYER) -> CharacterView:
    return next(one for one in view(play.world, seat).characters if one.id == id)


def figure(drawn: Board, id: str) -> Figure:
    return next(one for one in drawn.figures if one.id == id)


# ---------------------------------------------------------------- the view


@pytest.mark.parametrize("seat", [PLAYER, SPECTATOR])
def test_numbers_of_the_referees_characters_are_not_shown(seat: Seat) -> None:
    play = pier()
    hound = seen(play, "mire_hound", seat)
    assert not hound.known
    assert {name: getattr(hound, name) for name in NUMBERS} == dict.fromkeys(NUMBERS)
    assert (hound.hp, hound.hp_max) == (4, 4)
    whole = seen(play, "mire_hound", REFEREE)
    assert (whole.hp, whole.hp_max, whole.known) == (30, 30, True)
    assert None not in [getattr(whole, name) for name in NUMBERS]


@pytest.mark.parametrize("seat", [PLAYER, SPECTATOR, REFEREE])
def test_numbers_of_player_characters_are_open_to_all(seat: Seat) -> None:
    tomo = seen(pier(), "tomo", seat)
    assert (tomo.hp, tomo.hp_max, tomo.mp, tomo.prana, tomo.known) == (17, 17, 22, 15, True)


@pytest.mark.parametrize(("hp", "quarters"), [(30, 4), (29, 4), (23, 4), (22, 3), (15, 2), (1, 1), (0, 0), (-9, 0)])
def test_how_hurt_a_foe_looks(hp: int, quarters: int) -> None:
    play = pier()
    play["mire_hound"].hp = hp
    assert seen(play, "mire_hound").hp == quarters


def test_statuses_counts_squares_and_casts_are_seen() -> None:
    play = pier(fog_caller=(2, 1))
    play.change("fog_caller", fainted=True, prone=True)
    assert seen(play, "fog_caller").statuses == ("fainted", "prone")
    play.change("fog_caller", fainted=False, prone=False, casting=Cast("brine_wave", 1), count=7)
    caller = seen(play, "fog_caller")
    assert (caller.casting, caller.takes_effect, caller.square) == ("Brine Wave", 7, (2, 1))
    play.change("fog_caller", hp=0, casting=None)
    assert seen(play, "fog_caller").statuses == ("apparent_death",)
    play.change("fog_caller", dead=True)
    assert seen(play, "fog_caller").statuses == ("dead",)


def test_what_is_in_their_hands_is_seen_and_what_is_not_is_not() -> None:
    play = pier()
    play["ruka"].kind, play["ruka"].player = "npc", "referee"
    tomo_sees = seen(play, "ruka", Seat("tomo", "Tomo", "player"))
    assert set(tomo_sees.held) == {"Guard Blade", "Round Shield", "Oilskin Coat"}
    assert tomo_sees.gear is None
    assert seen(play, "mire_hound").held == ("Bite",)


def test_nobody_hidden_is_seen_but_by_its_player_and_the_referee() -> None:
    play = pier()
    play["fog_caller"].hidden = True
    for seat, shown in {PLAYER: False, SPECTATOR: False, REFEREE: True}.items():
        ids = [one.id for one in view(play.world, seat).characters]
        assert ("fog_caller" in ids) == shown
        assert ("fog_caller" in [one.id for one in board(play.world, seat, "en").figures]) == shown
    play["fog_caller"].player = "ruka"
    assert seen(play, "fog_caller").hidden


def test_what_a_hidden_one_does_is_not_seen() -> None:
    play = pier()
    play["fog_caller"].hidden = True
    play.battle.acting = "fog_caller"
    play.state.judging = Judging("fog_caller", "hit", "hit", "ruka")
    play.state.stack = [Declared("ruka", "ability:guard_step", 1, ("tomo", "fog_caller")),
                        Declared("fog_caller", "spell:gale_edge", 0, ("fog_caller",))]  # fmt: skip
    shown = view(play.world, PLAYER)
    assert (shown.acting, shown.judging) == ("", "")
    assert [(one.who, one.thing, one.targets) for one in shown.stack] == [("ruka", "Guard Step", ("tomo",))]
    whole = view(play.world, REFEREE)
    assert (whole.acting, whole.judging, len(whole.stack)) == ("fog_caller", "hit", 2)
    assert whole.stack[-1].targets == ("tomo", "fog_caller")
    drawn = board(play.world, PLAYER, "en")
    assert drawn.key == "board.turn.somebody"
    assert "fog_caller" not in str(drawn)


def test_secrets_are_the_names_of_the_hidden_and_the_mines_nobody_has_met() -> None:
    play = pier()
    assert list(secrets(play.world)) == ["A rope snare."]
    play["fog_caller"].hidden = True
    assert list(secrets(play.world)) == ["fog_caller", "A rope snare."]
    play.state.traps_met = ["2.0"]
    assert list(secrets(play.world)) == [play["fog_caller"].name]
    play["mire_hound"].name = play["fog_caller"].name  # another of that name stands in sight
    assert list(secrets(play.world)) == []


# ---------------------------------------------------------------- the table as a seat has to take it


def test_the_referee_takes_the_table_as_it_is() -> None:
    play = pier()
    assert known(play.world, REFEREE) is play.world


def test_numbers_that_nobody_sees_make_no_difference() -> None:
    play = pier()
    before = digest(known(play.world, PLAYER).state)
    foe = play["fog_caller"]
    play.change(
        "fog_caller", stats=dict.fromkeys(foe.stats, 3), attributes=dict.fromkeys(foe.attributes, 4), hp_max=36, hp=36,
        mp_max=3, mp=1, prana=2, prana_max=99, release=9, critical=(2,), fumble=(12,), elements=("ember",),
        spells=["brine_wave"], abilities={}, at_zero="dead", gm_modifier=5, total_level=9,
        lasting=[Lasting("gale_edge", "fog_caller", "rounds", 9, stats={"defence": 9})],
    )  # fmt: skip
    play["mire_hound"].natural_weapons[0].modifiers = {"attack": 40}
    assert digest(known(play.world, PLAYER).state) == before
    play.change("fog_caller", hp=9)  # how hurt it looks everybody sees
    assert digest(known(play.world, PLAYER).state) != before


def test_foes_are_taken_to_be_as_strong_as_the_party() -> None:
    play = pier()
    taken = known(play.world, PLAYER).state.characters["mire_hound"]
    both = [play[id].now.values["evasion"] for id in ("ruka", "tomo")]
    assert taken.now.values["evasion"] == round(sum(both) / 2)
    assert (taken.hp_max, taken.hp) == (round((24 + 17) / 2),) * 2
    assert play["mire_hound"].hp_max == 30  # the table itself is untouched


@pytest.mark.parametrize(("hp", "looks"), [(30, 4), (20, 3), (9, 2), (2, 1), (0, 0)])
def test_a_wounded_foe_looks_the_same_there(hp: int, looks: int) -> None:
    play = pier()
    play.change("mire_hound", hp=hp, serious=0 < hp <= 6)
    taken = known(play.world, PLAYER)
    assert view(taken, PLAYER) == view(play.world, PLAYER)
    assert next(one for one in view(taken, PLAYER).characters if one.id == "mire_hound").hp == looks


def test_a_cast_of_a_foe_goes_on_there() -> None:
    play = pier()
    play.change("fog_caller", casting=Cast("brine_wave", 1), count=5, done=False)
    taken = known(play.world, PLAYER).state.characters["fog_caller"]
    assert taken.casting == Cast("brine_wave", 1)
    assert taken.mp >= play.world.content.spells_by_id["brine_wave"].mp


def test_the_hidden_take_no_part_there() -> None:
    play = pier()
    play["fog_caller"].hidden = True
    play.state.judging = Judging("ruka", "hit", "hit", "fog_caller")
    play.state.stack = [Declared("ruka", "ability:guard_step", 1, ("ruka", "fog_caller")),
                        Declared("fog_caller", "spell:gale_edge", 0, ("fog_caller",))]  # fmt: skip
    taken = known(play.world, PLAYER).state
    assert taken.battle is not None
    assert "fog_caller" not in [*taken.characters, *taken.battle.members]
    assert "fog_caller" not in str(taken)
    assert [one.targets for one in taken.stack] == [("ruka",)]
    play.state.judging = Judging("fog_caller", "hit", "hit", "ruka")
    assert known(play.world, PLAYER).state.judging is None


def test_mines_that_nobody_has_met_are_not_there() -> None:
    play = pier(ruka=(1, 0), mire_hound=(0, 1), fog_caller=(0, 1))
    move = Move("ruka", "normal", ((2, 0),))
    taken = known(play.world, PLAYER)
    before, play.world = play.world, taken
    play.give(move, seat="ruka")
    assert not taken.state.characters["ruka"].prone
    assert taken.state.traps_met == []
    play.world = before
    play.give(move, seat="ruka")
    assert play["ruka"].prone
    met = known(play.world, PLAYER)
    assert met.content.maps_by_id["pier"] == play.world.content.maps_by_id["pier"]


# ---------------------------------------------------------------- the board


def marks(drawn: Board) -> dict[tuple[int, int], Any]:
    assert drawn.field is not None
    return {(one.x, one.y): one for one in drawn.field.squares}


def test_the_field_shows_what_is_in_the_way_and_mines_once_they_are_met() -> None:
    play = pier()
    drawn = board(play.world, PLAYER, "en")
    assert drawn.field is not None
    assert (drawn.field.id, drawn.field.width, drawn.field.height) == ("pier", 4, 2)
    assert set(marks(drawn)) == {(3, 1), (1, 1)}
    assert marks(drawn)[3, 1].blocked
    assert marks(drawn)[1, 1].marks == ("board.other_trap",)
    whole = marks(board(play.world, REFEREE, "en"))
    assert whole[2, 0].marks == ("board.mine",)
    assert whole[2, 0].remarks[0].secret
    play.state.traps_met = ["2.0"]
    met = marks(board(play.world, PLAYER, "en"))[2, 0]
    assert (met.marks, met.remarks[0].facts, met.remarks[0].secret) == (
        ("board.mine",), {"text": "A rope snare."}, False,
    )  # fmt: skip


def test_the_track_goes_from_high_counts_to_low() -> None:
    play = pier()
    play.change("tomo", casting=Cast("ember_dart", 1))
    drawn = board(play.world, PLAYER, "en")
    assert [(one.figure, one.count, one.kind, one.current) for one in drawn.track] == [
        ("ruka", 18, "turn", True), ("tomo", 12, "cast", False), ("mire_hound", 9, "turn", False),
        ("fog_caller", 0, "done", False),
    ]  # fmt: skip
    assert drawn.track[1].facts == {"spell": "Ember Dart"}
    play.change("mire_hound", dead=True)
    play["fog_caller"].present = False
    assert [one.figure for one in board(play.world, PLAYER, "en").track] == ["ruka", "tomo"]
    play.change("tomo", count=None, casting=None)
    assert board(play.world, PLAYER, "en").track[-1].figure == "tomo"


def test_the_stack_shows_the_last_declared_first() -> None:
    play = pier()
    play.state.stack = [Declared("ruka", "ability:guard_step", 1, ("ruka",)),
                        Declared("tomo", "spell:stone_coat", 0, ("ruka",))]  # fmt: skip
    stack = board(play.world, SPECTATOR, "en").stack
    assert [(one.figure, one.facts) for one in stack] == [
        ("tomo", {"thing": "Stone Coat", "targets": "ruka"}), ("ruka", {"thing": "Guard Step", "targets": "ruka"}),
    ]  # fmt: skip


def test_the_reach_is_for_whoever_plays_the_character_with_the_turn() -> None:
    play = pier(ruka=(0, 0), mire_hound=(2, 1), fog_caller=(2, 1))
    mine = reach(play.world, PLAYER)
    assert reach(play.world, SPECTATOR) == reach(play.world, Seat("tomo", "", "player")) == ()
    assert reach(play.world, REFEREE) == ()  # it is not the referee's character
    assert play["ruka"].now.values["move"] == 4  # 3 with another action after it
    costs = {(one.x, one.y): one.cost for one in mine}
    assert costs == {(1, 0): 1, (2, 0): 2, (3, 0): 3, (0, 1): 1, (1, 1): 2, (2, 1): 3}
    for one in mine:
        assert [offer.command for offer in one.offers] == [
            Move("ruka", kind, one.path) for kind in ("combat", "normal")
        ]


@pytest.mark.parametrize("square", [(1, 0), (2, 1), (3, 0)])
@pytest.mark.parametrize("kind", [0, 1])
def test_every_square_of_the_reach_can_be_gone_to(square: tuple[int, int], kind: int) -> None:
    play = pier(ruka=(0, 0), mire_hound=(2, 1), fog_caller=(2, 1))
    there = next(one for one in reach(play.world, PLAYER) if (one.x, one.y) == square)
    play.give(there.offers[kind].command, seat="ruka")
    assert play["ruka"].square == square


def test_after_a_combat_move_and_after_an_action_nothing_is_in_reach() -> None:
    play = pier()
    play.battle.moved = True
    assert reach(play.world, PLAYER) == ()
    play.battle.moved, play.battle.acted = False, True
    assert reach(play.world, PLAYER) == ()
    play.battle.acted = False
    play.change("ruka", fainted=True)
    assert reach(play.world, PLAYER) == ()


def test_a_figure_of_the_board() -> None:
    play = pier()
    play.change("ruka", prone=True, done=True)
    drawn = board(play.world, PLAYER, "en")
    assert [one.id for one in drawn.figures] == ["ruka", "tomo", "mire_hound", "fog_caller"]
    ruka, caller = figure(drawn, "ruka"), figure(drawn, "fog_caller")
    assert (ruka.mine, ruka.doing, ruka.at) == (True, "board.doing.acts", (0, 0))
    assert (ruka.gauge.key, ruka.gauge.value, ruka.numbers) == (
        "HP", 24, {"MP": 8, "board.prana": 12, "board.count": 18},
    )  # fmt: skip
    assert ruka.marks == ("state.prone", "board.done")
    assert (caller.gauge.key, caller.numbers["MP"], caller.marks) == (
        "board.health", None, ("board.done", "board.flying"),
    )  # fmt: skip
    play.change("fog_caller", hp=0)
    assert figure(board(play.world, PLAYER, "en"), "fog_caller").out


def test_who_has_left_is_not_on_the_board() -> None:
    play = pier()
    play["tomo"].present = False
    assert "tomo" not in [one.id for one in board(play.world, PLAYER, "en").figures]


@pytest.mark.parametrize("language", ["en", "ja", "fi", "zh"])
@pytest.mark.parametrize("process", ["setup", "turns", "scene", "over"])
def test_what_the_board_says_of_the_moment_has_words(process: str, language: str) -> None:
    play = pier()
    if process == "setup":
        play.battle.process = "setup"
    elif process != "turns":
        play.state.battle = None
        play.state.over = process == "over"
    drawn = board(play.world, PLAYER, language)
    assert drawn.key == {"turns": "board.turn"}.get(process, f"board.{process}")
    messages = game.catalogue(language).messages
    keys = [drawn.key, *(mark for one in drawn.figures for mark in one.marks), *(one.side for one in drawn.figures)]
    keys += [one.key for one in drawn.track if one.key]
    assert not [key for key in keys if not messages.get(key)]
