"""Settings for all tests: Hypothesis without its time limit, since machines are shared and slow at times."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")
