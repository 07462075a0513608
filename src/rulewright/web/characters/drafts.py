"""Characters in the making, as text that stands in the address of a page.

A draft is where somebody has come in a game's own creation procedure: the answers so far, and what the dice are made
of. It is signed and nothing is kept of it, so the browser's own back, a reload and two tabs are just other addresses.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import zlib
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.web.people.links import Links

MOST_ANSWERS = 400
LONGEST = 4_000
"""Characters of a draft: proxies take addresses of about twice that."""


class Draft(msgspec.Struct, frozen=True, array_like=True):
    """The answers so far, in order. `nonce` makes this draft's dice; `random` says that the dice decided everything."""

    game: str
    nonce: str
    answers: tuple[str | int | list[str], ...] = ()
    random: bool = False

    def answered(self, answer: Any) -> Draft:
        """The draft with one more answer."""
        return msgspec.structs.replace(self, answers=(*self.answers, answer), random=False)

    def until(self, number: int) -> Draft:
        """The draft with only the first answers, so many."""
        return msgspec.structs.replace(self, answers=self.answers[: max(0, number)], random=False)


def new_draft(game: str) -> Draft:
    """A draft with nothing in it and dice of its own."""
    return Draft(game, secrets.token_urlsafe(9))


def seed_of(draft: Draft, links: Links) -> str:
    """What the dice of a draft are made of; nobody but the server can work it out."""
    return links.sign("dice", draft.game, draft.nonce)


def write_draft(draft: Draft, links: Links) -> str:
    """The text of a draft; raises `Refused` "draft_too_long"."""
    packed = base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(draft), 9)).decode().rstrip("=")
    text = f"{packed}.{links.sign('draft', packed)}"
    if len(text) > LONGEST or len(draft.answers) > MOST_ANSWERS:
        raise Refused("draft_too_long")
    return text


def read_draft(text: str, game: str, links: Links) -> Draft:
    """The draft of a text that `write_draft` made for this game; raises `Malformed`."""
    packed, _, mark = text.partition(".")
    if not hmac.compare_digest(mark.encode(), links.sign("draft", packed).encode()):
        raise Malformed(
            "an address that is incomplete or has been changed", at="draft", expected="a link of this server"
        )
    plain = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))  # signed, so it is ours
    draft = msgspec.json.decode(plain, type=Draft)
    if draft.game != game:
        raise Malformed(f"a character of {draft.game}", at="draft", expected=f"one of {game}")
    return draft
