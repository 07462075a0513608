"""Content packs and characters."""

from __future__ import annotations

import msgspec
import pytest

from rulewright.engine.errors import Malformed, Refused
from rulewright.store.characters import CharacterRow, Characters
from rulewright.store.content_packs import ContentPacks, PackRow, used_packs
from rulewright.store.database import Database
from rulewright.store.tables import TableStore
from store_rows import table

PACK = PackRow("cairn", "barrows", "d1", {"a.toml": "x = 1\n", "b.toml": "夜"}, "gail", "2030-01-01T00:00:00+00:00")
ANN = CharacterRow("c1", "gail", "cairn", "Ann", 'name = "Ann"\n', "2030-01-01T00:00:00+00:00")


def test_a_pack_is_kept_by_its_digest(database: Database) -> None:
    packs = ContentPacks(database)
    assert packs.files("cairn", "barrows", "d1") is None
    assert packs.put(PACK).result() is True
    later = msgspec.structs.replace(PACK, digest="d2", files={"a.toml": ""}, created_at="2030-01-02T00:00:00+00:00")
    assert packs.put(later).result() is True
    assert packs.files("cairn", "barrows", "d1") == PACK.files
    assert packs.files("cairn", "barrows", "d2") == {"a.toml": ""}
    assert packs.files("nw3", "barrows", "d1") is None
    assert packs.packs_of("gail") == [later, PACK]
    assert packs.packs_of("ben") == []


def test_a_pack_that_is_there_stays_as_it_is(database: Database) -> None:
    packs = ContentPacks(database)
    packs.put(PACK).result()
    assert packs.put(msgspec.structs.replace(PACK, files={})).result() is False
    assert packs.packs_of("gail") == [PACK]


def test_two_people_may_have_the_same_pack(database: Database) -> None:
    packs = ContentPacks(database)
    bens = msgspec.structs.replace(PACK, owner="ben")
    assert [packs.put(one).result() for one in (PACK, bens)] == [True, True]
    assert (packs.packs_of("gail"), packs.packs_of("ben")) == ([PACK], [bens])
    assert packs.files("cairn", "barrows", "d1") == PACK.files
    assert packs.delete("cairn", "barrows", "d1", "gail").result() is True
    assert (packs.packs_of("gail"), packs.packs_of("ben")) == ([], [bens])


def test_only_its_owner_removes_a_pack(database: Database) -> None:
    packs = ContentPacks(database)
    packs.put(PACK).result()
    assert packs.delete("cairn", "barrows", "d1", "ben").result() is False
    assert packs.delete("cairn", "barrows", "d1", "gail").result() is True
    assert packs.delete("cairn", "barrows", "d1", "gail").result() is False
    assert packs.packs_of("gail") == []
    assert packs.files("cairn", "barrows", "d1") is None


def test_a_pack_that_a_table_uses_is_kept_for_it(database: Database) -> None:
    packs = ContentPacks(database)
    packs.put(PACK).result()
    uses = msgspec.structs.replace(table(), game="cairn", settings={"packs": [["cairn", "barrows", "d1"]]})
    TableStore(database).create(uses, [], [], None).result()
    for _ in range(2):
        assert packs.delete("cairn", "barrows", "d1", "gail").result() is True
        assert packs.packs_of("gail") == []
        assert packs.files("cairn", "barrows", "d1") == PACK.files
        packs.put(PACK).result()


@pytest.mark.parametrize("wrong", [[["cairn", "barrows"]], "cairn", [["cairn", "barrows", 1]]])
def test_settings_with_no_list_of_packs(wrong: object) -> None:
    with pytest.raises(Malformed, match="table t1"):
        used_packs({"packs": wrong}, "table t1")
    assert used_packs({"packs": [["a", "b", "c"]]}, "") == [("a", "b", "c")]
    assert used_packs({}, "") == []


def test_characters(database: Database) -> None:
    characters = Characters(database)
    assert characters.character("c1") is None
    bo = msgspec.structs.replace(ANN, id="c2", name="bo", game="nw3")
    for one in (bo, ANN, msgspec.structs.replace(ANN, id="c3", owner="ben")):
        characters.put(one).result()
    assert characters.character("c1") == ANN
    assert characters.characters_of("gail") == [ANN, bo]
    assert characters.characters_of("gail", "nw3") == [bo]
    changed = msgspec.structs.replace(ANN, name="Annabel", text="")
    characters.put(changed).result()
    assert characters.character("c1") == changed


def test_nobody_takes_a_character_from_another(database: Database) -> None:
    characters = Characters(database)
    characters.put(ANN).result()
    with pytest.raises(Refused, match="not_owner"):
        characters.put(msgspec.structs.replace(ANN, owner="ben")).result()
    assert characters.delete("c1", "ben").result() is False
    assert characters.character("c1") == ANN
    assert characters.delete("c1", "gail").result() is True
    assert characters.delete("c1", "gail").result() is False
    assert characters.character("c1") is None
