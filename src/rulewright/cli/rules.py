"""`rulewright rules`: a rule, a chapter, a search, the game's words, its house rules, and which tests hold a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulewright import games
from rulewright.cli import glossary, house_rules, open_points
from rulewright.cli.coverage import Coverage, cover, default_tests
from rulewright.cli.output import columns, print_json, say, speaks
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.rulebook import Chapter, Rule, Rulebook

app = typer.Typer(add_completion=False)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The id of a game, such as cairn.")],
    wanted: Annotated[
        list[str] | None, typer.Argument(help="A rule id, a chapter, or words to search for. Without: the chapters.")
    ] = None,
    terms: Annotated[bool, typer.Option("--terms", help="The glossary, or its terms that contain the words.")] = False,
    options: Annotated[
        bool, typer.Option("--options", help="The house rules with their choices, or those that contain the words.")
    ] = False,
    open_only: Annotated[
        bool, typer.Option("--open", help="What the rules leave open, and how each point is read here.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Every rule with the tests and the code that cite it.")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option(help="The tests' folder for --coverage. Without: tests/ beside the source.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language of the text, one of the game's.")] = "en",
) -> None:
    """Show rules.

    With --coverage the exit code is 1 where a rule has no test.
    """
    found = games.get(game)
    speaks(lang, found.languages)
    asked = {"--terms": terms, "--options": options, "--open": open_only, "--coverage": coverage}
    pages = [flag for flag, wanted_page in asked.items() if wanted_page]
    if len(pages) > 1:
        raise Malformed(" with ".join(pages), expected="one of them")
    if tests is not None and not coverage:
        raise Malformed("--tests without --coverage", expected="both, or neither")
    words = " ".join(wanted or ()).strip()
    if open_only and words:
        raise Malformed(f"--open with {words!r}", expected="no words; it shows all open points")
    if coverage:
        covered = cover(found, default_tests() if tests is None else tests)
        print_json(covered) if json else print(_coverage(covered, lang))
        raise typer.Exit(1 if covered.missing or covered.unknown else 0)
    if terms:
        _show_terms(found, words, json, lang)
    elif options:
        house_rules.show(found, words, json, lang)
    elif open_only:
        open_points.show(found, json, lang)
    else:
        _show_rules(found, words, json, lang)


def _show_terms(game: Game, words: str, json: bool, language: str) -> None:
    chosen = glossary.find(game.rulebook(), words)
    if json:
        print_json([glossary.plain(term, language) for term in chosen])
    else:
        glossary.show(chosen, game.title, language)


def _show_rules(game: Game, words: str, json: bool, language: str) -> None:
    book = game.rulebook()
    if not words:
        print_json(_chapters(book, language)) if json else print(_contents(game.title, book, language))
        return
    chosen = _find(book, words)
    if json:
        print_json([_plain(rule, language) for rule in chosen])
    elif len(chosen) == 1:
        print(_told(chosen[0], language))
    else:
        print(columns([(rule.id, rule.title_in(language)) for rule in chosen], left=2))


def _find(book: Rulebook, words: str) -> list[Rule]:
    """The rule of that id, the rules of that chapter, or those that contain the words."""
    if words.upper() in book.rules:
        return [book.rule(words)]
    if any(chapter.id == words.upper() for chapter in book.chapters):
        return [rule for rule in book.rules.values() if book.chapter_of(rule) == words.upper()]
    chosen = book.search(words)
    if not chosen and " " not in words and "-" in words:
        book.rule(words)  # refuses and names the nearest ids
    if not chosen:
        raise Malformed(f"no rule contains {words!r}", expected="a rule id, a chapter, or words of a rule")
    return chosen


def _beside(part: Rule | Chapter, language: str) -> str:
    """The titles in the languages other than this one."""
    titles = {"en": part.title, **part.titles}
    shown = part.title_in(language)
    return ", ".join(dict.fromkeys(title for title in titles.values() if title != shown))


def _plain(rule: Rule, language: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title_in(language),
        "titles": {"en": rule.title, **rule.titles},
        "text": rule.text_in(language),
        "options": list(rule.options),
    }


def _told(rule: Rule, language: str) -> str:
    beside = _beside(rule, language)
    lines = [f"{rule.id}  {rule.title_in(language)}{f' ({beside})' if beside else ''}", "", rule.text_in(language)]
    if rule.options:
        lines += ["", f"{say('rules.options', language)}: {', '.join(rule.options)}"]
    return "\n".join(lines)


def _chapters(book: Rulebook, language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": chapter.id,
            "title": chapter.title_in(language),
            "titles": {"en": chapter.title, **chapter.titles},
            "rules": [rule.id for rule in book.rules.values() if book.chapter_of(rule) == chapter.id],
        }
        for chapter in book.chapters
    ]


def _contents(title: str, book: Rulebook, language: str) -> str:
    rows = [
        (chapter["id"], chapter["title"], say("rules.count", language, count=len(chapter["rules"])))
        for chapter in _chapters(book, language)
    ]
    lines = zip(columns(rows, left=2).split("\n"), book.chapters)
    return "\n".join([title, "", *(f"{line}  {_beside(chapter, language)}".rstrip() for line, chapter in lines)])


def _coverage(covered: Coverage, language: str) -> str:
    lines = []
    for rule, cited in covered.rules.items():
        lines.append(say("coverage.rule", language, rule=rule, tests=len(cited.tests), places=len(cited.code)))
        lines += [f"  {test}" for test in cited.tests]
        if cited.code:
            lines.append(f"  {say('coverage.code', language)}: {', '.join(cited.code)}")
    lines.append("")
    if covered.unknown:
        lines.append(f"{say('coverage.unknown', language)}: {', '.join(covered.unknown)}")
    if covered.missing:
        lines.append(f"{say('coverage.missing', language)}: {', '.join(covered.missing)}")
    held = len(covered.rules) - len(covered.missing)
    lines.append(say("coverage.total", language, held=held, count=len(covered.rules), folder=covered.tests))
    return "\n".join(lines)
