"""Spreadsheets into packs: realistic mess is read, what cannot be is told, and running it again adds nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from rulewright.cli.packs import app, import_sheet
from rulewright.engine.errors import Malformed
from rulewright.engine.packs import load
from rulewright.games.nw3.game import game
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.interop.importing import Remark, id_of
from rulewright.interop.mapping import Mapping, read_mapping
from rulewright.interop.sheets_to_pack import Result, import_file

ENGLISH = """Skill,Class,Timing,Target,Range,Cost,Limit,Effect
Lantern Step,Magus,Minor Action,Self,None,MP 4,1/Round,The user steps through a lantern.

Iron Song,General,Setup,Area,Short,"4MP+HP2",SL/Scene,"A song, loud."
Skill,Class,Timing,Target,Range,Cost,Limit,Effect
Odd One,General,Tuesday,Single,Close,an arm,-,Odd.
"""
JAPANESE = """特技名;クラス;タイミング;対象;射程;代償;使用制限;効果
灯火の歩み;魔術師;マイナー;自身;なし;ＭＰ４;シナリオ１回;灯りを渡る。
鉄の歌;一般;セットアップ;範囲(選択);近距離;MP4、プラーナ1;;大声。
"""


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    """A text file."""
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def imported(path: Path, said: Mapping | None = None, out: Path | None = None) -> tuple[Result, Nw3Content]:
    """What an import says, and the pack that it wrote, loaded."""
    target = out or path.with_suffix(".toml")
    result = import_file(game, path, said or Mapping(), target)
    return result, load({target.name: target.read_bytes()}, Nw3Content, [game.content()])


def counts(result: Result) -> list[tuple[str, int, int, int]]:
    """Each table with its numbers of new, changed and unchanged rows."""
    return [(one.table, one.added, one.changed, one.same) for one in result.changes]


def test_a_sheet_of_skills(tmp_path: Path) -> None:
    result, pack = imported(write(tmp_path, "fan skills.csv", ENGLISH))
    assert counts(result) == [("skill", 3, 0, 0)]
    step, song, odd = pack.skill
    assert (step.id, step.class_, step.timing, step.target.kind, step.range) == (
        "lantern_step", "magus", "minor_action", "self", "none",
    )  # fmt: skip
    assert [(cost.kind, cost.amount) for cost in song.cost] == [("mp", 4), ("hp", 2)]
    assert [(limit.n, limit.per) for limit in song.limits] == [("SL", "scene")]
    assert song.text == "A song, loud."
    assert (pack.pack.id, pack.pack.ruleset) == ("fan_skills", "nw3")
    assert odd.timing == "major_action"
    assert odd.text == "Odd. [Timing: Tuesday] [Cost: an arm]"


def test_what_could_not_be_read_is_told_row_by_row(tmp_path: Path) -> None:
    result, _ = imported(write(tmp_path, "fan.csv", ENGLISH))
    assert [(one.sheet, one.row, one.column, one.text) for one in result.remarks] == [
        ("fan", 6, "Timing", "Tuesday"), ("fan", 6, "Cost", "an arm"),
    ]  # fmt: skip
    assert all(one.made.startswith("kept as text; expected ") for one in result.remarks)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_encodings_separators_and_full_width_digits(tmp_path: Path, encoding: str) -> None:
    result, pack = imported(write(tmp_path, "sheet.csv", JAPANESE, encoding))
    assert (counts(result), result.remarks) == ([("skill", 2, 0, 0)], [])
    step, song = pack.skill
    assert (step.name, step.class_, step.cost[0].amount, step.limits[0].per) == ("灯火の歩み", "magus", 4, "scenario")
    assert (song.target.kind, song.target.pick, song.range) == ("area", True, "short")
    assert step.id == id_of("灯火の歩み", "skill") == "skill_" + step.id[6:]


def test_tabs(tmp_path: Path) -> None:
    _, pack = imported(write(tmp_path, "sheet.tsv", JAPANESE.replace(";", "\t")))
    assert len(pack.skill) == 2


def book(folder: Path) -> Path:
    """A workbook with a title, a header of two rows with merged cells, blank rows and columns, and a note."""
    from openpyxl.comments import Comment

    work = Workbook()
    sheet: Any = work.active
    sheet.title = "エネミー"
    sheet["B1"] = "Streetlight enemies, as of spring"
    sheet.append([])
    sheet.append([None, "名前", "分類", None, "能力", None, None, None, None, None, None, None, "HP", "知覚"])
    sheet.append([None, None, None, None, "命中", "魔導", "回避", "行動", "攻撃", "魔攻", "防御", "抗魔", None, None])
    for area in ("B3:B4", "C3:C4", "E3:L3", "M3:M4", "N3:N4"):
        sheet.merge_cells(area)
    sheet.append([None, "影犬", "エネミー", None, 9, 3, "８", 12, 10, "-", 4, 2, 24, 6])
    sheet.append([])
    sheet.append([None, "傘の群れ", "モブ", None, 8, 4, 8, 11, 8, 0, 2, 2, 13.0, 4])
    sheet["B5"].comment = Comment("from the second evening", "fan")
    items: Any = work.create_sheet("Items")
    items.append(["Item", "Category", "Slot", "Price", "Weight", "PATK", "Weapon Type", "Range", "Colour"])
    items.append(["Rain Blade", "Weapon", "One hand", "１２,０００", 3, 5, "Melee", "Close", "blue"])
    items.append(["Tea", "Potion", "-", 50, 0, None, None, None, None])
    items.append(["Broken Hat", "Armor", "sleeve", "free", 1, None, None, None, None])
    work.create_sheet("Scratch").append(["todo", "ask about the moths"])
    path = folder / "evening.xlsx"
    work.save(path)
    return path


def test_a_workbook(tmp_path: Path) -> None:
    result, pack = imported(book(tmp_path))
    assert counts(result) == [("enemy", 2, 0, 0), ("item", 3, 0, 0)]
    hound, flock = pack.enemy
    assert (hound.name, hound.category, hound.hp, hound.awareness) == ("影犬", "enemy", 24, 6)
    assert hound.stats == {"pacc": 9, "macc": 3, "eva": 8, "spd": 12, "patk": 10, "matk": 0, "pdef": 4, "mdef": 2}
    assert (flock.category, flock.count, flock.hp) == ("mob", 10, 13)
    blade, tea, hat = pack.item
    assert (blade.classes, blade.slot, blade.cost, blade.modifiers) == (("weapon",), "one_hand", 12_000, {"patk": 5})
    assert (tea.classes, hat.classes, hat.cost) == (("potion",), ("tool",), 0)
    told = {(one.sheet, one.row, one.column) for one in result.remarks}
    assert told >= {("Items", 1, "Colour"), ("Items", 4, "Slot"), ("Items", 4, "Price"), ("Scratch", 1, "")}


def test_running_it_again_adds_nothing(tmp_path: Path) -> None:
    path = book(tmp_path)
    imported(path)
    before = path.with_suffix(".toml").read_text(encoding="utf-8")
    result, _ = imported(path)
    assert counts(result) == [("enemy", 0, 0, 2), ("item", 0, 0, 3)]
    assert path.with_suffix(".toml").read_text(encoding="utf-8") == before


def test_changes_by_hand_stay_and_those_of_the_sheet_come(tmp_path: Path) -> None:
    path = write(tmp_path, "fan.csv", ENGLISH)
    imported(path)
    out = path.with_suffix(".toml")
    text = out.read_text(encoding="utf-8").replace('id = "iron_song"', 'id = "song_of_iron"  # ours')
    by_hand = '[{kind = "modify", scope = "stat", stat = "spd", amount = 2, duration = "scene"}]'
    assert '[{kind = "prose", text = "A song, loud."}]' in text
    text = text.replace('effect = [{kind = "prose", text = "A song, loud."}]', f"effect = {by_hand}\nstacks = true")
    out.write_text(text, encoding="utf-8")
    path.write_text(ENGLISH.replace("4MP+HP2", "5MP"), encoding="utf-8")
    result, pack = imported(path)
    assert counts(result) == [("skill", 0, 1, 2)]
    song = pack.skills_by_id["song_of_iron"]
    assert [(cost.kind, cost.amount) for cost in song.cost] == [("mp", 5)]
    assert song.stacks
    assert [effect.__struct_config__.tag for effect in song.effect] == ["modify"]
    assert "# ours" in out.read_text(encoding="utf-8")


def test_a_name_that_stands_twice_stays_two_rows(tmp_path: Path) -> None:
    path = write(tmp_path, "fan.csv", "Name,Timing,Target\nEcho,Minor,Self\nEcho,Major,Self\n")
    for _ in range(2):
        _, pack = imported(path)
        assert [(row.id, row.timing) for row in pack.skill] == [("echo", "minor_action"), ("echo_2", "major_action")]


def test_an_id_column(tmp_path: Path) -> None:
    result, pack = imported(write(tmp_path, "fan.csv", "ID,Name,Timing\nmine,Echo,Minor\nNot An Id,Other,Minor\n"))
    assert [row.id for row in pack.skill] == ["mine", "other"]
    assert [(one.row, one.column, one.text) for one in result.remarks] == [(3, "ID", "Not An Id")]


def test_a_mapping_names_columns_table_and_fields(tmp_path: Path) -> None:
    said = read_mapping(
        'table = "skill"\n[columns]\n"What" = "name"\n"When?" = "timing"\n"My notes" = ""\n'
        '[fields]\nclass = "enemy"\n[pack]\nid = "moths"\nname = "Moths"\n',
        "map.toml",
    )
    path = write(tmp_path, "fan.csv", "What,When?,My notes\nDust,Reaction,ask\n")
    result, pack = imported(path, said)
    assert ([row.class_ for row in pack.skill], pack.skill[0].timing, pack.pack.id) == (["enemy"], "reaction", "moths")
    assert result.remarks == []


def test_fields_that_do_not_go_together_are_mended(tmp_path: Path) -> None:
    result, pack = imported(write(tmp_path, "fan.csv", "Name,Timing,Target,Range,Cost\nAura,Constant,Self,Long,MP 3\n"))
    assert (pack.skill[0].timing, pack.skill[0].cost, pack.skill[0].range) == ("constant", (), "close")
    assert {one.column for one in result.remarks} == {"cost", "range"}


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", b"just,some\nwords,here\n", "no sheet has a header"),
        ("a.csv", b"\xff\xff\xff\x81", "the encoding is not known"),
        ("a.ods", b"", "a file .ods"),
        ("a.xlsx", b"PK no zip", "it cannot be read"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(Malformed, match=told):
        import_file(game, path, Mapping(), tmp_path / "out.toml")
    assert not (tmp_path / "out.toml").exists()


@pytest.mark.parametrize("text", ["columns = 1", "tabel = 'skill'", "["])
def test_mappings_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Malformed):
        read_mapping(text, "map.toml")


@pytest.mark.parametrize("library", ["openpyxl", "tomlkit"])
def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    path = book(tmp_path)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Malformed, match=rf"needs {library}, which is not installed") as caught:
        import_file(game, path, Mapping(), tmp_path / "out.toml")
    assert "rulewright[sheets]" in str(caught.value)


def test_the_command(tmp_path: Path) -> None:
    path = write(tmp_path, "fan.csv", ENGLISH)
    run = CliRunner().invoke(app, ["import", str(path), "--game", "nw3", "--out", str(tmp_path)])
    assert run.exit_code == 0, run.output
    assert "fan:6 Timing: Tuesday: kept as text" in run.output
    assert "skill: 3 new, 0 changed, 0 as before" in run.output
    file = str(tmp_path / "fan.toml")
    again = CliRunner().invoke(app, ["import", str(path), "--game", "nw3", "--out", file, "--json"])
    found = json.loads(again.output)
    assert found["tables"] == [{"table": "skill", "added": 0, "changed": 0, "same": 3}]
    assert [Remark(**one).row for one in found["remarks"]] == [6, 6]
    checked = CliRunner().invoke(app, ["check", str(tmp_path / "fan.toml")])
    assert checked.exit_code == 0, checked.output


def test_progress_is_told_row_by_row(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = write(tmp_path, "fan.csv", ENGLISH)
    import_file(game, path, Mapping(), tmp_path / "out.toml", lambda done, all: told.append((done, all)))
    assert told == [(1, 6), (2, 6), (3, 6)]


def test_a_long_import_shows_a_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.cli.packs.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    path = write(tmp_path, "fan.csv", ENGLISH)
    import_sheet(path, "nw3", out=tmp_path / "out.toml")
    found = capsys.readouterr()
    assert "/6" in found.err
    assert "skill: 3 new" in found.out
