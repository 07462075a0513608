"""Proposals of Fortresses: of the wished size, without a fault for the loader, and nobody is shut in or out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nw3_maps import before
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Refused
from rulewright.games.nw3.fortresses import generator, prepared
from rulewright.games.nw3.fortresses.furnishing import Store, threat
from rulewright.games.nw3.fortresses.proposal_tables import picked, tables
from rulewright.games.nw3.game import game
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress, Gate
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import Nw3World
from rulewright.table.lines import log
from walks import opened


def proposed(world: Nw3World, areas: int, danger: int, seed: int) -> Fortress:
    """A proposal, kept at the table."""
    rows = run(generator.propose(world, "proposal", "Proposal", areas, danger), SampledDice(seed).face, lambda _: None)
    for row in rows:
        prepared.keep(world, row)
    found = rows[-1]
    assert isinstance(found, Fortress)
    return found


def walked(world: Nw3World, record: Fortress, start: str, secret: bool) -> set[str]:
    """The Areas that a party comes to from one, which clears and operates everything; `secret` Gates it finds or not.

    Damaged Gates count as of no use, and what is opened stays open.
    """
    reached = {start}
    objects = prepared.all_of(world, Object)

    def usable(gate: Gate) -> bool:
        if gate.kind in ("damaged",) or (gate.kind == "secret" and not secret):
            return False
        for one in gate.open_by:
            places = {one.area} if one.kind == "clear_area" else {
                area.id for area in record.area if one.object in area.objects and gate.id in objects[one.object].gates
            }  # fmt: skip
            if not places & reached:
                return False
        return True

    while True:
        usables = [gate for gate in record.gate if usable(gate)]
        more = {gate.to for gate in usables if gate.from_ in reached}
        more |= {gate.from_ for gate in usables if gate.to in reached and gate.kind != "one_way"}
        if more <= reached:
            return reached
        reached |= more


def open_way(record: Fortress, start: str) -> set[str]:
    """The Areas to which one comes from another through Normal Gates alone."""
    reached = [start]
    for here in reached:
        ends = (gate.other(here) for gate in record.gates_at[here] if gate.kind == "normal")
        reached += [one for one in ends if one not in reached]
    return set(reached)


@given(areas=st.integers(2, 99), danger=st.integers(1, 10), seed=st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_any_proposal_is_sound_and_can_be_walked_through(areas: int, danger: int, seed: int) -> None:
    world = before()
    record = proposed(world, areas, danger, seed)
    assert len(record.area) == areas
    assert prepared.problems(world, record) == ()
    everywhere = set(record.areas)
    core = next(area for area in record.area if area.kind == "core")
    assert walked(world, record, record.entrance.area, secret=True) == everywhere
    without = walked(world, record, record.entrance.area, secret=False)
    assert core.id in without
    hidden = {gate.to for gate in record.gate if gate.kind == "secret"}
    assert everywhere - without <= hidden
    for gate in record.gate:  # nobody who cannot come back the same way is shut in
        if gate.kind in ("one_way", "damaged"):
            assert gate.from_ in open_way(record, gate.to)
    assert len({(area.x, area.y) for area in record.area}) == areas
    assert len({area.name for area in record.area}) == areas
    assert core.enemies[0].enemy == record.ruler


def test_the_dice_of_a_proposal_are_a_handful_for_each_step_in_the_log() -> None:
    table = opened(game, "rooftop", 1)
    told = len(table.events_for("referee"))
    table.submit("referee", {"do": "propose_fortress", "name": "Mall", "areas": 30, "danger": 6})
    (line,) = log(table.events_for("referee"), table.rolls("referee"))[told:]
    assert [one.why for one in line.dice if one.why.startswith("proposal")] == [
        "proposal.place", "proposal.kind", "proposal.contents", "proposal.gate", "proposal.contents",
    ]  # fmt: skip
    assert sum(len(one.faces) for one in line.dice) > 100


def test_the_same_dice_propose_the_same_fortress() -> None:
    assert proposed(before(), 12, 4, 7) == proposed(before(), 12, 4, 7)
    assert proposed(before(), 12, 4, 7) != proposed(before(), 12, 4, 8)


def test_more_danger_means_more_enemies_and_stronger_ones() -> None:
    def total(danger: int) -> int:
        world = before()
        enemies = prepared.all_of(world, Enemy)
        found = 0
        for seed in range(12):
            groups = [group for area in proposed(world, 30, danger, seed).area for group in area.enemies]
            found += sum(threat(enemies[group.enemy])[0] * group.count for group in groups if group.enemy in enemies)
        return found

    assert total(1) < total(5) < total(10)


def test_every_kind_of_area_and_gate_comes_up() -> None:
    world = before()
    records = [proposed(world, 40, 6, seed) for seed in range(10)]
    assert {area.kind for one in records for area in one.area} >= {
        "entrance",
        "normal",
        "trap",
        "event",
        "enemy",
        "core",
    }
    assert {gate.kind for one in records for gate in one.gate} == {"normal", "one_way", "secret", "closed", "damaged"}
    openers = {opener.kind for one in records for gate in one.gate for opener in gate.open_by}
    assert openers == {"clear_area", "object"}


def test_a_kind_takes_its_share_of_a_hundred_faces() -> None:
    for chances in (tables().area, tables().gate, tables().shortcut):
        for danger in range(1, 11):
            found = [picked(chances, danger, face) for face in range(1, 101)]
            weights = {one.kind: max(0, one.weight + one.per_danger * (danger - 1)) for one in chances}
            for kind, weight in weights.items():
                assert abs(found.count(kind) - 100 * weight / sum(weights.values())) <= 1


def test_without_enemies_nobody_rules() -> None:
    world = before()
    world.content = None
    with pytest.raises(Refused, match="nobody_to_rule"):
        next(generator.propose(world, "p", "P", 5, 1))


def test_a_ruler_is_made_of_the_strongest_where_none_is_marked() -> None:
    world = before()
    store = Store(world, 10)
    store.bosses = [one for one in store.bosses if not one.ruler]
    id, made = store.ruler("p", {})
    assert [(row.id, row.ruler) for row in made if isinstance(row, Enemy)] == [(id, True)]
