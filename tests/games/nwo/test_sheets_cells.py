"""Cells of spreadsheets in their usual notations, in Japanese and English."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.sheets import NotRead
from rulewright.games.nwo.sheets import cells


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0-3", {"range": [0, 3]}),
        ("０～３", {"range": [0, 3]}),
        ("１〜２Sq", {"range": [1, 2]}),
        ("2スクウェア", {"range": [0, 2]}),
        ("至近", {"range": [0, 0]}),
        ("―", {}),
        ("自身", {}),
    ],
)
def test_ranges(text: str, read: dict[str, Any]) -> None:
    assert cells.reach(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("自身", {"target": "self"}),
        ("単体", {"target": "one"}),
        ("３体まで", {"target": "several", "max_targets": 3}),
        ("2 targets", {"target": "several", "max_targets": 2}),
        ("1Sq（敵）", {"target": "square", "affects": "foes"}),
        ("スクウェア(味方)", {"target": "square", "affects": "allies"}),
        ("Square (all)", {"target": "square"}),
    ],
)
def test_targets(text: str, read: dict[str, Any]) -> None:
    assert cells.target(text) == read


@pytest.mark.parametrize(
    ("text", "timing"),
    [
        ("常時", "always"),
        ("通常", "normal"),
        ("対抗", "counter"),
        ("超対抗", "super_counter"),
        ("超々対抗", "hyper_counter"),
    ],
)
def test_timings(text: str, timing: str) -> None:
    assert cells.word("timing", text) == timing


@pytest.mark.parametrize(
    ("text", "kind"),
    [("攻撃", "attack"), ("付与", "enchant"), ("治癒", "heal"), ("汎用", "utility"), ("攻撃魔法", "attack")],
)
def test_kinds(text: str, kind: str) -> None:
    assert cells.word("kind", text) == kind


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("MP 4", {"mp": 4}),
        ("プラーナ３", {"prana": 3}),
        ("2HP、MP1", {"hp": 2, "mp": 1}),
        ("プラーナ2点", {"prana": 2}),
    ],
)
def test_costs(text: str, cost: dict[str, int]) -> None:
    assert cells.cost(text) == {"cost": cost}
    assert cells.cost("なし") == cells.cost("－") == cells.cost("0") == {}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("魔導力+4（上限16）", {"stat": "magic", "add": 4, "cap": 16}),
        ("魔導力（14）", {"stat": "magic", "cap": 14}),
        ("magic - 1, cap 12", {"stat": "magic", "add": -1, "cap": 12}),
        ("命中+2/15", {"stat": "hit", "add": 2, "cap": 15}),
        ("信仰心+1 最大10", {"stat": "faith", "add": 1, "cap": 10}),
    ],
)
def test_powers(text: str, read: dict[str, Any]) -> None:
    assert cells.power(text) == read


@pytest.mark.parametrize(
    ("text", "per", "times"),
    [
        ("1/Round", "round", 1),
        ("シーン１回", "scene", 1),
        ("1戦闘に2回", "combat", 2),
        ("1シナリオ3回まで", "session", 3),
        ("2 times per scene", "scene", 2),
        ("1カウント1回", "count", 1),
    ],
)
def test_limits(text: str, per: str, times: int) -> None:
    assert cells.limit(text) == {"limit": {"per": per, "times": times}}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("瞬間", {"kind": "instant"}),
        ("２ラウンド", {"kind": "rounds", "rounds": 2}),
        ("3 rounds", {"kind": "rounds", "rounds": 3}),
        ("シーン中", {"kind": "scene"}),
        ("戦闘中", {"kind": "combat"}),
        ("-", {"kind": "count"}),
    ],
)
def test_durations(text: str, read: dict[str, Any]) -> None:
    assert cells.duration(text) == {"duration": read}


def test_elements_are_those_of_the_starter_pack_or_an_id() -> None:
    assert cells.element("火") == cells.element("Fire") == cells.element("火属性") == {"element": "fire"}
    assert cells.element("lava") == {"element": "lava"}
    assert cells.element("無") == cells.element("―") == {"element": "none"}
    assert cells.statuses("気絶、転倒") == cells.statuses("気絶と転倒") == {"cures": ["fainted", "prone"]}
    assert (cells.healing("５"), cells.yes("○"), cells.yes("×")) == ({"value": 5}, True, False)


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (cells.reach, "far"),
        (cells.target, "friends"),
        (cells.cost, "an arm"),
        (cells.cost, "MP many"),
        (cells.power, "magic"),
        (cells.power, "luck+1 (9)"),
        (cells.limit, "often"),
        (cells.duration, "long"),
        (cells.element, "火炎系"),
        (cells.statuses, "眠り"),
        (cells.yes, "maybe"),
    ],
)
def test_what_cannot_be_read(reader: Any, text: str) -> None:
    with pytest.raises(NotRead):
        reader(text)
