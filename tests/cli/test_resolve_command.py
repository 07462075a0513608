"""`rulewright resolve`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from rulewright.cli import main
from rulewright.cli.pure import refusals_in_words
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game

Capture = pytest.CaptureFixture[str]


def resolved(capsys: Capture, *arguments: str, game: str = "cairn") -> Any:
    assert main(["resolve", game, *arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize(
    ("ability", "face", "outcome"), [(10, 10, "success"), (10, 11, "failure"), (0, 1, "success"), (22, 20, "failure")]
)
def test_saves(ability: int, face: int, outcome: str, capsys: Capture) -> None:
    fields = json.dumps({"ability": ability})
    assert main(["resolve", "cairn", "save", "--json", fields, "--faces", str(face)]) == 0
    assert capsys.readouterr().out.startswith(f"save: {outcome}\n")
    assert resolved(capsys, "save", "--json", fields, "--faces", str(face))["outcome"] == outcome


@pytest.mark.rule("CRN-ATTACK-02", "CRN-ARMOR-01")
def test_the_sum_the_rules_and_the_faces(capsys: Capture) -> None:
    fields = '{"damage": "d8+d8", "armor": 2}'
    found = resolved(capsys, "damage", "--json", fields, "--faces", "3,7")
    assert found["value"] == 5
    assert found["sum"]["total"] == 5
    assert sum(part["value"] for part in found["sum"]["parts"]) == 5
    assert [face for roll in found["faces"] for face in roll["faces"]] == [3, 7]
    assert {"CRN-ATTACK-02", "CRN-ARMOR-01"} <= set(found["rules"])
    assert main(["resolve", "cairn", "damage", "--json", fields, "--faces", "3 7"]) == 0
    shown = capsys.readouterr().out
    assert "sum: 5" in shown
    assert "armor -2 [CRN-ARMOR-01]" in shown
    assert "3, 7" in shown


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-13")
def test_three_criticals_of_nw3(capsys: Capture) -> None:
    fields = '{"alter": 6, "kind": "opposed", "critical": 7, "fumble": 2}'
    faces = ["--faces", "1,6,3,4,2,5,1,1"]
    found = resolved(capsys, "judge", "--json", fields, *faces, game="nw3")
    assert (found["outcome"], found["result"]["criticals"]) == (38, 3)
    assert {part["source"]: part["value"] for part in found["sum"]["parts"]} == {
        "sum.alter": 6, "sum.dice": 2, "sum.criticals": 30
    }  # fmt: skip
    assert found["arguments"]["options"] == {}
    assert main(["resolve", "nw3", "judge", "--json", fields, *faces]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("judge: 38\n")
    assert "Criticals +30 [NW3-JUDGE-12]" in shown
    assert "options" not in shown


@pytest.mark.rule("NW3-PRANA-06")
def test_prana_by_a_plan_or_by_answers(capsys: Capture) -> None:
    planned = '{"alter": 6, "prana": 1, "plan": {"reroll_below": 5}}'
    assert resolved(capsys, "judge", "--json", planned, "--faces", "1,3,5,5", game="nw3")["outcome"] == 16
    asked = ["judge", "--json", '{"alter": 6, "prana": 1}', "--faces", "1,3,5,5"]
    found = resolved(capsys, *asked, "--answers", '{"dice_window": "reroll"}', game="nw3")
    assert (found["outcome"], found["answers"]) == (16, [{"key": "dice_window", "answer": "reroll"}])


def test_without_faces_it_rolls(capsys: Capture) -> None:
    found = resolved(capsys, "save", "--json", '{"ability": 10}')
    assert 1 <= found["result"]["face"] <= 20
    seeded = [resolved(capsys, "abilities", "--seed", "a") for _ in range(2)]
    assert seeded[0] == seeded[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sav"], "no procedure 'sav'"),
        (["save"], "required field `ability`"),
        (["save", "--json", '{"ability": 100}'], "<= 99"),
        (["save", "--json", '{"ability": "ten"}'], "whole number 0 to 99"),
        (["save", "--json", '{"ability": 10, "luck": 1}'], "luck"),
        (["save", "--json", "[10]"], "a JSON object"),
        (["save", "--json", "{ability: 10}"], "a JSON object"),
        (["save", "--json", "[" * 100_000], "a JSON object"),
        (["save", "--json", '{"ability": 10}', "--faces", "21"], "1 to 20 for a d20"),
        (["save", "--json", '{"ability": 10}', "--faces", "0"], "1 to 20 for a d20"),
        (["save", "--json", '{"ability": 10}', "--faces", ""], "ran out"),
        (["save", "--json", '{"ability": 10}', "--faces", "4,5"], "left over: 5"),
        (["save", "--json", '{"ability": 10}', "--faces", "four"], "whole numbers"),
        (["save", "--json", '{"ability": 10}', "--faces", "4", "--seed", "a"], "given faces, or thrown ones"),
        (["save", "--json", '{"ability": 10}', "--faces", "4", "--answers", '{"why": "no"}'], "nobody asked why"),
        (["save", "--json", '{"ability": 10}', "--format", "xml"], "text or json"),
        (["recharge", "--json", '{"charges": 4, "charges_max": 3}'], "charges"),
        (["damage", "--json", '{"damage": "d7"}', "--faces", "1"], "d4 d6 d8 d10 d12"),
    ],
)
def test_what_is_wrong_is_said_and_exits_2(arguments: list[str], said: str, capsys: Capture) -> None:
    assert main(["resolve", "cairn", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_a_list_of_all_procedures(capsys: Capture) -> None:
    assert main(["resolve", "cairn", "--list"]) == 0
    shown = capsys.readouterr().out
    assert "ability (whole number 0 to 99; required): current value of the ability" in shown
    assert 'kind (one of hireling, npc, pc; default "pc")' in shown
    listed = resolved(capsys, "--list")
    assert {"save", "damage", "attack"} <= {one["name"] for one in listed}
    assert all(one["text"] and one["rules"] and one["fields"]["type"] == "object" for one in listed)
    (save,) = resolved(capsys, "save", "--list")
    assert save["name"] == "save"


def test_objects_among_the_fields_are_described(capsys: Capture) -> None:
    assert main(["resolve", "nw3", "opposed", "--list"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert "  attacker.plan (an object or null; default null): " in "".join(lines[1:8])
    assert any(line.startswith("  attacker.plan.raises (whole number 0 to 20; default 0): ") for line in lines)
    assert "  defender (an object like attacker; default {}): the side that answers" in lines
    assert not any(line.startswith(("  defender.", "  options.")) for line in lines)
    assert main(["resolve", "nw3", "judge", "--list"]) == 0
    assert capsys.readouterr().out.split("\n")[1].startswith("  alter (whole number -99 to 999; required)")
    (found,) = resolved(capsys, "judge", "--list", game="nw3")
    assert "$ref" not in json.dumps(found)
    assert found["fields"]["properties"]["options"]["properties"]["result_floor"]["type"] == "boolean"
    assert main(["resolve", "nw3", "opposed", "--json", '{"attacker": {"alter": "x"}}']) == 2
    error = capsys.readouterr().err
    assert "attacker.alter" in error
    assert "attacker: an object" in error
    assert "attacker.plan" not in error
    assert main(["resolve", "nw3", "judge", "--json", '{"alter": 1, "fumble": 7}', "--faces", "1,1"]) == 2
    assert "Critical and Fumble Value must differ. [NW3-JUDGE-20]" in capsys.readouterr().err


def test_a_refusal_is_told_in_the_games_words() -> None:
    with pytest.raises(Malformed, match=r"^Se ei käy\. \[CRN-X-01\]$"), refusals_in_words(cast(Game, _Words()), "fi"):
        raise Refused("no", "CRN-X-01", name="x")
    with pytest.raises(Malformed, match=r"^other: name x \[CRN-X-01\]$"), refusals_in_words(cast(Game, _Words()), "fi"):
        raise Refused("other", "CRN-X-01", name="x")


class _Words:
    def words(self, key: str, facts: Mapping[str, Any], language: str) -> str:
        return "Se ei käy." if (key, language) == ("refuse.no", "fi") else f"«{key}»"


def test_finnish_labels(capsys: Capture) -> None:
    assert main(["resolve", "cairn", "save", "--json", '{"ability": 10}', "--faces", "4", "--lang", "fi"]) == 0
    assert "säännöt: CRN-SAVE-01" in capsys.readouterr().out
