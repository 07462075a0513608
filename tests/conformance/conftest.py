from __future__ import annotations

import pytest

from rulewright.engine.game import Game
from rulewright.games import get, installed


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every installed game; a test that also takes `scenario` gets each starter scenario."""
    if "scenario" in metafunc.fixturenames:
        pairs = [(id, scenario) for id in installed() for scenario in get(id).scenarios()]
        metafunc.parametrize(("game", "scenario"), pairs, indirect=["game"], ids=[f"{a}-{b}" for a, b in pairs])
    elif "procedure" in metafunc.fixturenames:
        named = [(id, name) for id in installed() for name in get(id).procedures]
        metafunc.parametrize(("game", "procedure"), named, indirect=["game"], ids=[f"{a}-{b}" for a, b in named])
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(installed()), indirect=True)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return get(request.param)
