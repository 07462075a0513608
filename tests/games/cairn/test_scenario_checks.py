"""Scenarios that name what they do not have."""

from __future__ import annotations

import pytest

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.table.starting import preset_options, read_scenario

GAME = games.get("cairn")
GOOD = """
id = "test"
title = "Test"
text = "A test."
start = "hall"

[[party]]
id = "aune"
name = "Aune"
STR = 9
DEX = 9
WIL = 9
hp = 4

[[rooms]]
id = "hall"
name = "Hall"
text = "A hall."
exits = ["crypt"]
finds = ["torch"]

[[rooms]]
id = "crypt"
name = "Crypt"
text = "A crypt."
exits = ["hall"]
hazard = { text = "Gas", ability = "STR", dice = "1d6" }

[[foes]]
id = "robbers"
monster = "brigand"
count = 2
room = "crypt"

[[foes]]
id = "late"
monster = "brigand"
room = "elsewhere"

[[foes]]
id = "dog"
monster = "brigand"
room = "crypt"
joins = "robbers"

[[moments]]
id = "bell"
minute = 10
text = "A bell."
frees = "late"
"""


def opened(text: str) -> None:
    GAME.open(read_scenario("test.toml", text, "cairn")[1], preset_options(GAME, ""), GAME.content())


def test_a_good_one() -> None:
    opened(GOOD)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('start = "hall"', 'start = "hal"', "start: no room 'hal' (did you mean \"hall\"?)"),
        ('start = "hall"', "", "start: no room"),
        ('exits = ["crypt"]', 'exits = ["cellar"]', "room hall, exits: no room 'cellar'"),
        ('finds = ["torch"]', 'finds = ["torche"]', "room hall, finds: no item or relic 'torche'"),
        ('dice = "1d6"', 'dice = "lots"', "rooms[1].hazard.dice"),
        ('room = "elsewhere"\n', 'room = "elsewhere"\njoins = "dog"\n', "foes late, joins: no group of foes 'dog'"),
        (
            "[[moments]]",
            '[[moments]]\nid = "b"\nminute = 1\ntext = "B."\nfrees = "early"\n[[moments]]',
            "b, frees: no group",
        ),
        ('frees = "late"', "", "foes late, room: no room 'elsewhere'"),
        ('id = "crypt"', 'id = "hall"', "rooms: 'hall' stands twice"),
        ('id = "aune"', 'id = "robbers.2"', "party and foes: 'robbers.2' stands twice"),
        ('id = "dog"', 'id = "robbers"', "'robbers' stands twice"),
    ],
)
def test_what_leads_nowhere_is_named(was: str, now: str, said: str) -> None:
    assert was in GOOD
    with pytest.raises(Malformed) as refused:
        opened(GOOD.replace(was, now, 1))
    assert said in str(refused.value)
