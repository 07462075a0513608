"""Answers that are files to keep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote


def attachment(name: str) -> Mapping[str, str]:
    """Headers that make an answer a file to keep under a name."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._") or "file"
    return {"content-disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"}
