"""CRN-ROUND-07 and -08: what an actor may declare in its turn, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cairn_helpers import (
    OTHER,
    PLAYER,
    REFEREE,
    Table,
    armed,
    attack,
    carry,
    do,
    fighting,
    foe,
    lock,
    pc,
    refused_command,
    stones,
    unworded,
    world,
)
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Seat
from rulewright.games.cairn import game
from rulewright.games.cairn.declarations import Declare, undeclared
from rulewright.games.cairn.rounds import LockPhase
from rulewright.games.cairn.rulings import RiskyDeed, SetDistance, SetModifiers
from rulewright.games.cairn.state import Actor, Condition


def turn(**options: Any) -> tuple[Table, Actor, Actor]:
    """Aino's turn against a foe that stands."""
    table = world(**options)
    aino, ogre = pc(table), foe(table, "Ogre", hp=50, STR=18, WIL=19)
    fighting(table)
    return table, aino, ogre


# ---------------------------------------------------------------- moving


@pytest.mark.rule("CRN-ROUND-07")
@pytest.mark.parametrize(
    ("move", "second", "action", "reason"),
    [
        (12, 0, "attack", ""),
        (12, 12, "move", ""),
        (12, 0, "pass", ""),
        (12, 12, "attack", "action_spent"),
        (0, 1, "other", "action_spent"),
        (13, 0, "attack", "move_too_far"),
        (12, 13, "move", "move_too_far"),
        (13, 0, "pass", "move_too_far"),
    ],
)
def test_one_move_of_12_m_and_a_second_one_as_the_action(move: int, second: int, action: Any, reason: str) -> None:
    table, _, _ = turn()
    command = Declare("aino", action, move, second, targets=("ogre",) if action == "attack" else ())
    if reason:
        refused_command(table, command, reason)
    else:
        do(table, command)
        assert table.told(f"declare.{action}")[0].facts["metres"] == move + second


@pytest.mark.rule("CRN-ROUND-07", "CRN-SCAR-13")
def test_the_hamstrung_move_3_m_and_no_second_time_but_act() -> None:
    table, aino, _ = turn()
    aino.conditions.append(Condition("barely_moves", "scar:hamstrung"))
    refused_command(table, Declare("aino", "attack", 4, targets=("ogre",)), "move_too_far")
    refused_command(table, Declare("aino", "move", 3, 1), "move_too_far")
    do(table, Declare("aino", "attack", 3, targets=("ogre",)))


@pytest.mark.rule("CRN-CRIT-05")
def test_the_critical_crawl_3_m_and_do_nothing_else() -> None:
    table, aino, _ = turn()
    aino.outcome = "critical"
    for action in ("move", "pass"):
        do(table, Declare("aino", action, 3))
        refused_command(table, Declare("aino", action, 4), "move_too_far")
    refused_command(table, Declare("aino", "move", 3, 3), "move_too_far")
    for action in ("attack", "aid", "cast", "use", "retreat", "other"):
        refused_command(table, Declare("aino", action, targets=("ogre",)), "cannot_act")  # type: ignore[arg-type]


@pytest.mark.rule("CRN-CRIT-05")
def test_nobody_waits_for_the_crawling() -> None:
    table, aino, _ = turn()
    aino.outcome = "critical"
    assert table.state.fight is not None
    assert list(undeclared(table, table.state.fight)) == []


# ---------------------------------------------------------------- declaring


@pytest.mark.rule("CRN-ROUND-08")
def test_a_declaration_may_be_changed_until_the_phase_is_locked() -> None:
    table, _, ogre = turn()
    do(table, Declare("aino", "pass"), seat=PLAYER)
    do(table, Declare("aino", "attack", targets=("ogre",)), seat=PLAYER)
    lock(table, [2])
    assert ogre.hp == 48


@pytest.mark.rule("CRN-ROUND-08")
def test_a_declaration_keeps_all_that_it_says() -> None:
    table, aino, _ = turn()
    sword = armed(table, aino, "sword", "dagger")
    second = aino.items[1].id
    command = Declare("aino", "attack", 5, 0, sword, second, ("ogre",), "", True, "from above")
    do(table, command)
    assert table.state.fight is not None
    kept = table.state.fight.declared["aino"]
    assert [getattr(kept, name) for name in kept.__struct_fields__] == [
        getattr(command, name) for name in kept.__struct_fields__
    ]


@pytest.mark.rule("CRN-GEN-01", "CRN-GEN-06")
@pytest.mark.parametrize(
    ("actor", "seat", "reason"),
    [
        ("nobody", REFEREE, "unknown_actor"),
        ("aino", OTHER, "not_your_actor"),
        ("ogre", PLAYER, "not_your_actor"),
        ("ogre", REFEREE, "wrong_phase"),
        ("dead", PLAYER, "dead"),
        ("aino", Seat("watcher", "", "spectator"), "not_your_actor"),
    ],
)
def test_who_may_declare_for_whom(actor: str, seat: Seat, reason: str) -> None:
    table, _, _ = turn()
    pc(table, "Dead", outcome="dead")
    refused_command(table, Declare(actor, "pass"), reason, seat=seat)


@pytest.mark.rule("CRN-GEN-06")
def test_who_is_not_in_the_fight_has_no_turn_in_it() -> None:
    table, _, _ = turn()
    pc(table, "Away")
    refused_command(table, Declare("away", "pass"), "wrong_phase")


@pytest.mark.rule("CRN-GEN-06")
@pytest.mark.parametrize(
    "command",
    [SetModifiers("aino", impaired=True), SetDistance("aino", True), RiskyDeed("aino", "DEX")],
    ids=["modifiers", "distance", "risk"],
)
def test_the_referees_words_are_the_referees_and_about_somebody(command: Any) -> None:
    table, _, _ = turn()
    refused_command(table, command, "not_referee", seat=PLAYER)
    field = "attacker" if isinstance(command, SetModifiers) else "actor"
    refused_command(table, msgspec.structs.replace(command, **{field: "nobody"}), "unknown_actor")
    table.state.fight = None
    refused_command(table, command, "wrong_phase")


@pytest.mark.rule("CRN-ATTACK-06")
def test_a_modifier_is_against_somebody_known() -> None:
    table, _, _ = turn()
    refused_command(table, SetModifiers("aino", "nobody", impaired=True), "unknown_actor")


@pytest.mark.rule("CRN-GEN-06", "CRN-GEN-03")
@pytest.mark.parametrize(
    ("field", "value"), [("move", -1), ("move", 100), ("second_move", -1), ("text", "x" * 501), ("action", "dance")]
)
def test_what_cannot_be_read_is_malformed(field: str, value: Any) -> None:
    with pytest.raises(Malformed):
        game.commands.read({"do": "declare", "actor": "aino", "action": "pass"} | {field: value})


@pytest.mark.rule("CRN-ROUND-08")
def test_declarations_are_told_in_words() -> None:
    table, aino, _ = turn()
    pc(table, "Ilmo", outcome="critical", dies_at=900)
    fight = fighting(table)
    fight.escape = "home"
    bandages, bell = carry(table, aino, "bandages").id, armed(table, aino, "bell")
    tonic = carry(table, aino, "tonic").id
    for command in (
        Declare("aino", "attack", targets=("ogre",)),
        Declare("aino", "move", 12, 12),
        Declare("aino", "other", text="I shout."),
        Declare("aino", "aid", item=bandages, targets=("ilmo",)),
        Declare("aino", "use", item=bell),
        Declare("aino", "use", item=tonic),
        Declare("aino", "retreat"),
        Declare("aino", "pass"),
    ):
        do(table, command)
    do(table, Declare("aino", "retreat", targets=("ilmo",)), (), {"carry_along": "yes"})
    aino.items[1].where = "pack"
    do(table, Declare("aino", "cast", item=armed(table, aino, "book"), targets=("ogre",)))
    assert len({event.key for event in table.events}) == 9
    assert unworded(table, "en", "fi") == []
    assert game.words("declare.aid", table.told("declare.aid")[0].facts, "fi").endswith("Ilmo: Sidetarpeet.")


# ---------------------------------------------------------------- things


@pytest.mark.rule("CRN-ROUND-07", "CRN-MAGIC-03")
@pytest.mark.parametrize("action", ["cast", "use"])
def test_a_book_is_read_with_both_hands_whatever_the_action_is_called(action: Any) -> None:
    table, aino, _ = turn()
    book = carry(table, aino, "book")
    command = Declare("aino", action, item=book.id, targets=("ogre",))
    refused_command(table, command, "not_in_hands")
    book.where = "held"
    shield = carry(table, aino, "shield", "held")
    refused_command(table, command, "not_in_hands")
    shield.where = "pack"
    do(table, command)
    lock(table, [8])
    assert aino.fatigue == 1


@pytest.mark.rule("CRN-GEN-01", "CRN-MAGIC-04")
def test_a_book_that_is_gone_when_the_phase_is_locked_cannot_be_read() -> None:
    table, aino, _ = turn(inventory_slots=2)
    book = carry(table, aino, "book", "held")
    do(table, Declare("aino", "cast", item=book.id, targets=("ogre",)))
    aino.items.clear()  # the referee takes it away, say
    refused_command(table, LockPhase(), "not_in_hands")
    aino.items[:] = [book]
    lock(table, [8])
    assert aino.fatigue == 1


@pytest.mark.rule("CRN-MAGIC-08", "CRN-ATTACK-17")
@pytest.mark.parametrize(
    ("targets", "reason"),
    [((), "bad_target_count"), (("nobody",), "no_target"), (("away",), "no_target"), (("gone",), "no_target")],
)
def test_a_damaging_spell_needs_a_target_in_play(targets: tuple[str, ...], reason: str) -> None:
    table, aino, _ = turn()
    foe(table, "Gone", outcome="surrendered")
    fighting(table)
    foe(table, "Away")
    book = armed(table, aino, "book")
    refused_command(table, Declare("aino", "cast", item=book, targets=targets), reason)


@pytest.mark.rule("CRN-MAGIC-01")
def test_another_spell_needs_somebody_who_is_here_but_not_in_play() -> None:
    table, aino, _ = turn()
    ilmo = pc(table, "Ilmo", outcome="critical", dies_at=900)
    fighting(table)
    pc(table, "Away")
    scroll = armed(table, aino, "scroll_mend")
    for target in ("away", "nobody"):
        refused_command(table, Declare("aino", "cast", item=scroll, targets=(target,)), "no_target")
    do(table, Declare("aino", "cast", item=scroll, targets=("ilmo",)))
    lock(table)
    assert ilmo.stable
    assert aino.items == []


@pytest.mark.rule("CRN-RELIC-01", "CRN-RELIC-03")
def test_a_relic_is_used_in_hand_and_while_it_has_charges() -> None:
    table, aino, ogre = turn()
    wand = carry(table, aino, "wand")
    command = Declare("aino", "use", item=wand.id, targets=("ogre",))
    refused_command(table, command, "not_in_hands")
    wand.where = "held"
    refused_command(table, Declare("aino", "cast", item=wand.id, targets=("ogre",)), "not_in_hands")  # no book
    do(table, command)
    lock(table, [8])
    assert (ogre.hp, wand.charges, aino.fatigue) == (42, 0, 0)
    lock(table)
    refused_command(table, command, "no_charges")


@pytest.mark.rule("CRN-ROUND-07")
def test_using_a_thing_spends_a_use_when_the_phase_is_resolved() -> None:
    table, aino, _ = turn()
    tonic = carry(table, aino, "tonic")
    command = Declare("aino", "use", item=tonic.id)
    do(table, command)
    assert tonic.uses == 1
    lock(table)
    assert tonic.uses == 0
    assert unworded(table, "en", "fi") == []
    lock(table)
    refused_command(table, command, "no_uses")
    refused_command(table, Declare("aino", "use", item="tonic.99"), "no_target")


@pytest.mark.rule("CRN-HEAL-03")
def test_aid_needs_one_who_needs_it_here_and_a_remedy() -> None:
    table, aino, _ = turn()
    ilmo = pc(table, "Ilmo")
    uuno = pc(table, "Uuno", outcome="critical", dies_at=900)
    fighting(table)
    pc(table, "Away", outcome="critical", dies_at=900)
    bandages, stone = carry(table, aino, "bandages"), stones(table, aino, 1)[0]
    for targets, item, reason in (
        ((), bandages.id, "bad_target_count"),
        (("uuno", "ilmo"), bandages.id, "bad_target_count"),
        (("ilmo",), bandages.id, "no_treatment_needed"),
        (("away",), bandages.id, "no_target"),
        (("nobody",), bandages.id, "no_target"),
        (("uuno",), stone.id, "bad_value"),
        (("uuno",), "bandages.99", "bad_value"),
        (("uuno",), "fatigue", "is_fatigue"),
    ):
        refused_command(table, Declare("aino", "aid", item=item, targets=targets), reason)
    do(table, Declare("aino", "aid", item=bandages.id, targets=("uuno",)))
    lock(table)
    assert (uuno.stable, bandages.uses, ilmo.stable) == (True, 2, False)
    assert [(event.facts["name"], event.facts["uses"]) for event in table.told("treat.used")] == [("Aino", 2)]
    bandages.uses = 0
    uuno.stable, uuno.dies_at = False, 900
    lock(table)
    refused_command(table, Declare("aino", "aid", item=bandages.id, targets=("uuno",)), "no_uses")
    uuno.outcome = "dead"
    refused_command(table, Declare("aino", "aid", item=bandages.id, targets=("uuno",)), "dead")


@pytest.mark.rule("CRN-ROUND-07")
def test_only_one_action_counts() -> None:
    table, aino, ogre = turn()
    tonic = carry(table, aino, "tonic")
    attack(table, aino, ogre)
    do(table, Declare("aino", "use", item=tonic.id))  # in place of the attack
    assert lock(table).rolls == []
    assert (ogre.hp, tonic.uses) == (50, 0)
