"""The glossary of a game for `rulewright rules --terms`: a table of its words in every language that has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.cli.output import say
from rulewright.engine.errors import Malformed
from rulewright.engine.rulebook import Rulebook, Term


def find(book: Rulebook, words: str) -> list[Term]:
    """The terms that contain the words, all for no words; raises `Malformed` where none contains them."""
    chosen = book.search_terms(words)
    if words and not chosen:
        raise Malformed(f"no term contains {words!r}", expected="words of a term, or none for all")
    return chosen


def plain(term: Term, language: str) -> dict[str, Any]:
    """A term as plain data."""
    return {
        "id": term.id,
        "term": term.term_in(language),
        "terms": {"en": term.term, **term.terms},
        "meaning": term.meaning_in(language),
    }


def show(terms: Sequence[Term], game: str, language: str) -> None:
    """Print the terms as a table as wide as the terminal, with a column for each language that has words for them."""
    if not terms:
        print(say("rules.no_terms", language, game=game))
        return
    from babel import Locale
    from rich.console import Console
    from rich.table import Table

    others = list(dict.fromkeys(spoken for term in terms for spoken in term.terms))
    table = Table(box=None, pad_edge=False)
    for spoken in ("en", *others):
        table.add_column(Locale.parse(spoken).get_display_name(language) or spoken)
    table.add_column(say("rules.code", language), no_wrap=True)
    table.add_column(say("rules.meaning", language), ratio=1)
    for term in terms:
        table.add_row(term.term, *(term.terms.get(spoken, "") for spoken in others), term.id, term.meaning_in(language))
    Console(markup=False, highlight=False, emoji=False).print(table)
