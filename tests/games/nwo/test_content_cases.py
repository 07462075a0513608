"""The worked examples are there, each once; other tests play them."""

from __future__ import annotations

import tomllib
from pathlib import Path

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]


def test_each_case_has_an_id_of_its_own_and_names_its_rules() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids)) == 235
    for case in CASES:
        assert case["op"]
        assert case["rules"]
        assert all(rule.startswith("NWO-") for rule in case["rules"])
