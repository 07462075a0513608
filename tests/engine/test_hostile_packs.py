"""Packs that are made to hurt: each is refused, with a problem and without a long wait or a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulewright.cli.packs import MOST_BYTES, app
from rulewright.engine.pack_reader import MOST_TOLD
from rulewright.engine.packs import MOST_ROWS, BadPack, load
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.table.pack_files import header

HEADER = '[pack]\nid = "small"\nname = "Small"\nruleset = "nw3"\nversion = 1\n'
NEEDS = """
[[skill]]
id = "s{number}"
name = "S"
class = "general"
timing = "minor_action"
target = {{ kind = "self" }}
range = "none"
text = "T"
restrict = [{{ kind = "skill", skill = "s{other}" }}]
effect = [{{ kind = "prose", text = "x" }}]
"""


def refused(text: str) -> list[str]:
    """The codes of what is wrong with a text."""
    with pytest.raises(BadPack) as caught:
        load({"pack.toml": text}, Nw3Content)
    assert str(caught.value)
    return [problem.code.removeprefix("content.") for problem in caught.value.problems]


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000 + "]" * 100_000,
        "a = " + "{a = " * 100_000 + "1" + "}" * 100_000,
        ".".join(["a"] * 100_000) + " = 1",
        "[" + ".".join(["a"] * 100_000) + "]",
        " . ".join(['"a"'] * 100_000) + " = 1",
        "a = " + "9" * 100_000,
    ],
)
def test_depth_and_digits(text: str) -> None:
    assert refused(HEADER + text) == ["bad_syntax"]
    assert header({"pack.toml": (HEADER + text).encode()}).get("id", "small") == "small"


def test_ticks_within_ticks() -> None:
    inner = 'effect = { kind = "prose", text = "x" }'
    for _ in range(80):
        inner = f'effect = {{ kind = "tick", at = "setup", {inner} }}'
    logic = '[[logic]]\nid = "l"\nname = "L"\ntext = "T"\nscope = "all"\n'
    logic += f'effect = [{{ kind = "tick", at = "setup", {inner} }}]'
    assert set(refused(HEADER + logic)) <= {"tick_nested", "bad_value"}


def test_more_rows_than_anybody_types() -> None:
    assert refused(HEADER + "[[skill]]\n" * (MOST_ROWS + 1)) == ["bad_value"]


def test_very_many_mistakes_are_counted_and_the_first_of_them_told() -> None:
    with pytest.raises(BadPack) as caught:
        load({"pack.toml": HEADER + "[[skill]]\nname = 3\ncolour = 1\n" * 1_500}, Nw3Content)
    told = caught.value.problems
    assert len(told) == MOST_TOLD
    assert told[0].line == 6
    each = sum(one.path.startswith("skill[0].") for one in told)
    assert caught.value.count == 1_500 * each
    assert str(caught.value).endswith(f"and {caught.value.count - MOST_TOLD} more")


def test_a_mistake_among_good_rows_is_told_with_its_place() -> None:
    rows = "".join(NEEDS.format(number=number, other=max(number - 1, 0)) for number in range(1, 40))
    text = HEADER + NEEDS.format(number=0, other=1) + rows
    text = text.replace('skill = "s16"', 'skill = "s99"').replace('id = "s30"', 'id = "s29"')
    text = text.replace('id = "s35"\nname = "S"', 'id = "s35"\nname = 3')
    with pytest.raises(BadPack) as caught:
        load({"pack.toml": text}, Nw3Content)
    lines = text.split("\n")
    told = [(one.path, one.code.removeprefix("content."), lines[one.line - 1]) for one in caught.value.problems]
    assert told == [
        ("skill[17].restrict[0].skill", "unknown_ref", 'restrict = [{ kind = "skill", skill = "s99" }]'),
        ("skill[30].id", "duplicate_id", 'id = "s29"'),
        ("skill[31].restrict[0].skill", "unknown_ref", 'restrict = [{ kind = "skill", skill = "s30" }]'),
        ("skill[35].name", "bad_type", "name = 3"),
    ]


def test_a_key_of_many_words_in_a_text_is_none() -> None:
    text = '[[skill]]\nid = "s"\ntext = "' + "word. " * 30 + '"'
    assert "bad_syntax" not in refused(HEADER + text)


def test_long_circles_of_skills() -> None:
    skills = "".join(NEEDS.format(number=number, other=(number + 1) % 2_000) for number in range(2_000))
    assert refused(HEADER + skills) == ["prerequisite_cycle"]


def test_many_circles() -> None:
    pairs = "".join(NEEDS.format(number=number, other=number ^ 1) for number in range(1_000))
    assert set(refused(HEADER + pairs)) == {"prerequisite_cycle"}


def test_a_file_too_big_is_not_read(tmp_path: Path) -> None:
    big = tmp_path / "big.toml"
    with big.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    found = CliRunner().invoke(app, ["check", str(big)])
    assert found.exit_code != 0
    assert "16,000,001 bytes" in f"{found.output}{found.exception}"


def test_a_text_is_checked_once() -> None:
    text = HEADER.replace("small", "kept")
    first = load({"pack.toml": text}, Nw3Content)
    assert load({"pack.toml": text}, Nw3Content) is first
    assert load({"pack.toml": text}, Nw3Content, [load({"other.toml": HEADER}, Nw3Content)]) is not first
    assert load({"pack.toml": text + "# other\n"}, Nw3Content) is not first
