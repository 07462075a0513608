"""Cells of classes and tables of growth in their usual notations, in Japanese and English."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.sheets import NotRead, plain
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.sheets import growth_cells as cells
from rulewright.interop.known_names import KnownNames

NAMES = KnownNames(plain, starter())


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("～9", {"max": 9}),
        ("〜９", {"max": 9}),
        ("9以下", {"max": 9}),
        ("9 or less", {"max": 9}),
        ("≦9", {"max": 9}),
        ("10～14", {"min": 10, "max": 14}),
        ("10-14", {"min": 10, "max": 14}),
        ("−5～3", {"min": -5, "max": 3}),
        ("20～", {"min": 20}),
        ("20+", {"min": 20}),
        ("２０以上", {"min": 20}),
        ("20 or more", {"min": 20}),
        ("12", {"min": 12, "max": 12}),
    ],
)
def test_results(text: str, read: dict[str, Any]) -> None:
    assert cells.results(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("任意1", [{"pick": 1}]),
        ("任意", [{"pick": 1}]),
        ("any 2", [{"pick": 2}]),
        ("pick 1", [{"pick": 1}]),
        ("踏ん張り+1", [{"raise": "firm_stance"}]),
        ("踏ん張り＋２", [{"raise": "firm_stance"}] * 2),
        ("raise firm_stance", [{"raise": "firm_stance"}]),
        ("Ears of the Night Road", [{"raise": "night_road_ears"}]),
        ("任意1、踏ん張り+1\nlight_feet", [{"pick": 1}, {"raise": "firm_stance"}, {"raise": "light_feet"}]),
        ("―", []),
    ],
)
def test_gains(text: str, read: list[dict[str, Any]]) -> None:
    assert cells.gains(text, NAMES) == {"abilities": read}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("筋力7、信仰心8", {"strength": 7, "faith": 8}),
        ("strength 7, faith 8", {"strength": 7, "faith": 8}),
        ("筋力７以上 信仰心：８以上", {"strength": 7, "faith": 8}),
        ("筋力≧7\n知力>=6", {"strength": 7, "wits": 6}),
        ("なし", {}),
    ],
)
def test_requirements(text: str, read: dict[str, int]) -> None:
    assert cells.requires(text, NAMES) == {"requires": read}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("防御力+2、ＨＰ＋４", {"defence": 2, "hp_max": 4}),
        ("magic + 2, strength - 1", {"magic": 2, "strength": -1}),
        ("移動力+1 最大MP−3", {"move": 1, "mp_max": -3}),
    ],
)
def test_modifiers(text: str, read: dict[str, int]) -> None:
    assert cells.modifiers(text, NAMES) == {"modifiers": read}


@pytest.mark.parametrize("text", ["踏ん張り2", "Firm Stance Lv2", "firm_stance 2", "踏ん張り（2）"])
def test_automatic_abilities(text: str) -> None:
    assert cells.known_abilities(text, NAMES) == {"auto_abilities": [{"ability": "firm_stance", "level": 2}]}


@pytest.mark.parametrize(
    ("text", "read"), [("１Ｄ６＋２", "1d6+2"), ("2d6 − 1", "2d6-1"), ("3", "3"), ("＋３", "3"), ("―", "0")]
)
def test_dice(text: str, read: str) -> None:
    assert cells.dice("hp")(text) == {"hp": read}


@pytest.mark.parametrize("text", ["3", "Lv3", "レベル３", "3レベル", "LV.3"])
def test_levels(text: str) -> None:
    assert cells.level(text) == {"level": 3}


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        (cells.level, "11", "from 1 to 10"),
        (cells.roll, "0", "from 1 to 6"),
        (cells.dice("hp"), "1d8", "Nd6"),
        (cells.results, "lots", "10～14"),
        (cells.bounded("aura", 0, 20), "21", "from 0 to 20"),
        (lambda text: cells.gains(text, NAMES), "任意0", "from 1 to 9"),
        (lambda text: cells.gains(text, NAMES), "Firm Stanse", "Firm Stance"),
        (lambda text: cells.requires(text, NAMES), "筋力", "strength 7"),
        (lambda text: cells.requires(text, NAMES), "筋力100", "0 to 99"),
        (lambda text: cells.modifiers(text, NAMES), "luck+1", "defence"),
        (lambda text: cells.known_abilities(text, NAMES), "踏ん張り21", "from 1 to 20"),
    ],
)
def test_what_cannot_be_read_says_what_is_expected(read: Any, text: str, expected: str) -> None:
    with pytest.raises(NotRead) as caught:
        read(text)
    assert expected in caught.value.expected
