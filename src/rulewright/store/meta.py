"""What the servers of one database share: the secret key that they sign with."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, select

from rulewright.store.database import Database
from rulewright.store.schema import meta
from rulewright.store.sql import put_new

SECRET_KEY = "secret_key"
KEY_BYTES = 32


def secret_key(database: Database) -> bytes:
    """The secret key, made by whichever server asks first; all get the same one."""
    fresh = {"key": SECRET_KEY, "value": secrets.token_hex(KEY_BYTES)}
    wanted = select(meta.c.value).where(meta.c.key == SECRET_KEY)

    def job(connection: Connection) -> str:
        put_new(connection, meta, fresh)
        return str(connection.execute(wanted).scalar_one())

    return bytes.fromhex(database.write(job).result())
