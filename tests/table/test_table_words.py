from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import SEAT_NAMES
from rulewright.table.words import LANGUAGES, catalogue

SOURCE = Path(rulewright.__file__).parent
KEY = re.compile(r'"((?:table|verify)\.[a-z_.]+)"')
REASON = re.compile(r'Refused\(\s*"([a-z_]+)"|super\(\).__init__\("(stale)"')


def sources() -> str:
    return "\n".join(
        file.read_text() for layer in ("engine", "table", "store") for file in (SOURCE / layer).glob("*.py")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_the_table_has_words(language: str) -> None:
    reasons = {f"refuse.{one or other}" for one, other in REASON.findall(sources())}
    assert {"refuse.stale", "refuse.waiting_for_answer", "refuse.journal_locked", "refuse.unknown_path"} <= reasons
    keys = set(KEY.findall(sources())) - {"table.po"}
    assert {"table.undone", "verify.parent"} <= keys
    keys |= {f"verify.{status}" for status in ("proved", "sealed", "wrong")}
    keys |= {f"table.free_roll.{outcome}" for outcome in ("success", "failure")} | {"table.free_roll"}
    keys |= set(SEAT_NAMES.values())
    assert reasons | keys == set(catalogue(language).messages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_fill_in_the_same_facts(language: str) -> None:
    told = catalogue(language).messages
    for key, text in catalogue("en").messages.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", told[key])), key


def test_a_message_in_words() -> None:
    facts = {"name": "Anna", "to": 12}
    assert catalogue("en").say("table.undone", facts) == "Anna takes back everything after entry 12."
    assert catalogue("fi").say("table.undone", facts) == "Anna peruu kaiken merkinnän 12 jälkeen."
    assert catalogue("ja").say("table.undone", facts) == "Annaが記録12より後をすべて取り消した。"
    assert catalogue("zh").say("table.undone", facts) == "Anna撤回了记录12之后的一切。"


def test_an_unknown_language_is_malformed() -> None:
    with pytest.raises(Malformed, match="en, fi, ja, zh"):
        catalogue("xx")
