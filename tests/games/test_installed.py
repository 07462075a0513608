from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.games import GROUP, Installed

TESTS = Path(__file__).parent.parent


def test_listing_the_games_imports_none() -> None:
    code = (
        "import sys\nfrom rulewright.games import installed\nassert 'cairn' in list(installed())\n"
        "assert 'cairn' in installed()\nprint([name for name in sys.modules if name.startswith('rulewright.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_package_of_its_own_brings_a_game(tmp_path: Path) -> None:
    info = tmp_path / "toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\ntoy = toygame:game\n")
    code = (
        f"import sys\nsys.path[:0] = [{str(tmp_path)!r}, {str(TESTS)!r}]\n"
        "from rulewright.games import get, installed\nprint(get('toy').title, *installed())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    title, *ids = done.stdout.split()
    assert title == "Toy"
    assert {"cairn", "toy"} <= set(ids)


def test_a_game_is_loaded_once_and_when_it_is_looked_up() -> None:
    found = Installed({"b": EntryPoint("b", "no.such.module:game", GROUP), "a": EntryPoint("a", "toygame:game", GROUP)})
    assert (list(found), len(found), "b" in found, "c" in found) == (["a", "b"], 2, True, False)
    assert found["a"] is found["a"]
    assert found["a"].id == "toy"
    with pytest.raises(ModuleNotFoundError):
        found["b"]
    with pytest.raises(KeyError):
        found["c"]


def test_an_unknown_game_is_malformed_with_the_ids_that_there_are() -> None:
    with pytest.raises(Malformed) as caught:
        games.get("chess")
    assert "cairn" in caught.value.expected
    assert caught.value.found == "no game 'chess'"
