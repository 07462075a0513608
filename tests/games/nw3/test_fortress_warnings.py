"""What is odd about a Fortress that can be played as it is: Areas out of reach, Gates that nothing opens, plans."""

from __future__ import annotations

import pytest

from nw3_arcade import TEXT
from nw3_flaws import Change
from nw3_maps import HEADER, POOL
from rulewright.engine.packs import load, warnings_of
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_warnings import warnings
from rulewright.games.nw3.records.reach import never_opened, reached

ALLEY_TO_VAULT = 'kind = "secret"\n  from = "claw_alley"\n  to = "coin_vault"'
BOOTH_TO_BREAKER = 'kind = "damaged"\n  uses = 2'
G6 = 'open_by = [{ kind = "object", object = "main_breaker" }]'
G10 = 'open_by = [{ kind = "clear_area", area = "jackpot_engine" }]'


def changed(*changes: Change) -> Nw3Content:
    """The example after these changes."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return load({"arcade.toml": text}, Nw3Content)


def told(*changes: Change) -> list[tuple[str, tuple[str | int, ...]]]:
    """The code and the place of each warning of a kind that this is about."""
    codes = ("area_unreachable", "closed_deadlock", "boss_fight_long", "boss_defence_high", "boss_cannot_be_hurt")
    found = warnings(changed(*changes))
    return [(one.code, one.place) for one in found if one.code.removeprefix("content.") in codes]


@pytest.mark.rule("NW3-FORT-16")
def test_the_example_has_nothing_odd() -> None:
    assert told() == []
    fortress = changed().fortress[0]
    assert reached(fortress) == set(fortress.areas)
    assert reached(fortress, ["g2", "g3"]) == {"ticket_hall", "claw_alley"}


@pytest.mark.rule("NW3-FORT-16")
@pytest.mark.parametrize(
    "change",
    [
        (ALLEY_TO_VAULT, ALLEY_TO_VAULT.replace("secret", "damaged")),
        (ALLEY_TO_VAULT, 'kind = "one_way"\n  from = "coin_vault"\n  to = "claw_alley"'),
    ],
)
def test_an_area_out_of_reach(change: Change) -> None:
    assert told(change) == [("content.area_unreachable", ("fortress", 0, "area", 2))]


@pytest.mark.rule("NW3-FORT-16")
def test_a_device_behind_its_own_gate() -> None:
    behind = (BOOTH_TO_BREAKER + '\n  from = "photo_booth"', BOOTH_TO_BREAKER + '\n  from = "jackpot_engine"')
    office = ('kind = "secret"\n  from = "photo_booth"', 'kind = "secret"\n  from = "jackpot_engine"')
    event = ('reveal_event = "photo_booth"\n', "")
    assert told(behind, office, event) == [
        ("content.closed_deadlock", ("fortress", 0, "gate", 5, "open_by")),
        ("content.closed_deadlock", ("fortress", 0, "gate", 9, "open_by")),
    ]
    content = changed(behind, office, event)
    assert [gate.id for gate in never_opened(content.fortress[0], content)] == ["g6", "g10"]


@pytest.mark.rule("NW3-FORT-16")
def test_one_of_several_ways_to_open_is_enough() -> None:
    away = ('objects = ["main_breaker"]', 'objects = ["prize_shelf"]')
    assert told(away) == [("content.closed_deadlock", ("fortress", 0, "gate", gate, "open_by")) for gate in (5, 9)]
    assert told(away, (G6, G6.replace("}]", '}, { kind = "gm" }]'))) == []
    assert told(away, (G6, G6.replace("}]", '}, { kind = "clear_area", area = "claw_alley" }]'))) == []
    charted = ('trap = "loose_wire" }', 'trap = "loose_wire", object = "main_breaker" }')
    assert told(away, charted) == []


@pytest.mark.rule("NW3-ENEMY-16")
def test_plans_of_bosses() -> None:
    plan = ("enemy", 5, "plan")
    assert told(("rounds = 4", "rounds = 12")) == [("content.boss_fight_long", (*plan, "rounds"))]
    high = ("pdef = 8, mdef = 9", "pdef = 18, mdef = 9")
    assert told(high) == [("content.boss_defence_high", (*plan, "attackers"))]
    (warning,) = [one for one in warnings(changed(high)) if one.code == "content.boss_defence_high"]
    assert "has C, whose attack is 6 below" in warning.what
    assert told(("pdef = 8, mdef = 9", "pdef = 19, mdef = 19"))[-1] == (
        "content.boss_cannot_be_hurt", (*plan, "attackers"),
    )  # fmt: skip


DEPTHS = """
[[object]]
id = "lever"
name = "Lever"
kind = "gate_release"
gates = ["g5"]
text = "Rusty."
interact = { action = "minor_action" }

[[chart]]
id = "depths"
name = "In the depths"
use = "area_event"
dice = "1d6"
entry = [{ from = 1, to = 6, text = "A lever.", object = "lever" }]
"""


@pytest.mark.rule("NW3-FORT-16")
def test_a_device_on_a_chart_of_an_earlier_pack_opens_a_gate() -> None:
    depths = load({"depths.toml": HEADER.replace("pools", "depths") + DEPTHS}, Nw3Content)
    by_lever = POOL.replace('{ kind = "clear_area", area = "deep_end" }', '{ kind = "object", object = "lever" }')
    without = {"a.toml": HEADER + by_lever}
    charted = by_lever.replace('name = "Sauna", kind = "event"', 'name = "Sauna", kind = "normal", chart = "depths"')
    within = {"a.toml": HEADER + charted}
    for files, codes in ((without, ["content.closed_deadlock"]), (within, [])):
        content = load(files, Nw3Content, [depths])
        assert [one.code for one in warnings_of(files, content, [depths])] == codes
