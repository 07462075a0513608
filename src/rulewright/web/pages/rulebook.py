"""The rulebooks: games, chapters, a search as one types, single rules, house rules, glossary and open points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.open_points import Settled, settled
from rulewright.engine.rulebook import Chapter, Rule, Rulebook, Term
from rulewright.table.starting import told
from rulewright.web.caching import kept
from rulewright.web.drawing.rule_texts import Entry, HouseRulePart, entry, house_rule, in_html, snippet
from rulewright.web.views import Page, render_block
from rulewright.web.visit import NotAllowed, Visit

LONGEST_SEARCH = 100


class GameCard(msgspec.Struct, frozen=True):
    """A game with its rulebook; `scenarios` are ids with titles."""

    id: str
    title: str
    version: str
    rules: int
    scenarios: tuple[tuple[str, str], ...]


class GamesPage(Page, frozen=True, kw_only=True):
    """All games that have rules."""

    template: ClassVar[str] = "rulebook/games.html"
    games: tuple[GameCard, ...]


class Book(msgspec.Struct, frozen=True):
    """What every page of one rulebook shows: the game, and whether it has a glossary."""

    game: str
    title: str
    has_terms: bool


class ChapterPart(msgspec.Struct, frozen=True):
    """A chapter with its rules."""

    id: str
    title: str
    beside: str
    rules: tuple[Entry, ...]


class TermPart(msgspec.Struct, frozen=True):
    """A word of the game: its English word, those in other languages, its meaning, its name in code."""

    id: str
    term: str
    others: tuple[str, ...]
    meaning: str


class ContentsPage(Page, frozen=True, kw_only=True):
    """The chapters; or what contains the words that were searched for."""

    template: ClassVar[str] = "rulebook/contents.html"
    book: Book
    words: str
    chapters: tuple[ChapterPart, ...] = ()
    rules: tuple[Entry, ...] = ()
    options: tuple[Entry, ...] = ()
    terms: tuple[TermPart, ...] = ()
    missing: str = ""


class RulePage(Page, frozen=True, kw_only=True):
    """One rule, what touches it, and where it belongs."""

    template: ClassVar[str] = "rulebook/rule.html"
    book: Book
    rule: Entry
    beside: str
    text: Markup
    text_language: str
    chapter: ChapterPart
    before: Entry | None
    after: Entry | None
    options: tuple[HouseRulePart, ...]
    points: tuple[tuple[Settled, Markup], ...]
    mentioned_by: tuple[Entry, ...]


class RulePart(RulePage, frozen=True, kw_only=True):
    """Only the rule, for a page that is open."""

    template: ClassVar[str] = "rulebook/one_rule.html"


class OptionsPage(Page, frozen=True, kw_only=True):
    """All house rules and presets."""

    template: ClassVar[str] = "rulebook/options.html"
    book: Book
    presets: tuple[tuple[str, str, str], ...]
    offered: str
    options: tuple[HouseRulePart, ...]


class TermsPage(Page, frozen=True, kw_only=True):
    """The glossary."""

    template: ClassVar[str] = "rulebook/terms.html"
    book: Book
    languages: tuple[str, ...]
    terms: tuple[TermPart, ...]


class PointsPage(Page, frozen=True, kw_only=True):
    """What the rules leave open."""

    template: ClassVar[str] = "rulebook/points.html"
    book: Book
    points: tuple[tuple[Settled, Markup], ...]


async def all_games(request: Request) -> Response:
    """The games."""
    visit = Visit(request)
    cards = []
    for game in games.installed().values():
        scenarios = tuple((name, told(one, "title", visit.language) or name) for name, one in game.scenarios().items())
        cards.append(GameCard(game.id, game.title, game.rules_version, len(game.rulebook().rules), scenarios))
    return kept(request, visit.page(GamesPage(games=tuple(cards))))


async def contents(request: Request) -> Response:
    """The chapters of a game's rules, or a search in them."""
    visit = Visit(request)
    game = visit.game()
    words = request.query_params.get("q", "").strip()[:LONGEST_SEARCH]
    book = game.rulebook()
    if words.upper() in book.rules and not visit.by_script:
        return visit.go(f"/rules/{game.id}/{words.upper()}")
    page = _contents(visit, game, words)
    if visit.by_script:
        return kept(request, Response(render_block(visit.look, page, "found"), media_type="text/html"))
    return kept(request, visit.page(page))


async def rule(request: Request) -> Response:
    """One rule; only the rule itself where our script asks."""
    visit = Visit(request)
    game = visit.game()
    wanted = request.path_params["id"][:LONGEST_SEARCH]
    try:
        found = game.rulebook().rule(wanted)
    except Malformed as error:
        if visit.by_script:
            raise NotAllowed("error.no_rule", 404) from error
        return visit.page(_contents(visit, game, "", missing=wanted), 404)
    if found.id != wanted:
        return visit.go(f"/rules/{game.id}/{found.id}")
    kind = RulePart if visit.by_script else RulePage
    return kept(request, visit.page(_rule(visit, game, found, kind)))


async def options(request: Request) -> Response:
    """The house rules of a game."""
    visit = Visit(request)
    game = visit.game()
    texts = game.house_rules()
    language = visit.language
    page = OptionsPage(
        book=_book(game),
        presets=tuple((one.id, one.title_in(language), one.text_in(language)) for one in texts.presets.values()),
        offered=game.offered_preset,
        options=tuple(house_rule(game, one, language) for one in texts.options.values()),
    )
    return kept(request, visit.page(page))


async def terms(request: Request) -> Response:
    """The glossary of a game."""
    visit = Visit(request)
    game = visit.game()
    found = list(game.rulebook().terms.values())
    if not found:
        raise NotAllowed("error.no_glossary", 404)
    languages = tuple(dict.fromkeys(spoken for term in found for spoken in term.terms))
    shown = tuple(_term(term, languages, visit.language) for term in found)
    return kept(request, visit.page(TermsPage(book=_book(game), languages=("en", *languages), terms=shown)))


async def points(request: Request) -> Response:
    """The open points of a game's rules."""
    visit = Visit(request)
    game = visit.game()
    found = settled(game.rulebook(), game.house_rules(), visit.language)
    shown = tuple((one, in_html(one.text, game)) for one in found)
    return kept(request, visit.page(PointsPage(book=_book(game), points=shown)))


def _book(game: Game) -> Book:
    return Book(game.id, game.title, bool(game.rulebook().terms))


def _contents(visit: Visit, game: Game, words: str, missing: str = "") -> ContentsPage:
    book, language = game.rulebook(), visit.language
    if missing:
        try:
            book.rule(missing)
        except Malformed as error:
            near = error.expected.removeprefix("an id such as ").split(", ")
            rules = tuple(entry(book.rules[one], language) for one in near if one in book.rules)
        return ContentsPage(book=_book(game), words="", rules=rules, missing=missing)
    if not words:
        return ContentsPage(book=_book(game), words="", chapters=_chapters(book, language))
    return ContentsPage(
        book=_book(game),
        words=words,
        rules=tuple(entry(one, language, snippet(one, language, words)) for one in book.search(words)),
        options=tuple(
            Entry(one.name, one.title_in(language), snippet(one, language, words))
            for one in game.house_rules().search(words)
        ),
        terms=tuple(_term(one, tuple(one.terms), language) for one in book.search_terms(words)),
    )


def _chapters(book: Rulebook, language: str) -> tuple[ChapterPart, ...]:
    by_chapter: dict[str, list[Entry]] = {chapter.id: [] for chapter in book.chapters}
    for one in book.rules.values():
        by_chapter.setdefault(book.chapter_of(one), []).append(entry(one, language))
    chapters = {chapter.id: chapter for chapter in book.chapters}
    parts = []
    for id, rules in by_chapter.items():
        chapter = chapters.get(id)
        title, beside = (chapter.title_in(language), beside_of(chapter, language)) if chapter else (id, "")
        parts.append(ChapterPart(id, title, beside, tuple(rules)))
    return tuple(part for part in parts if part.rules)


def beside_of(part: Rule | Chapter, language: str) -> str:
    """The titles of a rule or chapter in the languages other than this one."""
    shown = part.title_in(language)
    return ", ".join(dict.fromkeys(one for one in (part.title, *part.titles.values()) if one != shown))


def _rule(visit: Visit, game: Game, found: Rule, kind: Callable[..., RulePage]) -> RulePage:
    book, house, language = game.rulebook(), game.house_rules(), visit.language
    ids = list(book.rules)
    place = ids.index(found.id)
    chapter = next(part for part in _chapters(book, language) if any(one.id == found.id for one in part.rules))
    touching = [one for one in house.options.values() if one.name in found.options or found.id in one.rules]
    open_points = [
        point
        for point in settled(book, house, language)
        if point.id != found.id and not point.options and found.id in point.rules
    ]
    return kind(
        book=_book(game),
        rule=entry(found, language),
        beside=beside_of(found, language),
        text=in_html(found.text_in(language), game),
        text_language=language if language in found.texts else "en",
        chapter=chapter,
        before=entry(book.rules[ids[place - 1]], language) if place else None,
        after=entry(book.rules[ids[place + 1]], language) if place + 1 < len(ids) else None,
        options=tuple(house_rule(game, one, language) for one in touching),
        points=tuple((point, in_html(point.text, game)) for point in open_points),
        mentioned_by=_mentions(book, found, language),
    )


def _mentions(book: Rulebook, found: Rule, language: str) -> tuple[Entry, ...]:
    return tuple(entry(one, language) for one in book.rules.values() if one is not found and found.id in one.text)


def _term(term: Term, languages: Sequence[str], language: str) -> TermPart:
    others = tuple(term.terms.get(spoken, "") for spoken in languages)
    return TermPart(term.id, term.term, others, term.meaning_in(language))


routes = [
    Route("/rules", all_games),
    Route("/rules/{game}", contents),
    Route("/rules/{game}/options", options),
    Route("/rules/{game}/terms", terms),
    Route("/rules/{game}/open", points),
    Route("/rules/{game}/{id}", rule),
]
