"""Spreadsheets of which several rows make a record: classes level by level, full moves, growth of prana."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from rulewright.engine.packs import load
from rulewright.games.nwo.game import game
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.growth import Class, GrowthChoice, KnownAbility
from rulewright.interop.mapping import Mapping
from rulewright.interop.sheets_to_pack import Result, import_file

GROWTH = [["レベル", "ＨＰ", "ＭＰ", "闘気", "能力値", "特殊能力"]] + [
    [str(level), "１Ｄ６＋２", "1d6-3", "1", "―", "任意1" if level % 2 else "踏ん張り+1、raise light_feet"]
    for level in range(1, 11)
]
CLASSES = [
    ["クラス名", "条件", "クラス修正", "自動特殊能力", "クラス特殊能力"],
    ["灯台守", "筋力7、信仰心8", "防御力+2、ＨＰ＋４\n筋力−1", "踏ん張り、軽い足どり2", "踏ん張り、夜道の耳、新技"],
]
ABILITIES = [["特殊能力名", "タイミング", "効果"], ["新技", "通常", "新しい。"]]
FULL_MOVE = [["達成値", "移動力"], ["～9", "1"], ["10～14", "３"], ["15以上", "5Sq"]]
ROLLS = ["1", "2", "3", "4", "5", "6"]
PRANA = [["クラス", "出目", "内包値", "解放力"]] + [
    [name if roll == "1" else "", roll, roll, "―"] for name in ("共通", "灯台守") for roll in ROLLS
]
Cells = list[list[str]]


def written(folder: Path, sheets: dict[str, Cells]) -> Path:
    """A workbook with these sheets."""
    work = Workbook()
    work.remove(work.worksheets[0])
    for name, rows in sheets.items():
        sheet: Any = work.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path = folder / "book.xlsx"
    work.save(path)
    return path


def text(folder: Path, name: str, rows: Cells) -> Path:
    """A file of tab-separated or comma-separated text."""
    path = folder / name
    mark = "\t" if path.suffix == ".tsv" else ","
    path.write_text("\n".join(mark.join(f'"{cell}"' for cell in row) for row in rows), encoding="utf-8")
    return path


def imported(path: Path, out: Path | None = None) -> tuple[Result, NwoContent]:
    """What an import says, and the pack that it wrote, loaded."""
    target = out or path.with_suffix(".toml")
    result = import_file(game, path, Mapping(), target)
    return result, load({target.name: target.read_bytes()}, NwoContent, [game.content()])


def told(result: Result) -> list[tuple[str, int, str, str]]:
    """Where each remark points, and its text."""
    return [(one.sheet, one.row, one.column, one.text) for one in result.remarks]


def counts(result: Result) -> list[tuple[str, int, int, int]]:
    """Each table with its numbers of new, changed and unchanged rows."""
    return [(one.table, one.added, one.changed, one.same) for one in result.changes]


def only(pack: NwoContent) -> Class:
    """The only class of a pack."""
    (found,) = pack.class_
    return found


def test_a_workbook_with_all_of_it(tmp_path: Path) -> None:
    sheets = {"灯台守": GROWTH, "一覧": CLASSES, "技": ABILITIES, "全力移動": FULL_MOVE, "プラーナ": PRANA}
    path = written(tmp_path, sheets)
    result, pack = imported(path)
    assert result.remarks == []
    tables = (("ability", 1), ("class", 1), ("full_move", 3), ("prana_growth", 2))
    assert counts(result) == [(table, number, 0, 0) for table, number in tables]
    keeper = only(pack)
    assert (keeper.name, keeper.requires) == ("灯台守", {"strength": 7, "faith": 8})
    assert keeper.modifiers == {"defence": 2, "hp_max": 4, "strength": -1}
    assert keeper.auto_abilities == (
        KnownAbility(ability="firm_stance", level=1), KnownAbility(ability="light_feet", level=2),
    )  # fmt: skip
    assert keeper.abilities == ("firm_stance", "night_road_ears", pack.ability[0].id)
    first, second = keeper.growth[:2]
    assert (first.level, first.hp, first.mp, first.aura, first.attribute_points) == (1, "1d6+2", "1d6-3", 1, 0)
    assert first.abilities == (GrowthChoice(pick=1),)
    assert second.abilities == (GrowthChoice(raise_="firm_stance"), GrowthChoice(raise_="light_feet"))
    assert [(row.min, row.max, row.move) for row in pack.full_move] == [(None, 9, 1), (10, 14, 3), (15, None, 5)]
    assert pack.prana_growth is not None
    assert set(pack.prana_growth) == {"default", keeper.id}
    assert [row.prana_max for row in pack.prana_growth[keeper.id].rows] == [1, 2, 3, 4, 5, 6]
    before = path.with_suffix(".toml").read_text(encoding="utf-8")
    again, _ = imported(path)
    assert counts(again) == [(table, 0, 0, number) for table, number in tables]
    assert path.with_suffix(".toml").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("suffix", [".tsv", ".csv"])
def test_text_files_one_after_the_other(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / "pack.toml"
    imported(text(tmp_path, f"灯台守{suffix}", GROWTH), out)
    result, pack = imported(text(tmp_path, f"classes{suffix}", [CLASSES[0], [*CLASSES[1][:4], "―"]]), out)
    assert (counts(result), result.remarks) == ([("class", 0, 1, 0)], [])
    assert (only(pack).requires["faith"], len(only(pack).growth), only(pack).abilities) == (8, 10, ())
    changed = [GROWTH[0], ["3", "2d6", "3", "2", "1", "pick 2"]]
    result, pack = imported(text(tmp_path, f"灯台守{suffix}", changed), out)
    assert (counts(result), result.remarks) == ([("class", 0, 1, 0)], [])
    third = only(pack).growth[2]
    assert (third.hp, third.mp, third.aura, third.attribute_points, third.abilities) == (
        "2d6", "3", 2, 1, (GrowthChoice(pick=2),),
    )  # fmt: skip
    assert only(pack).modifiers["hp_max"] == 4


def test_an_english_sheet_with_a_column_of_classes(tmp_path: Path) -> None:
    rows = [["Class", "Level", "HP", "MP", "Aura", "Attribute points", "Abilities"]]
    for name in ("Lighthouse Keeper", "Ferryman"):
        rows += [[name if level == 1 else "", f"Lv{level}", "1d6", "3", "0", "1", "any 1"] for level in range(1, 11)]
    result, pack = imported(text(tmp_path, "growth.csv", rows))
    assert result.remarks == []
    assert [(row.id, row.name, len(row.growth)) for row in pack.class_] == [
        ("lighthouse_keeper", "Lighthouse Keeper", 10), ("ferryman", "Ferryman", 10),
    ]  # fmt: skip


def test_cells_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    bad = [list(row) for row in GROWTH]
    bad[2][1], bad[3][5], bad[4][3] = "たくさん", "知らない技", "99"
    classes = [CLASSES[0], ["灯台守", "腕力7", "ひみつ+2", "踏ん張り99", "新技"]]
    result, pack = imported(written(tmp_path, {"灯台守": bad, "一覧": classes}))
    assert set(told(result)) == {
        ("灯台守", 3, "ＨＰ", "たくさん"), ("灯台守", 4, "特殊能力", "知らない技"), ("灯台守", 5, "闘気", "99"),
        ("一覧", 2, "条件", "腕力7"), ("一覧", 2, "クラス修正", "ひみつ+2"),
        ("一覧", 2, "自動特殊能力", "踏ん張り99"), ("一覧", 2, "クラス特殊能力", "新技"), ("灯台守", 3, "hp", ""),
    }  # fmt: skip
    assert all("expected" in one.made or "instead" in one.made for one in result.remarks)
    assert (only(pack).growth[1].hp, only(pack).growth[2].abilities, only(pack).growth[3].aura) == ("0", (), 0)


def test_rows_that_are_missing_or_stand_twice_are_told(tmp_path: Path) -> None:
    result, pack = imported(written(tmp_path, {"灯台守": GROWTH[:-1], "渡し守": [*GROWTH, GROWTH[3]]}))
    assert [row.name for row in pack.class_] == ["渡し守"]
    assert {one[:2] for one in told(result)} == {("渡し守", 12), ("灯台守", 2)}
    assert any("has no row for 10" in one.made for one in result.remarks)


def test_a_class_without_growth_and_what_belongs_to_it_are_left_out(tmp_path: Path) -> None:
    classes = [CLASSES[0], ["灯台守", "筋力7", "", "", ""]]
    result, pack = imported(written(tmp_path, {"一覧": classes, "プラーナ": PRANA}))
    assert pack.class_ == ()
    assert set(pack.prana_growth or {}) == {"default"}
    assert told(result) == [("一覧", 2, "", "灯台守"), ("プラーナ", 8, "", "灯台守")]


def test_an_ability_above_its_highest_level(tmp_path: Path) -> None:
    classes = [CLASSES[0], ["灯台守", "筋力7", "―", "踏ん張り20", "踏ん張り"]]
    result, pack = imported(written(tmp_path, {"灯台守": GROWTH, "一覧": classes}))
    assert told(result) == [("一覧", 2, "自動特殊能力", "踏ん張り20")]
    assert (only(pack).auto_abilities, only(pack).abilities) == ((), ("firm_stance",))


def test_a_full_move_with_a_gap_is_left_out(tmp_path: Path) -> None:
    rows = [["最小", "最大", "移動力"], ["20", "―", "6"], ["", "9", "1"], ["11", "19", "4"]]
    result, pack = imported(text(tmp_path, "move.csv", rows))
    assert pack.full_move == ()
    assert ["leaves results above 9 without a row" in one.made for one in result.remarks] == [True]
    rows[3][0] = "10"
    result, pack = imported(text(tmp_path, "move.csv", rows))
    assert [(row.min, row.max, row.move) for row in pack.full_move] == [(None, 9, 1), (10, 19, 4), (20, None, 6)]
    rows[3][2] = "遠く"
    result, pack = imported(text(tmp_path, "move.csv", rows))
    assert ("move", 4, "移動力", "遠く") in told(result)
    assert len(pack.full_move) == 3


def test_prana_without_a_column_of_classes_is_the_default(tmp_path: Path) -> None:
    rows = [["roll", "prana_max", "release"], *([roll, "+2", "0"] for roll in ROLLS)]
    result, pack = imported(text(tmp_path, "prana.tsv", rows))
    assert result.remarks == []
    assert set(pack.prana_growth or {}) == {"default"}
    rows[1][0] = "7"
    result, _ = imported(text(tmp_path, "prana.tsv", rows))
    assert ("prana", 2, "roll", "7") in told(result)


def test_prana_of_a_class_that_there_is_not(tmp_path: Path) -> None:
    rows = [["class", "roll", "prana_max", "release"], *(["default", roll, "2", "0"] for roll in ROLLS)]
    result, pack = imported(text(tmp_path, "prana.csv", [*rows, ["Nobody", "1", "1", "1"]]))
    assert set(pack.prana_growth or {}) == {"default"}
    assert [(one.row, one.text) for one in result.remarks] == [(8, "Nobody")]


def test_names_of_the_pack_itself_are_known_and_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    out = tmp_path / "pack.toml"
    imported(written(tmp_path, {"灯台守": GROWTH, "全力移動": FULL_MOVE}), out)
    by_hand = out.read_text(encoding="utf-8").replace('name = "灯台守"', 'name = "Keeper"  # ours\nname_ja = "灯台守"')
    out.write_text(by_hand + '\n[[attribute]]\nid = "tides"\nname = "潮"\n', encoding="utf-8")
    result, pack = imported(written(tmp_path, {"一覧": [CLASSES[0], ["灯台守", "潮 3 以上", "潮+1", "―", "―"]]}), out)
    assert (result.remarks, counts(result)) == ([], [("class", 0, 1, 0)])
    assert (only(pack).name, only(pack).requires, only(pack).modifiers) == ("Keeper", {"tides": 3}, {"tides": 1})
    assert "# ours" in out.read_text(encoding="utf-8")
    moved = [*FULL_MOVE[:3], ["15以上", "9"]]
    result, pack = imported(written(tmp_path, {"全力移動": moved}), out)
    assert counts(result) == [("full_move", 0, 1, 2)]
    assert [row.move for row in pack.full_move] == [1, 3, 9]


def test_a_mapping_names_the_class(tmp_path: Path) -> None:
    path = text(tmp_path, "table.csv", GROWTH)
    out = tmp_path / "pack.toml"
    import_file(game, path, Mapping(fields={"class": "渡し守"}), out)
    pack = load({out.name: out.read_bytes()}, NwoContent, [game.content()])
    assert only(pack).name == "渡し守"
