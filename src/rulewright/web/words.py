"""The words of the pages, and which language a visitor reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from rulewright.engine.game import Game
from rulewright.engine.words import Catalogue

LANGUAGES = {"en": "English", "fi": "Suomi", "ja": "日本語", "zh": "简体中文"}


@cache
def catalogue(language: str) -> Catalogue:
    """The messages of the pages in one of `LANGUAGES`, with those of every table before them."""

    def texts() -> list[str]:
        folders = [
            files(package).joinpath("locale", spoken)
            for spoken in dict.fromkeys(("en", language))  # what a language does not say is said in English
            for package in ("rulewright.engine", "rulewright.web")
        ]
        return [
            file.read_text("utf-8")
            for folder in folders
            if folder.is_dir()
            for file in sorted(folder.iterdir(), key=lambda one: one.name)
            if file.name.endswith(".po")
        ]

    return Catalogue(language, texts)


def preferred(accepted: str) -> str:
    """The best of `LANGUAGES` for an Accept-Language header; English where none fits."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")[:20]):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), place, name.strip()[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), "en")


def game_language(game: Game, language: str) -> str:
    """The language in which a game speaks to somebody: theirs, or the game's first."""
    languages: Sequence[str] = game.languages
    return language if language in languages else languages[0]
