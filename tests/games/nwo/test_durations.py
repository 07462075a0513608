"""How long effects last, abilities that are always on, and the counts of a fight (NWO-TIMING-02, -11, -14)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import options, rows_of
from nwo_windows import Table
from rulewright.games.nwo.battles import effects, lasting, rounds
from rulewright.games.nwo.battles.actions import Attack, Delay, UseAbility
from rulewright.games.nwo.battles.battle import LeaveBattle
from rulewright.games.nwo.battles.free_play import Suspend
from rulewright.games.nwo.battles.resting import EndScene
from rulewright.games.nwo.state import Cast

COAT = {"interrupt tomo": ["spell:stone_coat", "pass"], "target": "ruka"}


def put(table: Table, thing: str, on: str = "ruka", level: int = 1) -> None:
    """The effects of an ability or a spell of Tomo's, carried out on somebody."""
    content = table.world.content
    record: Any = content.abilities_by_id.get(thing) or content.spells_by_id[thing]
    table.run(effects.apply(table.world, table["tomo"], effects.of(record, level), [table[on]]))


def end_round(table: Table) -> None:
    """Everybody is done; the next round begins with counts of 20."""
    for id in table.battle.members:
        table[id].done = True
    faces = (3, 4) * len([one for one in table.battle.members if not table[one].dead])
    table.run(rounds.advance(table.world), faces)


def lasts(table: Table, id: str = "ruka") -> list[str]:
    return [one.source for one in table[id].lasting]


# ---------------------------------------------------------------- rounds


@pytest.mark.rule("NWO-TIMING-14")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("effect_end")])
def test_the_last_round_of_an_effect(row: dict[str, Any]) -> None:
    assert lasting.last_round(row["given"]["round"], row["given"]["rounds"]) == row["expect"]["last_round"]


def test_all_rows_of_the_operation_are_used() -> None:
    assert [row["id"] for row in rows_of("effect_end")] == ["timing-5", "timing-6"]


@pytest.mark.rule("NWO-TIMING-14")
@pytest.mark.parametrize(("thing", "rounds_", "stat"), [("rally_call", 2, "hit"), ("gale_edge", 1, "attack")])
def test_effects_that_last_for_rounds(thing: str, rounds_: int, stat: str) -> None:
    """timing-5, timing-6: from round 2"""
    table = Table("ruka", "tomo", "mire_hound")
    table.fight(2, ruka=20, tomo=9, mire_hound=8)
    put(table, thing)
    for _ in range(rounds_):
        assert lasts(table) == [thing]
        assert table["ruka"].now.judges[stat] > 0
        end_round(table)
    assert (lasts(table), table["ruka"].now.judges, table["ruka"].now.element) == ([], {}, "")


# ---------------------------------------------------------------- the other spans


SPANS = ("count", "round", "combat", "scene")


def after(table: Table, span: str) -> None:
    if span == "count":
        table.next_count()
    elif span == "round":
        end_round(table)
    elif span == "combat":
        rounds.end(table.world, "stopped")
    else:
        table.give(EndScene())


@pytest.mark.rule("NWO-TIMING-14")
@pytest.mark.parametrize(
    ("thing", "ends"), [("guard_step", "count"), ("last_lantern", "combat"), ("quay_blessing", "scene")]
)
def test_effects_end_with_their_span(thing: str, ends: str) -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.fight(ruka=20, tomo=9, mire_hound=8)
    put(table, thing)
    for span in SPANS:
        assert lasts(table) == [thing]
        after(table, span)
        if span == ends:
            break
    assert lasts(table) == []


@pytest.mark.rule("NWO-TIMING-14")
def test_what_lasts_for_a_count_ends_with_the_round() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.fight(ruka=20, tomo=9, mire_hound=8)
    put(table, "stone_coat")
    lasting.end_round(table.world, 1)
    assert lasts(table) == []


@pytest.mark.rule("NWO-TIMING-14", "NWO-SPELL-07")
def test_a_count_effect_counts_for_all_judges_of_its_count() -> None:
    """timing-15"""
    table = Table("ruka", "tomo", "mire_hound", "other:mire_hound")
    table.change("tomo", asks="all", abilities={})
    table.change("ruka", asks="never", prana=0, abilities={})
    table.fight(mire_hound=15, other=15, ruka=2, tomo=1)
    faces = (6, 5, 1, 2, 6, 5, 1, 1)  # hit, evasion, attack 12 + 2 + 11 against defence
    table.give(Attack("mire_hound", "bite", "ruka"), faces, COAT)
    assert (table.battle.current, table.battle.acting) == (15, "other")
    table.give(Attack("other", "bite", "ruka"), faces)
    table["other"].count, table["other"].done = 12, False
    table.battle.acting = ""
    table.run(rounds.advance(table.world))
    assert table.battle.current == 12
    table.give(Attack("other", "bite", "ruka"), faces)
    defences = [
        event.facts["value"]
        for event in table.told
        if event.key.startswith("judge.value") and event.facts["why"] == "judge.defence"
    ]
    assert defences == [13 + 4 + 2, 13 + 4 + 2, 13 + 2]


@pytest.mark.rule("NWO-TIMING-14")
def test_an_instant_effect_leaves_nothing() -> None:
    more = """
[[ability]]
id = "spark"
name = "Spark"
timing = "normal"
max_level = 1
target = "one"
range = [0, 1]
duration = { kind = "instant" }
effects = [{ op = "damage", amount = 2 }, { op = "modify_stat", stat = "hit", amount = 5 }]
"""
    table = Table("ruka", "tomo", more=more)
    put(table, "spark")
    assert (table["ruka"].hp, table["ruka"].lasting, table["ruka"].now.values["hit"]) == (22, [], 9)


@pytest.mark.rule("NWO-TIMING-14")
def test_who_leaves_the_scene_takes_nothing_along() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.fight(ruka=20, tomo=9, mire_hound=8)
    put(table, "quay_blessing")
    put(table, "quay_blessing", "tomo")
    assert 3 in table["ruka"].now.fumble
    table.give(LeaveBattle("ruka"))
    assert (lasts(table), lasts(table, "tomo")) == ([], ["quay_blessing"])
    assert 3 not in table["ruka"].now.fumble


@pytest.mark.rule("NWO-TIMING-14")
def test_outside_a_fight_rounds_last_for_the_scene() -> None:
    table = Table("ruka", "tomo")
    put(table, "rally_call")
    table.next_count()
    assert lasts(table) == ["rally_call"]
    table.give(EndScene())
    assert lasts(table) == []


@pytest.mark.rule("NWO-TIMING-14", "NWO-STATUS-02")
def test_numbers_fall_back_when_an_effect_ends() -> None:
    more = """
[[ability]]
id = "bloom"
name = "Bloom"
timing = "normal"
max_level = 1
target = "one"
range = [0, 1]
duration = { kind = "count" }
effects = [{ op = "modify_stat", stat = "hp_max", amount = 10 }, { op = "heal", amount = 10 }]
"""
    table = Table("ruka", "tomo", more=more)
    put(table, "bloom")
    assert table["ruka"].hp == 34
    table.next_count()
    assert (table["ruka"].hp, table["ruka"].now.values["hp_max"]) == (24, 24)


# ---------------------------------------------------------------- several effects, and names


@pytest.mark.rule("NWO-JUDGE-07", "NWO-SPELL-05")
def test_all_changes_of_c_and_f_values_of_one_ability_count() -> None:
    more = """
[[ability]]
id = "omen"
name = "Omen"
timing = "normal"
max_level = 1
target = "one"
range = [0, 1]
effects = [
  { op = "modify_cf", critical_add = [9] }, { op = "modify_cf", critical_add = [11], fumble_remove = [5] },
  { op = "modify_cf", fumble_add = [3], critical_remove = [10] },
]
"""
    table = Table("ruka", "tomo", more=more)
    put(table, "omen")
    assert (table["ruka"].now.critical, table["ruka"].now.fumble) == ((9, 11), (3,))


@pytest.mark.rule("NWO-SPELL-05")
def test_numbers_of_one_ability_add_up() -> None:
    more = """
[[ability]]
id = "hymn"
name = "Hymn"
timing = "normal"
max_level = 3
target = "one"
range = [0, 1]
effects = [
  { op = "modify_judge", stat = "hit", amount = 1, per_level = 2 }, { op = "modify_judge", stat = "hit", amount = 3 },
  { op = "modify_stat", stat = "hit", amount = -2, per_level = 1 }, { op = "modify_stat", stat = "hit", amount = 1 },
]
"""
    table = Table("ruka", "tomo", more=more)
    put(table, "hymn", level=3)
    assert (table["ruka"].now.judges, table["ruka"].now.values["hit"]) == ({"hit": 7 + 3}, 9 + 1 + 1)


@pytest.mark.rule("NWO-SPELL-06")
@pytest.mark.parametrize(("refreshes", "last"), [(False, 3), (True, 4)])
def test_the_same_name_does_nothing_more_while_it_lasts(refreshes: bool, last: int) -> None:
    table = Table("ruka", "tomo", "mire_hound", house=options(same_name_refreshes=refreshes))
    battle = table.fight(2, ruka=20, tomo=9, mire_hound=8)
    put(table, "rally_call")
    battle.round = 3
    put(table, "rally_call")
    assert [(one.source, one.last_round) for one in table["ruka"].lasting] == [("rally_call", last)]
    assert table["ruka"].now.judges == {"hit": 2}


@pytest.mark.rule("NWO-TIMING-14")
def test_the_dead_bear_nothing_new() -> None:
    table = Table("ruka", "tomo")
    table["ruka"].dead = True
    put(table, "rally_call")
    assert lasts(table) == []


# ---------------------------------------------------------------- always on


@pytest.mark.rule("NWO-TIMING-02", "NWO-TIMING-01", "NWO-TIMING-14")
def test_an_ability_that_is_always_on_is_suspended_and_resumed() -> None:
    """timing-7"""
    table = Table("ruka", "tomo")
    found = [table["ruka"].now.values["evasion"]]
    table.give(Suspend("ruka", "sure_footing"), seat="ruka")
    found.append(table["ruka"].now.values["evasion"])
    table.give(Suspend("ruka", "sure_footing"), seat="ruka")  # once more changes nothing
    table.give(Suspend("ruka", "sure_footing", on=True), seat="ruka")
    found.append(table["ruka"].now.values["evasion"])
    assert (found, table["ruka"].suspended) == ([8, 7, 8], [])
    assert table.refuses(Suspend("ruka", "guard_step")) == "not_always"
    assert table.refuses(Suspend("tomo", "sure_footing")) == "not_always"
    assert table.refuses(Suspend("ruka", "no_such_thing")) == "not_always"


@pytest.mark.rule("NWO-TIMING-02")
def test_it_is_said_at_any_time_and_by_its_owner() -> None:
    table = Table("ruka", "tomo")
    assert table.refuses(Suspend("ruka", "sure_footing"), "tomo") == "not_your_actor"
    assert table.refuses(Suspend("nobody", "sure_footing")) == "unknown_actor"
    table.fight(tomo=20, ruka=9)  # in the turn of another, done, casting, and in the middle of a judge
    table.change("ruka", done=True, casting=Cast("lamp_sight", 1))
    table.give(Suspend("ruka", "sure_footing"), seat="ruka")
    table.change("ruka", done=False, casting=None)
    off = table.giving(Suspend("ruka", "sure_footing", on=True), "ruka", 2)
    assert table.judge("ruka", (3, 4), {"prana": off}).value == 8 + 7 + 2
    assert table["ruka"].count == 9
    table["ruka"].dead = True
    assert table.refuses(Suspend("ruka", "sure_footing")) == "dead"


@pytest.mark.rule("NWO-TIMING-01", "NWO-TIMING-02", "NWO-JUDGE-02")
@pytest.mark.parametrize(
    ("effect", "shown"),
    [
        ('op = "modify_judge", stat = "any", amount = 1, per_level = 2', 8 + 7 + 5),
        ('op = "modify_stat", stat = "evasion", amount = 1, per_level = 2', 8 + 5 + 7),
        ('op = "modify_cf", critical_add = [7]', 8 + 10 + 2),
    ],
)
def test_what_is_always_on_needs_no_declaration(effect: str, shown: int) -> None:
    more = f"""
[[ability]]
id = "habit"
name = "Habit"
timing = "always"
max_level = 2
target = "self"
effects = [{{ {effect} }}]
"""
    table = Table("ruka", more=more)
    table.learn("ruka", "ability:habit", level=2)
    table.change("ruka", prana=0)
    assert table.judge("ruka", (3, 4, *([1, 1] if "cf" in effect else []))).value == shown
    table.give(Suspend("ruka", "habit"))
    assert table.judge("ruka", (3, 4)).value == 15


# ---------------------------------------------------------------- counts of the game


@pytest.mark.rule("NWO-TIMING-11")
def test_the_turns_at_one_count_share_it() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.fight(ruka=30, tomo=30, mire_hound=5)
    moments = [table.state.moment]
    assert table.battle.acting == "tomo"  # the faster
    table.give(Delay("tomo", 12))
    assert table.battle.acting == "ruka"
    moments.append(table.state.moment)
    table.give(Delay("ruka", 12))
    moments.append(table.state.moment)
    assert moments == [moments[0], moments[0], moments[0] + 1]


@pytest.mark.rule("NWO-TIMING-11", "NWO-DEATH-08", "NWO-COUNT-10")
def test_count_judges_and_the_round_end_are_counts_of_their_own() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.learn("ruka", "ability:humming")
    table.change("ruka", asks="all", prana=0)
    table.change("tomo", asks="never", prana=0)
    table.fight(ruka=30, tomo=9, mire_hound=5)
    table.change("tomo", hp=0)
    turns = table.state.moment
    seen: list[tuple[str, int]] = []

    def looking(question: Any) -> str:
        seen.append((question.facts["why"], table.state.moment))
        return "pass"

    for one in ("ruka", "tomo", "mire_hound"):
        table[one].done = True
    table.run(rounds.advance(table.world), (3, 4) * 4, {"interrupt ruka": looking})
    checks = {moment for why, moment in seen if why == "judge.death_check"}
    counts = {moment for why, moment in seen if why == "judge.action_value"}
    assert (len(checks), len(counts)) == (1, 1)
    assert turns < min(checks) < min(counts) < table.state.moment


@pytest.mark.rule("NWO-TIMING-11", "NWO-OPEN-28", "NWO-TIMING-09")
def test_the_same_number_in_the_next_round_is_another_count() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.change("ruka", asks="all", prana=0)
    table.change("tomo", asks="never", prana=0)
    table.fight(ruka=20, tomo=9, mire_hound=5)
    answers = {"interrupt ruka": ["ability:guard_step", "pass"], "target": "ruka"}
    table.judge("mire_hound", (3, 4), answers)
    end_round(table)
    assert table.battle.current == 14 + 7  # Tomo's
    table["tomo"].count = 5
    table.battle.acting = ""
    table.run(rounds.advance(table.world))
    assert table.battle.current == table["ruka"].count == 20
    table.judge("mire_hound", (3, 4), answers)
    assert table.declared() == [("ruka", "Guard Step")] * 2


@pytest.mark.rule("NWO-TIMING-03", "NWO-TIMING-14")
def test_an_ability_of_timing_normal_is_an_action() -> None:
    table = Table("ruka", "tomo", "mire_hound")
    table.learn("ruka", "ability:rally_call")
    table.fight(ruka=30, tomo=9, mire_hound=5)
    table.change("tomo", prone=True)
    table.give(UseAbility("ruka", "rally_call", ("ruka", "tomo")))
    assert (table["ruka"].count, table["tomo"].prone, table["tomo"].now.judges) == (10, False, {"hit": 2})
