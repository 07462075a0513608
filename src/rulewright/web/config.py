"""What the operator decides about a server."""

from __future__ import annotations

import msgspec


class Config(msgspec.Struct, frozen=True):
    """Settings of one server.

    `secure` marks cookies for HTTPS only. `limit_posts` and `limit_joins` are what one visitor may do in a minute;
    `limit_body` are bytes of one request, `limit_upload` those of one with a file.
    """

    database: str
    secure: bool = False
    limit_posts: int = 1_200
    limit_joins: int = 60
    limit_new_tables: int = 60
    limit_body: int = 256_000
    limit_upload: int = 8_000_000
