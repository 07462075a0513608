"""Spreadsheets of Night Wizard: Origin into rows of packs: what is read, what is kept as text, what is mended."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from rulewright.engine.packs import load
from rulewright.engine.toml_text import toml_lines
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.gear import Armour, Item, Shield, Weapon
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.records.uses import Cost, Duration, HealPower, Limit, Power
from rulewright.games.nwo.sheets.kinds import NwoSheets
from rulewright.interop.grids import Grid
from rulewright.interop.importing import Imported, import_grids
from rulewright.interop.mapping import Mapping

SHEETS = NwoSheets()
COLUMNS = (
    "魔法名,種別,タイミング,属性,発動値,消費MP,消費カウント,対象,射程,持続,",
    "命中,威力,治癒力,重症,治す状態,抵抗,効果",
)
SPELLS = f"""{"".join(COLUMNS)}
灯火の矢,攻撃,通常,火,８,４,６,単体,０～３,瞬間,魔導力+1（上限14）,魔導力+4(16),―,―,―,不可,火の矢。
石の衣,付与魔法,対抗,無,6,3,0,単体,0-1Sq,―,―,―,―,―,―,―,防御力を上げる。
繕い,治癒,通常,水,7,3,4,3体まで,０〜１,瞬間,―,―,魔導力＋３（14）,○,―,―,傷を繕う。
目覚め,治癒,超対抗,なし,5,2,0,1Sq（味方）,2,瞬間,―,―,―,―,気絶・転倒,―,目を覚ます。
凪,汎用,超々対抗,水,8,4,5,自身,―,2ラウンド,―,―,―,―,―,可,静まる。
"""
ABILITIES = """特殊能力名,タイミング,最大レベル,代償,対象,射程,持続,使用制限,効果
鼓舞,通常,１,プラーナ２、MP1,3体,0～1,2ラウンド,1戦闘1回,皆を励ます。
足場,常時,3,―,自身,―,―,―,回避が上がる。
賽返し,対抗,1,HP 2,単体,0-3,瞬間,シーン２回,振り直させる。
"""
WEAPONS = """武器名,重量,持ち手,射程,属性,命中,攻撃,受け,受け防御,受け抗魔,価格
槍,4,両手,0～1,―,0,+5,―,―,―,300
杖,２,片手,0,風,―,+1,+1,3,4,"1,200円"
"""


def grid(text: str) -> Grid:
    """A sheet of comma-separated text."""
    return Grid("sheet", list(csv.reader(io.StringIO(text))))


def header() -> str:
    """The header of a new pack."""
    return "\n".join(["[pack]", *toml_lines({"id": "sheets", "ruleset": "nwo", **SHEETS.header("Sheets")})])


def pack_of(rows: dict[str, list[dict[str, Any]]]) -> NwoContent:
    """Rows as a pack after the starter pack."""
    lines = [line for table, each in rows.items() for row in each for line in (f"[[{table}]]", *toml_lines(row))]
    return load({"sheets.toml": "\n".join([header(), *lines])}, NwoContent, [starter()])


def imported(text: str, said: Mapping | None = None) -> tuple[Imported, NwoContent]:
    """What the import of a sheet says, and the pack that it makes."""

    def check(table: str, row: dict[str, Any]) -> None:
        pack_of({table: [{**row, "id": "row_under_check"}]})

    found = import_grids([grid(text)], SHEETS, said or Mapping(), check)
    return found, pack_of(found.rows)


def test_spells() -> None:
    found, pack = imported(SPELLS)
    assert found.remarks == []
    arrow, coat, mend, wake, lull = pack.spell
    assert (arrow.kind, arrow.timing, arrow.element, arrow.casting_value, arrow.mp, arrow.cast_count) == (
        "attack", "normal", "fire", 8, 4, 6,
    )  # fmt: skip
    assert arrow.attack is not None
    assert (arrow.attack.hit, arrow.attack.power) == (
        Power(stat="magic", add=1, cap=14), Power(stat="magic", add=4, cap=16),
    )  # fmt: skip
    assert (arrow.target, arrow.range, arrow.duration, arrow.name) == (
        "one",
        (0, 3),
        Duration(kind="instant"),
        "灯火の矢",
    )
    assert (coat.timing, coat.element, coat.range, coat.lasts.kind) == ("counter", "none", (0, 1), "count")
    assert coat.effects[0].text == coat.text == "防御力を上げる。"
    assert mend.heal is not None
    assert (mend.heal.power, mend.heal.heals_serious) == (HealPower(stat="magic", add=3, cap=14), True)
    assert (mend.target, mend.max_targets, mend.range) == ("several", 3, (0, 1))
    assert (wake.cures, wake.target, wake.affects, wake.timing) == (
        ("fainted", "prone"),
        "square",
        "allies",
        "super_counter",
    )
    assert (lull.timing, lull.target, lull.range, lull.resistable) == ("hyper_counter", "self", (0, 0), True)
    assert lull.lasts == Duration(kind="rounds", rounds=2)


def test_abilities() -> None:
    found, pack = imported(ABILITIES)
    assert found.remarks == []
    rally, feet, dice = pack.ability
    assert (rally.cost, rally.max_targets, rally.limit) == (Cost(prana=2, mp=1), 3, Limit(per="combat", times=1))
    assert (feet.timing, feet.max_level, feet.cost, feet.duration) == ("always", 3, Cost(), None)
    assert (dice.cost, dice.range, dice.limit, dice.opens_in) == (
        Cost(hp=2), (0, 3), Limit(per="scene", times=2), "before_roll",
    )  # fmt: skip


def test_weapons() -> None:
    found, pack = imported(WEAPONS)
    assert found.remarks == []
    pike, staff = pack.weapon
    assert (pike.weight, pike.hands, pike.range, pike.modifiers, pike.parry) == (4, 2, (0, 1), {"attack": 5}, None)
    assert staff.parry is not None
    assert (staff.element, staff.parry.judge, staff.parry.resistance, staff.price) == ("wind", 1, 4, 1200)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("盾名,重量,防御,受け,受け防御\n丸盾,3,+1,2,4\n", Shield),
        ("防具名,部位,重量,防御\n外套,胴,2,2\n", Armour),
        ("アイテム名,重量,使用回数,対象,射程,治癒力,効果\n軟膏,0,2回,単体,0,3,傷に塗る。\n", Item),
        ("Weapon,Weight,Hands,Range,Attack\nOar,3,Two hands,0-1,+4\n", Weapon),
    ],
)
def test_each_kind_of_gear_is_known_by_its_names(text: str, kind: type) -> None:
    found, pack = imported(text)
    assert found.remarks == []
    assert [type(row) for row in pack.gear_by_id.values()] == [kind]


def test_an_english_sheet() -> None:
    _, pack = imported(
        "Spell,Kind,Timing,Element,Casting value,MP,Cast count,Target,Range,Hit,Power,Effect\n"
        'Spark,Attack spell,Normal,Fire,5,2,1,2 targets,1-2,"magic, max 14","magic + 2, max 15",Sparks.\n'
    )
    (spark,) = pack.spell
    assert spark.attack is not None
    assert (spark.id, spark.max_targets, spark.range) == ("spark", 2, (1, 2))
    assert (spark.attack.hit.add, spark.attack.power.add, spark.attack.power.cap) == (0, 2, 15)


def test_what_cannot_be_read_is_kept_and_told() -> None:
    found, pack = imported("魔法名,種別,タイミング,対象,射程,効果\n謎,汎用,月曜,友だち,遠く,不思議。\n")
    assert [(one.row, one.column, one.text) for one in found.remarks] == [
        (2, "タイミング", "月曜"), (2, "対象", "友だち"), (2, "射程", "遠く"),
    ]  # fmt: skip
    (spell,) = pack.spell
    assert (spell.timing, spell.target) == ("normal", "one")
    assert spell.text == "不思議。 [タイミング: 月曜] [対象: 友だち] [射程: 遠く]"


def test_what_does_not_fit_together_is_mended_and_told() -> None:
    found, pack = imported("魔法名,種別,タイミング,抵抗\n火花,攻撃,通常,可\n祈り,治癒,通常,不可\n")
    assert {(one.row, one.column) for one in found.remarks} == {(2, "attack"), (2, "resistable"), (3, "heal")}
    spark, prayer = pack.spell
    assert spark.attack is not None
    assert prayer.heal is not None
    assert (spark.attack.hit, prayer.heal.power) == (Power(stat="magic", cap=99), HealPower(value=0))


def test_an_always_ability_loses_its_cost_and_a_spell_is_never_always() -> None:
    found, pack = imported("特殊能力名,タイミング,代償,効果\n鎧の肌,常時,MP1,硬い。\n")
    assert [one.column for one in found.remarks] == ["cost"]
    assert pack.ability[0].cost == Cost()
    found, pack = imported("魔法名,種別,タイミング,属性\n常夜灯,汎用,常時,闇\n")
    assert [(one.column, one.text) for one in found.remarks] == [("タイミング", "常時")]
    assert pack.spell[0].element == "dark"
