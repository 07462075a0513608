"""Cells of fans' spreadsheets in their usual notations, in English and Japanese."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.sheets import NotRead
from rulewright.games.nw3.sheets import cells


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("MP 4", [("mp", 4)]),
        ("ＭＰ４", [("mp", 4)]),
        ("4MP+HP2", [("mp", 4), ("hp", 2)]),
        ("MP4、プラーナ1", [("mp", 4), ("prana", 1)]),
        ("MP: 4 + SL", [("mp", "4 + SL")]),
        ("HP SL×2", [("hp", "SL * 2")]),
        ("Prana", [("prana", 1)]),
        ("-", []),
        ("なし", []),
    ],
)
def test_costs(text: str, read: list[tuple[str, int | str]]) -> None:
    assert cells.cost(text) == {"cost": [{"kind": kind, "amount": amount} for kind, amount in read]}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("単体", {"kind": "single"}),
        ("Single", {"kind": "single"}),
        ("Area (P, 2)", {"kind": "area", "pick": True, "n": 2}),
        ("範囲(選択)", {"kind": "area", "pick": True}),
        ("範囲（選択、SL体）", {"kind": "area", "pick": True, "n": "SL"}),
        ("3体", {"kind": "count", "n": 3}),
        ("３体まで", {"kind": "count", "n": 3}),
        ("2 targets", {"kind": "count", "n": 2}),
        ("Self*", {"kind": "self", "lock": True}),
        ("自身", {"kind": "self"}),
        ("シーン全体", {"kind": "scene"}),
        ("効果参照", {"kind": "refer"}),
    ],
)
def test_targets(text: str, read: dict[str, Any]) -> None:
    assert cells.target(text) == {"target": read}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("マイナー", "minor_action"),
        ("Minor Action", "minor_action"),
        ("Setup", "setup_process"),
        ("常時", "constant"),
        ("メジャーアクション／リアクション", ["major_action", "reaction"]),
        ("ﾏｲﾅｰ", "minor_action"),
    ],
)
def test_timings(text: str, read: object) -> None:
    assert cells.timing(text) == {"timing": read}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1/Round", {"n": 1, "per": "round"}),
        ("シナリオ1回", {"n": 1, "per": "scenario"}),
        ("シナリオ１回", {"n": 1, "per": "scenario"}),
        ("SL/Scene", {"n": "SL", "per": "scene"}),
        ("1ラウンドに2回", {"n": 2, "per": "round"}),
        ("2 times per scene", {"n": 2, "per": "scene"}),
        ("1/R, 3/Scenario", [{"n": 1, "per": "round"}, {"n": 3, "per": "scenario"}]),
    ],
)
def test_limits(text: str, read: object) -> None:
    assert cells.limit(text) == {"limit": read}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("自動成功", {"kind": "automatic"}),
        ("【知覚】12", {"kind": "stat", "stat": "awareness", "difficulty": 12}),
        ("Awareness 12", {"kind": "stat", "stat": "awareness", "difficulty": 12}),
        ("精神判定 難易度14", {"kind": "stat", "stat": "spirit", "difficulty": 14}),
        ("Hit Check", {"kind": "hit_check", "attack": "physical"}),
        ("魔法攻撃", {"kind": "hit_check", "attack": "magical"}),
        ("回避判定", {"kind": "dodge_check"}),
    ],
)
def test_checks(text: str, read: dict[str, Any]) -> None:
    assert cells.check(text)["check"] == read


def test_other_cells() -> None:
    assert cells.categories("魔法、奥義") == {"categories": ["spell", "secret"]}
    for text in ("火・天", "火、天", "火天", "Fire/Light"):
        assert cells.skill_elements(text) == {"elements": ["fire", "light"]}
    assert cells.element("Fire") == {"element": "fire"}
    assert cells.word("class", "陰陽師") == "onmyouji"
    assert cells.word("range", "近距離") == "short"
    assert cells.number("１２,０００") == 12_000
    assert cells.restrict("白兵武器 または 箒") == {
        "restrict": [{"kind": "use", "any_of": [{"class": "weapon", "type": "melee"}, {"category": "broom"}]}]
    }


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (cells.cost, "an arm and a leg"),
        (cells.cost, "MP lots"),
        (cells.target, "everyone you dislike"),
        (cells.timing, "Tuesday"),
        (cells.limit, "sometimes"),
        (cells.check, "Charm 12"),
        (cells.categories, "useful"),
        (cells.number, "many"),
        (cells.number, "9" * 99),
        (cells.restrict, "a good reason"),
    ],
)
def test_what_cannot_be_read_says_how_it_could(read: Any, text: str) -> None:
    with pytest.raises(NotRead) as caught:
        read(text)
    assert caught.value.expected
