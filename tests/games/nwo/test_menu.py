"""The menu: whatever it offers is accepted, in turns, between fights and in a level up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from nwo_play import REFEREE, Play, options
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Refused
from rulewright.engine.game import Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.engine.world import digest, pack, unpack
from rulewright.games.nwo.battles import harm
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Delay, EndTurn, Pass, Rearrange, UseAbility, WakeUp
from rulewright.games.nwo.battles.battle import ConfirmBattle, EndBattle, StartBattle
from rulewright.games.nwo.battles.dying import MinutePasses
from rulewright.games.nwo.battles.free_play import SetHabits
from rulewright.games.nwo.battles.gear import Equip, TakeFromRobe, UseItem
from rulewright.games.nwo.battles.moving import FullMove, Move
from rulewright.games.nwo.battles.prana import FillPrana, PranaToHp, PranaToMp
from rulewright.games.nwo.battles.resting import EndScenario, EndScene, GrantRest, Rest
from rulewright.games.nwo.game import game
from rulewright.games.nwo.growth import level_up
from rulewright.games.nwo.playing.menu import menu
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.state import NwoWorld, State
from walks import any_answer

PLAYER = Seat("ruka", "Ruka's player", "player")
HOUSES: list[dict[str, Any]] = [
    {},
    {"combat_move_then_move": "on", "serious_prana_units": "one", "prana_mp_consumes_action": "off"},
    {"cast_below_one": "refuse", "serious_prana_hp_in_combat": "off", "free_actions_when": "any_time_not_done"},
    {"cast_below_one": "lost", "death_check_timing": "at_once", "npc_at_zero": "ask_gm", "opposed_order": "sealed"},
]


def offered(play: Play, seat: Seat = PLAYER) -> list[msgspec.Struct]:
    """The commands that the menu of a seat offers."""
    found = menu(play.world, seat)
    return [one.command for one in found.offers] if found is not None else []


def kinds(play: Play, seat: Seat = PLAYER) -> set[type]:
    """The kinds of commands offered, but for when to be asked."""
    return {type(command) for command in offered(play, seat)} - {SetHabits}


def duel(**counts: int) -> Play:
    """Ruka's turn against a hound."""
    play = Play("ruka", "mire_hound")
    play["mire_hound"].player = "referee"
    play.fight(**{"ruka": 25, "mire_hound": 20, **counts})
    return play


# ---------------------------------------------------------------- every offer is accepted


def menus(world: NwoWorld) -> Iterator[tuple[Seat, Menu]]:
    """The menus of all seats."""
    for seat in game.seats(world.scenario):
        if (found := game.menu(world, seat)) is not None:
            yield seat, found


def accepted(world: NwoWorld, random: Random, share: float = 1.0) -> None:
    """Every offer is accepted in this state, or a share of them; the state is as before then."""
    before = pack(world.state)
    for seat, found in list(menus(world)):
        assert 0 <= found.default < len(found.offers)
        for offer in found.offers:
            if random.random() > share:
                continue
            try:
                run(game.commands.start(world, offer.command, seat), SampledDice(1).face, any_of(random))
            except Refused as refusal:
                raise AssertionError(f"{offer.command} of {seat.id}: {refusal.reason}") from refusal
            world.state = unpack(before, State)


def any_of(random: Random) -> Any:
    def answer(question: Question) -> Any:
        if question.key == "end_combat":
            return "yes"
        return any_answer(question, random)

    return answer


def upset(world: NwoWorld, random: Random) -> None:
    """Something happens to somebody: wounds, statuses, empty pools, habits."""
    one = random.choice(list(world.state.characters.values()))
    match random.randrange(9):
        case 0:
            run(harm.lose(world, one, random.randint(1, max(1, one.hp - 1))), SampledDice(2).face)
        case 1:
            run(harm.put_status(world, one, "fainted"), SampledDice(2).face)
        case 2:
            run(harm.put_status(world, one, "prone"), SampledDice(2).face)
        case 3:
            one.mp = random.choice([0, one.mp])
        case 4:
            one.prana = random.choice([0, 5, one.prana_max])
        case 5:
            one.keeps_turn = not one.keeps_turn
        case 6:
            one.asks = random.choice(["all", "relevant", "never"])
        case 7:
            one.hidden = one.kind == "npc" and not one.hidden
        case _:
            for thing in one.gear:
                thing.location = random.choice(["equipped", "in_hand", "packed", "robe", "dropped"])
            run(game.commands.start(world, SETTLED, REFEREE), SampledDice(2).face)


SETTLED = game.commands.read({"do": "change_option", "name": "tie_break", "value": "dice"})


@pytest.mark.parametrize("scenario", list(game.scenarios()))
@pytest.mark.parametrize("seed", range(8))
def test_every_offer_is_accepted_in_random_states(scenario: str, seed: int) -> None:
    random, house = Random(f"{scenario} {seed}"), HOUSES[seed % len(HOUSES)]
    world = open_world(game.scenarios()[scenario], options(**house), game.content())
    dice = SampledDice(seed)
    turns = 0
    for step in range(90):
        choices = [(seat, offer.command) for seat, found in menus(world) for offer in found.offers]
        if not choices:
            break
        battle = world.state.battle
        turns += battle is not None and battle.process == "turns"
        if step % 3 == 0:
            accepted(world, random, 0.5)
        if random.random() < 0.3:
            given = game.policy.command(world)
            seat, command = given if given is not None else random.choice(choices)
        else:
            seat, command = random.choice(choices)
        if isinstance(command, EndBattle | EndScenario) and random.random() < 0.9:
            continue
        run(game.commands.start(world, command, seat), dice.face, any_of(random))
        if random.random() < 0.4:
            upset(world, random)
            now = world.state.battle
            acting = world.state.characters.get(now.acting) if now is not None else None
            if acting is not None and acting.hp <= 0:  # its turn would be over
                break
    assert turns > 10


@pytest.mark.parametrize("scenario", list(game.scenarios()))
def test_what_the_policy_wants_is_on_the_menu_and_marked(scenario: str) -> None:
    world = open_world(game.scenarios()[scenario], options(), game.content())
    dice, seen = SampledDice(3), 0
    while (given := game.policy.command(world)) is not None:
        marked = [found.offers[found.default].command for _, found in menus(world) if found.offers]
        assert [one for one in marked if one == given[1] or _alike(one, given[1])], given[1]
        seen += 1
        run(game.commands.start(world, given[1], given[0]), dice.face, lambda one: game.policy.answer(world, one))
    assert seen > 10


def _alike(one: msgspec.Struct, other: msgspec.Struct) -> bool:
    """The same but for the way to go, or for who else is named."""
    if isinstance(one, Move) and isinstance(other, Move):
        return one.kind == other.kind
    return isinstance(one, UseAbility) and isinstance(other, UseAbility) and one.ability == other.ability


# ---------------------------------------------------------------- in a turn


def test_whose_turn_it_is_not_has_no_menu() -> None:
    play = duel()
    assert menu(play.world, Seat("tomo", "", "player")) is None
    assert menu(play.world, REFEREE) is None
    assert menu(play.world, Seat("gallery", "", "spectator")) is None
    play.give(Pass("ruka"), seat="ruka")
    assert menu(play.world, PLAYER) is None
    assert Attack("mire_hound", "bite", "ruka") in offered(play, REFEREE)


def test_a_whole_turn() -> None:
    play = duel()
    play.change("ruka", hp=20, mp=2)
    found = menu(play.world, PLAYER)
    assert found is not None
    assert (found.key, found.facts) == ("menu.turn", {"name": "ruka", "count": 25})
    assert kinds(play) == {
        Attack,
        CastSpell,
        Move,
        FullMove,
        PranaToHp,
        PranaToMp,
        Rearrange,
        TakeFromRobe,
        Delay,
        Pass,
    }


@pytest.mark.rule("NWO-STATUS-03")
def test_the_seriously_wounded() -> None:
    play = duel()
    play.change("ruka", hp=3, serious=True, mp=2)
    assert kinds(play) == {PranaToHp, TakeFromRobe, Delay, Pass}
    assert [one for one in offered(play) if isinstance(one, PranaToHp)] == [PranaToHp("ruka", 1), PranaToHp("ruka", 2)]
    play.change("ruka", prana=4)
    assert kinds(play) == {TakeFromRobe, Delay, Pass}


@pytest.mark.rule("NWO-STATUS-06")
def test_the_fainted() -> None:
    play = duel()
    play.change("ruka", fainted=True, hp=9)
    assert kinds(play) == {WakeUp, Delay, Pass}


@pytest.mark.rule("NWO-STATUS-08")
def test_the_prone_have_stood_up() -> None:
    play = duel(ruka=15)
    play.change("ruka", prone=True)
    play.give(Pass("mire_hound"))
    assert not play["ruka"].prone
    assert Attack in kinds(play)


def test_after_a_combat_move() -> None:
    play = duel()
    play.battle.moved = True
    found = menu(play.world, PLAYER)
    assert found is not None
    assert found.key == "menu.turn.moved"
    assert not kinds(play) & {Move, FullMove, Delay}
    assert kinds(play) >= {Attack, Pass}
    play.state.options = options(combat_move_then_move="on")
    assert kinds(play) >= {Move, FullMove}


def test_after_the_action_of_a_turn_that_is_kept_open() -> None:
    play = duel()
    play["ruka"].keeps_turn = True
    play.battle.acted = True
    assert kinds(play) == {EndTurn, TakeFromRobe}
    found = menu(play.world, PLAYER)
    assert found is not None
    assert found.key == "menu.turn.acted"


def test_attacks_are_offered_on_foes_in_reach_and_on_nobody_hidden() -> None:
    play = Play("ruka", "tomo", "mire_hound", "fog_caller")
    play.fight(ruka=25, tomo=3, mire_hound=20, fog_caller=5)
    blade = play["ruka"].gear[0].id
    targets = [one.target for one in offered(play) if isinstance(one, Attack) and one.weapon == blade]
    assert targets == ["mire_hound", "fog_caller"]  # the own side is attacked by the command's form alone
    play["fog_caller"].hidden = True
    play["mire_hound"].square = (1, 0)
    assert not [one for one in offered(play) if isinstance(one, Attack)]


@pytest.mark.rule("NWO-TIMING-07")
def test_when_to_be_asked_is_offered_to_who_can_interrupt() -> None:
    play = duel()
    assert [one.asks for one in offered(play) if isinstance(one, SetHabits)] == ["all", "never"]
    play.give(SetHabits("ruka", "never"))
    assert [one.asks for one in offered(play) if isinstance(one, SetHabits)] == ["relevant", "all"]
    play.change("ruka", abilities={})
    assert not [one for one in offered(play) if isinstance(one, SetHabits)]


@pytest.mark.parametrize(("change", "offers"), [({}, True), ({"mp": 0}, False), ({"spells": []}, False)])
def test_spells_that_would_fail_are_not_offered(change: dict[str, Any], offers: bool) -> None:
    play = duel()
    play.change("ruka", **change)
    assert (CastSpell("ruka", "lamp_sight") in offered(play)) == offers


def test_spells_that_may_not_fall_below_a_count_of_1_are_not_offered() -> None:
    play = Play("tomo", "mire_hound", house=options(cast_below_one="refuse"))
    play.fight(tomo=6, mire_hound=2)
    tomo = Seat("tomo", "", "player")
    assert {one.spell for one in offered(play, tomo) if isinstance(one, CastSpell)} == {"mend", "lull"}


def test_abilities_with_each_target_and_with_all() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.change("ruka", abilities={"rally_call": 1, "hot_coals": 1, "quay_blessing": 1}, mp=8)
    play["mire_hound"].square = (1, 0)
    play.fight(ruka=25, tomo=3, mire_hound=20)
    uses = [one for one in offered(play) if isinstance(one, UseAbility)]
    assert [one.targets for one in uses if one.ability == "rally_call"] == [
        ("ruka",), ("tomo",), ("mire_hound",), ("ruka", "tomo"),
    ]  # fmt: skip
    assert [one.square for one in uses if one.ability == "hot_coals"] == [(1, 0)]
    assert [one.square for one in uses if one.ability == "quay_blessing"] == [(0, 0)]


def test_what_is_in_hand_is_used_and_what_is_packed_is_equipped() -> None:
    play = duel()
    salve = next(thing for thing in play["ruka"].gear if thing.item == "salve")
    assert UseItem not in kinds(play)
    play.give(TakeFromRobe("ruka", salve.id), seat="ruka")
    uses = [one for one in offered(play) if isinstance(one, UseItem)]
    assert uses == [UseItem("ruka", salve.id, ("ruka",)), UseItem("ruka", salve.id, ("mire_hound",))]
    salve.uses = 0
    assert UseItem not in kinds(play)
    shield = next(thing for thing in play["ruka"].gear if thing.item == "round_shield")
    shield.location = "packed"
    assert Equip("ruka", shield.id) in offered(play)


def test_delays_go_to_just_after_the_others() -> None:
    play = Play("ruka", "tomo", "mire_hound", "fog_caller")
    play.fight(ruka=25, tomo=20, mire_hound=9, fog_caller=1)
    assert [one.count for one in offered(play) if isinstance(one, Delay)] == [19, 8]


# ---------------------------------------------------------------- outside of turns


def test_the_setup_is_the_referees() -> None:
    play = duel()
    play.battle.process = "setup"
    assert offered(play, REFEREE) == [ConfirmBattle("Test"), EndBattle()]
    assert offered(play) == []


def after_a_fight() -> Play:
    play = Play("ruka", "tomo", "mire_hound")
    play.state.battles = 1
    return play


def test_between_fights() -> None:
    play = after_a_fight()
    assert kinds(play, REFEREE) == {EndScenario, StartBattle, GrantRest, EndScene}
    assert offered(play) == []
    play.change("ruka", hp=10, mp=2)
    assert kinds(play) == {PranaToHp, PranaToMp, CastSpell}
    play.give(GrantRest())
    assert Rest("ruka") in offered(play)
    play.change("ruka", prana=3)
    assert FillPrana("ruka") in offered(play, REFEREE)
    assert not kinds(play) & {PranaToHp, PranaToMp}


@pytest.mark.rule("NWO-STATUS-07")
def test_the_fainted_may_wake_between_fights() -> None:
    play = after_a_fight()
    play.change("ruka", fainted=True)
    assert offered(play) == [WakeUp("ruka")]
    play.give(WakeUp("ruka"), [5, 6], {"prana": 0}, seat="ruka")
    assert offered(play) == []


@pytest.mark.rule("NWO-DEATH-02")
def test_a_minute_for_the_dying_comes_first() -> None:
    play = after_a_fight()
    play.change("ruka", hp=0)
    assert offered(play, REFEREE)[0] == MinutePasses()
    assert offered(play) == []
    play.change("ruka", dead=True)
    assert MinutePasses not in kinds(play, REFEREE)


def test_healing_is_offered_where_somebody_is_hurt() -> None:
    play = after_a_fight()
    tomo = Seat("tomo", "", "player")
    assert CastSpell("tomo", "mend") not in offered(play, tomo)
    play.change("ruka", hp=10)
    assert CastSpell("tomo", "mend") in offered(play, tomo)
    before = digest(play.state)
    accepted_by_hand(play, tomo)
    assert digest(play.state) == before


def accepted_by_hand(play: Play, seat: Seat) -> None:
    """Every offer of a seat is accepted, each from the same state."""
    before = pack(play.state)
    for command in offered(play, seat):
        run(game.commands.start(play.world, command, seat), SampledDice(1).face)
        play.world.state = unpack(before, State)


# ---------------------------------------------------------------- level up


def test_a_level_up_is_offered_step_by_step_to_its_end() -> None:
    play = Play("tomo")
    tomo = Seat("tomo", "", "player")
    play.change("tomo", class_levels={"tide_scribe": 1, "lamp_warden": 1})
    play.give(EndScenario())
    assert offered(play, tomo) == [level_up.LevelUpStart("tomo")]
    steps: list[type] = []
    while offers := offered(play, tomo):
        accepted_by_hand(play, tomo)
        steps.append(type(offers[0]))
        run(game.commands.start(play.world, offers[0], tomo), SampledDice(4).face)
        assert len(steps) < 20
    assert steps[0] is level_up.LevelUpStart
    assert set(steps[1:]) == {level_up.PlaceAura, level_up.PickAbility, level_up.LearnSpell, level_up.FinishLevelUp}
    assert (play["tomo"].total_level, play["tomo"].level_due) == (3, False)


def test_nobody_dead_or_gone_is_offered_anything() -> None:
    play = after_a_fight()
    play.change("ruka", hp=10, level_due=True)
    assert offered(play)
    play["ruka"].present = False
    assert offered(play) == []
    play.change("ruka", present=True, dead=True)
    assert offered(play) == []


def test_when_the_scenario_is_over_only_growing_is_left() -> None:
    play = after_a_fight()
    play.change("ruka", hp=10)
    play.give(EndScenario())
    assert kinds(play) == {level_up.LevelUpStart}
    assert kinds(play, REFEREE) == set()
