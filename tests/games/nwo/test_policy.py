"""The default policy: sensible in small set-ups, and through whole fights without a hitch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from nwo_play import Play, options
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.enumerate import Odds
from rulewright.engine.requests import Option, Question
from rulewright.games.nwo.asking.procedures import PROCEDURES
from rulewright.games.nwo.battles.actions import Attack, CastSpell, EndTurn, Pass, UseAbility, WakeUp
from rulewright.games.nwo.battles.battle import ConfirmBattle, StartBattle
from rulewright.games.nwo.battles.dying import MinutePasses
from rulewright.games.nwo.battles.gear import TakeFromRobe, UseItem
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.battles.prana import PranaToHp
from rulewright.games.nwo.battles.resting import EndScenario
from rulewright.games.nwo.game import game
from rulewright.games.nwo.playing import answers, estimates, helping
from rulewright.games.nwo.playing.measure import measure
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.state import Judging, NwoWorld, Thing


def wants(play: Play) -> msgspec.Struct:
    """What the policy does next."""
    given = game.policy.command(play.world)
    assert given is not None
    return given[1]


def duel(**change: Any) -> Play:
    """Ruka's turn against a hound on her square."""
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    play.change("ruka", **change)
    return play


# ---------------------------------------------------------------- turns


def test_who_can_hit_a_foe_does() -> None:
    play = duel()
    blade = next(thing.id for thing in play["ruka"].gear if thing.item == "guard_blade")
    assert wants(play) == Attack("ruka", blade, "mire_hound")


def test_of_two_foes_the_one_that_falls() -> None:
    play = Play("ruka", "mire_hound", "weak:mire_hound")
    play["weak"].hp = 2
    play.fight(ruka=25, mire_hound=20, weak=3)
    command = wants(play)
    assert isinstance(command, Attack)
    assert command.target == "weak"


@pytest.mark.parametrize("change", [{"dead": True, "hp": -1}, {"hp": 0}, {"present": False}])
def test_nobody_beats_the_fallen_or_who_has_left(change: dict[str, Any]) -> None:
    play = duel()
    play.change("mire_hound", **change)
    assert wants(play) == Pass("ruka")


@pytest.mark.parametrize("away", [1, 2, 3])
def test_who_is_too_far_away_goes_to_where_a_blow_reaches(away: int) -> None:
    play = duel()
    play["mire_hound"].square = (away, 0)
    command = wants(play)
    assert isinstance(command, Move)
    assert (command.kind, command.path) == ("combat", tuple((x, 0) for x in range(1, away + 1)))


def test_who_cannot_reach_anybody_this_turn_comes_nearer() -> None:
    play = duel(gear=[])
    play.values("ruka", move=2)
    play["ruka"].natural_weapons = play["mire_hound"].natural_weapons
    play["mire_hound"].square = (3, 0)
    assert wants(play) == Move("ruka", "normal", ((1, 0), (2, 0)))


def test_after_a_combat_move_the_blow_follows() -> None:
    play = duel()
    play["mire_hound"].square = (1, 0)
    play.give(wants(play))
    assert play.battle.moved
    assert isinstance(wants(play), Attack)


def test_who_has_acted_ends_the_turn() -> None:
    play = duel(keeps_turn=True)
    play.battle.acted = True
    assert wants(play) == EndTurn("ruka")


def test_with_nothing_to_do_it_passes() -> None:
    play = duel(gear=[], natural_weapons=[], spells=[])
    assert wants(play) == Pass("ruka")


def test_who_shoots_from_afar_keeps_away_from_foes() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", gear=[Thing("pike", "quay_pike", "equipped")])  # which reaches the next square
    play["mire_hound"].square = (2, 0)
    play.fight(ruka=25, mire_hound=20)
    assert wants(play) == Move("ruka", "combat", ((1, 0),))


def test_known_mines_are_kept_away_from() -> None:
    play = Play("ruka", "mire_hound")
    play["mire_hound"].square = (3, 0)
    play.change("ruka", gear=[Thing("pike", "quay_pike", "equipped")])
    play.fight(ruka=25, mire_hound=20)
    unaware = wants(play)
    assert isinstance(unaware, Move)
    assert (2, 0) in (unaware.path or ())
    play.state.traps_met = ["2.0"]
    aware = wants(play)
    assert not isinstance(aware, Move) or (2, 0) not in (aware.path or ())
    play["ruka"].kind, play.state.traps_met = "npc", []  # the referee knows where they are
    assert wants(play) == aware


# ---------------------------------------------------------------- bad states


def test_the_fainted_try_to_wake() -> None:
    assert wants(duel(fainted=True)) == WakeUp("ruka")


def test_who_is_fainted_and_seriously_wounded_can_only_pass() -> None:
    play = duel(fainted=True, hp=3, serious=True)
    assert wants(play) == Pass("ruka")
    assert play.refuses(WakeUp("ruka")) == "status_serious"


@pytest.mark.parametrize(
    ("prana", "house", "expected"),
    [
        (15, {}, PranaToHp("ruka", 2)),  # HP 3 of 24 to 5
        (5, {}, PranaToHp("ruka", 1)),
        (15, {"serious_prana_units": "one"}, PranaToHp("ruka", 1)),
        (4, {}, Pass("ruka")),
        (15, {"serious_prana_hp_in_combat": "off"}, Pass("ruka")),
    ],
)
def test_the_seriously_wounded_turn_prana_into_hp(prana: int, house: dict[str, Any], expected: Any) -> None:
    play = Play("ruka", "mire_hound", house=options(**house))
    play.fight(ruka=25, mire_hound=20)
    play.change("ruka", hp=3, serious=True, prana=prana)
    assert wants(play) == expected


# ---------------------------------------------------------------- spells, abilities and things


def caster(**change: Any) -> Play:
    """Tomo's turn, far from a hound, Ruka beside him."""
    play = Play("tomo", "ruka", "mire_hound")
    play["mire_hound"].square = (3, 0)
    play.change("tomo", gear=[], **change)
    play.fight(tomo=25, ruka=4, mire_hound=20)
    return play


def test_who_has_attack_spells_casts_from_afar() -> None:
    assert wants(caster()) == CastSpell("tomo", "ember_dart")


@pytest.mark.parametrize("change", [{"mp": 3}, {"lasting": []}, {"attributes": {"wits": 0, "faith": 0}}])
def test_spells_that_would_fail_are_not_begun(change: dict[str, Any]) -> None:
    play = caster()
    if "attributes" in change:
        change = {"attributes": {**play["tomo"].attributes, **change["attributes"]}}
    play.change("tomo", **change)
    assert (wants(play) == CastSpell("tomo", "ember_dart")) == ("lasting" in change)


def test_casts_are_not_begun_that_would_fall_into_the_next_round() -> None:
    play = caster()
    play.change("tomo", count=6)
    assert wants(play) != CastSpell("tomo", "ember_dart")


def test_a_hurt_friend_is_healed() -> None:
    play = caster(spells=["mend"])
    play.change("ruka", hp=8)
    assert wants(play) == CastSpell("tomo", "mend")
    play.change("ruka", hp=3, serious=True)  # which this spell does not heal
    assert wants(play) != CastSpell("tomo", "mend")
    play.change("tomo", spells=["mend", "deep_mend"])
    assert wants(play) == CastSpell("tomo", "deep_mend")


def test_nobody_heals_the_well() -> None:
    assert wants(caster(spells=["mend", "deep_mend"])) != CastSpell("tomo", "mend")


def test_a_fainted_friend_is_woken_with_what_is_packed() -> None:
    play = caster(spells=[])
    play.change("tomo", gear=[Thing("salts", "sharp_salts", "robe", 1)])
    play.change("ruka", fainted=True)
    assert wants(play) == TakeFromRobe("tomo", "salts")
    play.give(wants(play))
    assert wants(play) == UseItem("tomo", "salts", ("ruka",))
    play.change("ruka", fainted=False)
    assert not isinstance(wants(play), UseItem)
    play.change("ruka", fainted=True)
    play["tomo"].gear[0].uses = 0
    assert not isinstance(wants(play), UseItem)


def test_harmful_abilities_are_used_on_foes_and_not_on_friends() -> None:
    play = caster(spells=[], abilities={"hot_coals": 3}, mp=22)
    play["mire_hound"].square = (1, 0)
    assert wants(play) == UseAbility("tomo", "hot_coals", (), (1, 0))
    play["mire_hound"].square = (2, 0)  # out of range
    play["ruka"].square = (1, 0)
    assert not isinstance(wants(play), UseAbility)


def test_calls_to_friends_name_friends_alone_and_not_twice() -> None:
    play = caster(spells=[], abilities={"rally_call": 1})
    value, chosen, _ = helping.best(
        play.world, play["tomo"], play.world.content.abilities_by_id["rally_call"],
        helping.of_power(play["tomo"], play.world.content.abilities_by_id["rally_call"], 1),
    )  # fmt: skip
    assert value > 0
    assert set(chosen) == {"tomo", "ruka"}
    play.give(UseAbility("tomo", "rally_call", ("ruka",)), answers={"prana": 0})
    on = helping.of_power(play["tomo"], play.world.content.abilities_by_id["rally_call"], 1)
    assert (on(play["ruka"]), on(play["tomo"]) > 0, on(play["mire_hound"]) < 0) == (0, True, True)


def test_a_resistable_spell_on_a_foe_is_worth_something_and_on_a_friend_nothing() -> None:
    play = caster()
    lull = helping.of_power(play["tomo"], play.world.content.spells_by_id["lull"], 0)
    assert lull(play["mire_hound"]) > 0 > lull(play["ruka"])
    play.change("mire_hound", fainted=True)
    assert lull(play["mire_hound"]) == 0


# ---------------------------------------------------------------- answers


def question(key: str, to: str, values: tuple[str, ...] = (), most: int = 0, **facts: Any) -> Question:
    kind: Any = "choice" if values else "number"
    default = values[0] if values else 0
    return Question(key, to, tuple(Option(value, "test") for value in values), default, "", facts, kind, 0, most)


@pytest.mark.parametrize(
    ("why", "goal", "prana"),
    [
        ("evasion", 20, 3),  # 10 + 7 come to 17
        ("evasion", 17, 0),
        ("evasion", 30, 0),  # out of reach
        ("evasion", None, 0),
        ("defence", 36, 0),  # 19 damage leave HP 5, above the threshold of 4
        ("defence", 38, 2),
        ("defence", 60, 0),  # beyond help
    ],
)
def test_prana_is_paid_where_it_turns_a_judge(why: str, goal: int | None, prana: int) -> None:
    assert paid(duel(), why, goal) == prana


def paid(play: Play, why: str, goal: int | None) -> Any:
    """The prana that the policy puts into a judge of Ruka's with an ability of 10."""
    play.state.judging = Judging("ruka", why, why, "mire_hound", ability=10)
    fact = "" if goal is None else {"key": "prana.goal", "goal": goal}
    return answers.answer(play.world, question("prana", "ruka", most=4, goal=fact))


def test_no_prana_is_paid_of_the_last_points() -> None:
    assert paid(duel(prana=6), "evasion", 20) == 0
    assert paid(duel(prana=8), "evasion", 20) == 3


def test_the_dying_pay_what_is_advised() -> None:
    play = Play("ruka")
    play.change("ruka", hp=-2)
    asked = question("death_payment", "ruka", most=12, advised=7)
    assert answers.answer(play.world, asked) == 9
    assert answers.answer(play.world, question("death_payment", "ruka", most=5, advised=7)) == 5
    assert answers.answer(play.world, question("death_payment", "ruka", most=5, advised=0)) == 0


@pytest.mark.parametrize(("hit", "answer"), [(8, "evade"), (30, "evade"), (17, "shield")])
def test_a_parry_where_the_own_evasion_would_hardly_do(hit: int, answer: str) -> None:
    play = duel()
    shield = next(thing.id for thing in play["ruka"].gear if thing.item == "round_shield")
    play.values("ruka", evasion=7)
    play["ruka"].gear = [Thing(shield, "round_shield", "equipped")]
    given = answers.answer(play.world, question("answer", "ruka", ("evade", shield, "waive"), hit=hit))
    assert given == (shield if answer == "shield" else "evade")


def window(play: Play, user: str, thing: str, **judging: Any) -> Any:
    """The answer of `user` to a window of this judge in which it could use one thing."""
    value = judging.pop("value", None)
    play.state.judging = Judging(**judging)
    key = "interrupt" if value is None else "interrupt_after"
    shown = "-" if value is None else value
    return answers.answer(play.world, question(key, user, ("pass", "pass_count", thing), value=shown))


def test_interrupts_help_the_own_side_alone() -> None:
    play = duel(abilities={"guard_step": 2})
    mine = {"who": "ruka", "why": "defence", "stat": "defence", "against": "mire_hound"}
    theirs = {"who": "mire_hound", "why": "defence", "stat": "defence", "against": "ruka"}
    assert window(play, "ruka", "ability:guard_step", **mine) == "ability:guard_step"
    assert window(play, "ruka", "ability:guard_step", **theirs) == "pass"
    assert window(play, "ruka", "ability:guard_step", **{**mine, "stat": "hit", "why": "hit"}) == "pass"


@pytest.mark.parametrize(("who", "value", "used"), [("ruka", 9, True), ("ruka", 17, False), ("mire_hound", 25, True),
                                                    ("mire_hound", 12, False)])  # fmt: skip
def test_bad_rolls_of_friends_and_good_ones_of_foes_are_rolled_again(who: str, value: int, used: bool) -> None:
    play = duel(abilities={"turn_the_die": 1})
    other = "mire_hound" if who == "ruka" else "ruka"
    answer = window(
        play, "ruka", "ability:turn_the_die", who=who, why="hit", stat="hit", against=other, ability=9, value=value
    )
    assert (answer == "ability:turn_the_die") == used


def test_spells_of_foes_are_dispelled_and_those_of_friends_are_not() -> None:
    play = Play("tomo", "ruka", "fog_caller")
    play.change("tomo", spells=["unravel"])
    for caster_, answer in {"ruka": "pass", "fog_caller": "spell:unravel"}.items():
        judging = {"who": caster_, "why": "cast", "stat": "magic", "stage": "activation"}
        assert window(play, "tomo", "spell:unravel", **judging) == answer


def test_a_fainted_friend_is_woken_by_an_interrupt() -> None:
    play = Play("tomo", "ruka", "mire_hound")
    play.change("tomo", spells=["wake_word"])
    judging = {"who": "mire_hound", "why": "hit", "stat": "hit", "against": "tomo"}
    assert window(play, "tomo", "spell:wake_word", **judging) == "pass"
    play.change("ruka", fainted=True)
    assert window(play, "tomo", "spell:wake_word", **judging) == "spell:wake_word"


def test_costs_that_take_too_much_are_not_paid() -> None:
    play = duel(abilities={"second_wind": 1}, hp=20)
    mine = {"who": "ruka", "why": "hit", "stat": "hit", "against": "mire_hound"}
    assert window(play, "ruka", "ability:second_wind", **mine) == "ability:second_wind"
    play.change("ruka", hp=3, serious=True)
    assert window(play, "ruka", "ability:second_wind", **mine) == "pass"


@pytest.mark.parametrize(("thing", "hurt", "best"), [("Ember Dart", False, "mire_hound"), ("Mend", True, "ruka")])
def test_spells_go_to_whom_they_are_for(thing: str, hurt: bool, best: str) -> None:
    play = caster()
    play.change("ruka", hp=8 if hurt else 24)
    asked = question("target", "tomo", ("tomo", "ruka", "mire_hound", "none"), thing=thing)
    assert answers.answer(play.world, asked) == best


def test_a_spell_that_nobody_needs_any_more_is_given_up() -> None:
    play = caster()
    asked = question("target", "tomo", ("tomo", "ruka", "mire_hound", "none"), thing="Mend")
    assert answers.answer(play.world, asked) == "none"
    assert answers.answer(play.world, question("interrupt_cast_now", "tomo", ("keep", "interrupt"))) == "interrupt"


def test_a_wave_goes_where_the_foes_are() -> None:
    play = Play("fog_caller", "ruka", "tomo", "mire_hound")
    play["ruka"].square = play["tomo"].square = (2, 0)
    play["mire_hound"].square = (1, 0)
    play.fight(fog_caller=20, ruka=3, tomo=2, mire_hound=5)
    asked = question("target_square", "fog_caller", ("1.0", "2.0", "none"), thing="Brine Wave")
    assert answers.answer(play.world, asked) == "2.0"


def test_a_cast_is_given_up_for_dice_where_the_blow_would_break_it() -> None:
    play = caster()
    for value, answer in ((12, "keep"), (40, "interrupt"), ("-", "keep")):
        play.state.judging = Judging("mire_hound", "attack", "attack", "tomo")
        asked = question("interrupt_cast", "tomo", ("keep", "interrupt"), value=value)
        assert answers.answer(play.world, asked) == answer
    play.state.judging = Judging("mire_hound", "attack", "attack", "ruka")
    assert answers.answer(play.world, question("interrupt_cast", "tomo", ("keep", "interrupt"), value=40)) == "keep"


def test_what_it_has_no_thoughts_about_is_answered_by_default() -> None:
    assert answers.answer(duel().world, question("tie_order", "ruka", ("ruka", "tomo"))) == "ruka"


# ---------------------------------------------------------------- outside of turns


def test_the_referee_leads_from_the_fight_to_the_end() -> None:
    play = Play("ruka", "mire_hound")
    assert isinstance(wants(play), StartBattle)
    play.fight(ruka=25, mire_hound=20)
    play.battle.process = "setup"
    assert isinstance(wants(play), ConfirmBattle)
    play.state.battle, play.state.battles = None, 1
    play.change("ruka", hp=0)
    assert wants(play) == MinutePasses()
    play["ruka"].present = False
    assert wants(play) == EndScenario()
    play.state.over = True
    assert game.policy.command(play.world) is None


# ---------------------------------------------------------------- estimates


def exact(name: str, fields: dict[str, Any]) -> dict[Any, Fraction]:
    """The exact odds of a rule by itself, with characters that have no criticals and fumbles to speak of."""
    pure = PROCEDURES[name]
    made = msgspec.convert(fields, pure.fields)
    found = Odds(drop=Fraction(1, 10**9)).of(lambda: pure.run(made))
    return {result: found.p(result) for result in found}


PLAIN = {"critical": (), "fumble": ()}


@pytest.mark.parametrize("lead", [-12, -3, 0, 1, 5, 11])
def test_the_chance_to_win_an_opposed_judge(lead: int) -> None:
    odds = exact("opposed", {"active": {"ability": 20 + lead, **PLAIN}, "passive": {"ability": 20, **PLAIN}})
    assert estimates.wins(20 + lead, 20) == pytest.approx(sum(
        float(chance) for result, chance in odds.items() if result.winner == "active"))  # fmt: skip


@pytest.mark.parametrize("difficulty", [9, 10, 15, 20, 21])
def test_the_chance_to_reach_a_difficulty(difficulty: int) -> None:
    odds = exact("judge", {"ability": 8, "difficulty": difficulty, **PLAIN})
    assert estimates.reaches(8, difficulty) == pytest.approx(sum(
        float(chance) for result, chance in odds.items() if result.success))  # fmt: skip


@pytest.mark.parametrize(("hit", "power"), [(10, 12), (14, 8), (3, 20), (30, 30)])
def test_the_damage_to_expect_of_an_attack(hit: int, power: int) -> None:
    fields = {"hit": hit, "attack": power, "evasion": 9, "defence": 10, "hp": 99, "attacker": PLAIN, "target": PLAIN}
    odds = exact("attack", fields)
    mean = sum(result.damage * float(chance) for result, chance in odds.items())
    assert estimates.wins(hit, 9) * estimates.excess(power, 10) == pytest.approx(mean)
    assert estimates.excess(power, 10) * estimates.wins(hit, 9) == pytest.approx(mean)


def test_with_criticals_and_fumbles_the_estimate_is_still_near() -> None:
    odds = exact("opposed", {"active": {"ability": 10}, "passive": {"ability": 9}})
    chance = sum(float(chance) for result, chance in odds.items() if result.winner == "active")
    assert estimates.wins(10, 9) == pytest.approx(chance, abs=0.05)


# ---------------------------------------------------------------- whole fights


def fought(scenario: str, seed: int, house: dict[str, Any] | None = None) -> NwoWorld:
    """A starter scenario played to its end; whatever is refused fails the test."""
    world = open_world(game.scenarios()[scenario], options(**(house or {})), game.content())
    dice = SampledDice(f"{scenario} {seed}")
    for _ in range(3000):
        given = game.policy.command(world)
        if given is None:
            return world
        run(game.commands.start(world, given[1], given[0]), dice.face, lambda asked: game.policy.answer(world, asked))
    raise AssertionError("no end in sight")


@pytest.mark.parametrize("scenario", list(game.scenarios()))
@pytest.mark.parametrize("seed", range(30))
def test_a_fight_comes_to_a_plausible_end(scenario: str, seed: int) -> None:
    world = fought(scenario, seed)
    last, found = world.state.last, measure(world)
    assert last is not None
    assert (world.state.over, world.state.battle, world.state.battles) == (True, None, 1)
    assert sum(found.flags[name] for name in ("win", "defeat", "stalemate")) == 1
    assert 1 <= last.rounds <= world.scenario.round_limit
    foes = [one for one in world.state.characters.values() if one.kind == "npc" and not one.dead]
    if last.result == "victory":
        assert last.standing >= 1
        assert all(one.serious and one.hp == 1 for one in foes)  # who has lived through a death check since
    elif last.result == "defeat":
        assert last.standing == 0
    else:
        assert last.rounds == world.scenario.round_limit
    for one in world.state.characters.values():
        assert (one.casting, one.count, one.slots) == (None, None, {})
        assert 0 <= one.prana <= one.prana_max
        assert one.mp >= 0
        assert not (one.hp <= 0 and not one.dead and one.present)  # the dying have made their checks
    assert found.figures["deaths"] == sum(one.dead for one in world.state.characters.values() if one.kind == "pc")


@pytest.mark.parametrize("scenario", list(game.scenarios()))
@pytest.mark.parametrize(
    "house",
    [
        {"opposed_order": "sealed", "tie_break": "dice", "interrupt_poll": "active_first",
         "area_active_roll": "per_target"},
        {"npc_at_zero": "ask_gm", "death_check_timing": "at_once", "death_check_pays": "current",
         "serious_prana_hp_in_combat": "off", "fainted_may_interrupt": "on"},
        {"cast_below_one": "lost", "failed_cast_consumes_action": "off", "round_end_snapshot": "off",
         "combat_setup_step": "off", "death_check_normal_prana": "on", "fumble_modifiers": "keep"},
    ],
)  # fmt: skip
def test_it_plays_by_other_house_rules_too(scenario: str, house: dict[str, Any]) -> None:
    for seed in range(3):
        assert fought(scenario, seed, house).state.over


def test_the_party_wins_the_scenario_for_beginners_mostly() -> None:
    results = [fought("last_train", seed).state.last for seed in range(20)]
    assert sum(last is not None and last.result == "victory" for last in results) >= 12


@pytest.mark.rule("NWO-LEVEL-01")
def test_where_somebody_listens_the_evening_ends_with_a_level_for_all_who_live() -> None:
    world = open_world(game.scenarios()["last_train"], options(), game.content())
    before = {one.id: one.total_level for one in world.state.characters.values() if one.kind == "pc"}
    world.tell = lambda event: None
    dice = SampledDice("grown")
    while (given := game.policy.command(world)) is not None:
        seat, command = given
        run(game.commands.start(world, command, seat), dice.face, lambda asked: game.policy.answer(world, asked))
    assert game.over(world)
    for id, level in before.items():
        one = world.state.characters[id]
        assert one.total_level == level + (not one.dead)
