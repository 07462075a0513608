"""Migrations make the schema that the program works with, and nothing else does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from rulewright.engine.errors import Malformed
from rulewright.store import engines, migrating
from rulewright.store.database import Database
from rulewright.store.migrating import revision, upgrade
from rulewright.store.schema import REVISIONS, metadata
from rulewright.store.tables import TableStore
from rulewright.store.urls import parse
from store_rows import opened


def run(url: str, statement: str) -> None:
    engine = engines.writing(parse(url))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def differences(connection: Connection) -> list[Any]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def test_migrations_make_the_schema(empty_database_url: str) -> None:
    upgrade(empty_database_url)
    engine = engines.writing(parse(empty_database_url))
    with engine.connect() as connection:
        assert differences(connection) == []
        assert revision(connection) == REVISIONS[-1]
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        for name, table in metadata.tables.items():
            found = [key["options"].get("ondelete") for key in inspect(connection).get_foreign_keys(name)]
            assert found == [key.ondelete for key in table.foreign_keys]
            key = inspect(connection).get_pk_constraint(name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key]
    engine.dispose()


def test_the_comparison_sees_a_difference(database_url: str) -> None:
    run(database_url, "ALTER TABLE characters ADD COLUMN extra TEXT")
    engine = engines.writing(parse(database_url))
    with engine.connect() as connection:
        assert [found[0] for found in differences(connection)] == ["remove_column"]
    engine.dispose()


def test_the_known_revisions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "rulewright.store:migrations")
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert tuple(script.revision for script in reversed(scripts)) == REVISIONS


def test_upgrading_again_changes_nothing(database_url: str) -> None:
    with Database.open(database_url) as database:
        opened(TableStore(database))
    upgrade(database_url)
    with Database.open(database_url) as database:
        assert len(TableStore(database).rows("t1")) == 1


def test_two_upgrades_at_once(postgresql_url: str) -> None:
    run(postgresql_url, "DROP SCHEMA public CASCADE")
    run(postgresql_url, "CREATE SCHEMA public")
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(upgrade, [postgresql_url] * 4)) == [None] * 4
    Database.open(postgresql_url).close()


def test_an_upgrade_that_fails_changes_nothing(empty_database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate = migrating._run

    def fail(connection: Connection) -> None:
        migrate(connection)
        raise Malformed("no")

    monkeypatch.setattr(migrating, "_run", fail)
    with pytest.raises(Malformed):
        upgrade(empty_database_url)
    monkeypatch.undo()
    engine = engines.writing(parse(empty_database_url))
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    engine.dispose()
    upgrade(empty_database_url)


def test_a_newer_database_is_refused(database_url: str) -> None:
    run(database_url, "UPDATE alembic_version SET version_num = '9999'")
    for use in (Database.open, upgrade):
        with pytest.raises(Malformed) as caught:
            use(database_url)
        assert "newer program (its version is 9999, this program's" in str(caught.value)


def test_an_older_database_wants_an_upgrade(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "REVISIONS", (*REVISIONS, "9999"))
    with pytest.raises(Malformed, match=f"older program .its version is {REVISIONS[-1]}"):
        Database.open(database_url)


def test_an_empty_database_wants_an_upgrade(empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "test.db").touch()
    with pytest.raises(Malformed) as caught:
        Database.open(empty_database_url)
    assert "has not been set up" in str(caught.value)
    assert "rulewright db upgrade" in str(caught.value)


def test_an_upgrade_keeps_away_from_a_server(sqlite_url: str) -> None:
    with Database.open(sqlite_url, exclusive=True), pytest.raises(Malformed, match="another server"):
        upgrade(sqlite_url)
    upgrade(sqlite_url)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    upgrade(f"sqlite:///{tmp_path}/new.db")
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="No such file or directory"):
        upgrade(f"sqlite:///{tmp_path}/none/new.db")
