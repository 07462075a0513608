"""A fight of Night Wizard: Origin in three browsers: a stack of interrupts, a cast that is broken, a death check."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from browsers import MINE, Person
from nwo_evening import DEEP, FOES, INTERRUPTS, MOST, SEED, TEXT, VICTIM, Deciding, is_over, is_whole, keys, moments
from rulewright.engine.commands import plain
from rulewright.games.nwo.game import game
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from rulewright.web.views import as_json
from servers import Server


class Evening:
    """A referee, Anna at a desk, Bertil with a phone; each decides by clicking what is decided for this evening."""

    def __init__(self, chromium: Browser, server: Server) -> None:
        self.referee, self.anna = Person(chromium, server.url), Person(chromium, server.url)
        self.bertil = Person(chromium, server.url, phone=True)
        self.by_seat = {"referee": self.referee, "anna": self.anna, "bertil": self.bertil}
        self.failures: list[str] = []
        for person in self.all:
            person.page.on("response", self._answered)
        self._set_up()
        id = urlsplit(self.referee.page.url).path.split("/")[2]
        self.table: Table = server.site.hub.rooms[id].table
        self.deciding = Deciding()

    @property
    def all(self) -> list[Person]:
        return list(self.by_seat.values())

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.failures.append(f"{response.status} {response.url}")

    def _set_up(self) -> None:
        page = self.referee.page
        page.goto("/new/nwo")
        page.check('input[name="scenario"].opens-own')
        page.fill("#text", TEXT)
        page.uncheck('input[name="apart"]')
        page.check('input[name="public"]')
        page.fill("#seed", SEED)
        page.locator("button.main").first.click()
        page.wait_for_url("**/seats?new=yes")
        links = [urlsplit(field.input_value()).path for field in page.locator('input[id^="link-"]').all()]
        for who in ("anna", "bertil"):
            self.by_seat[who].sit(next(one for one in links if one.split("/")[3] == who), who.capitalize())
        page.click("main a.button.main")
        self.referee.wait_connected()

    def decide(self) -> None:
        """Whoever is asked first decides, and sees that it has been taken."""
        if questions := self.table.open_questions("referee"):
            asked = questions[0]
            self._answer(self.by_seat[asked.owner], asked)
            return
        seat, command = self.deciding.command(self.table)
        value = json.dumps(as_json(plain(command)))  # as a string of a selector
        self._press(self.by_seat[seat], self.by_seat[seat].page.locator(f"{MINE} button[name=command][value={value}]"))

    def _answer(self, person: Person, asked: OpenQuestion) -> None:
        answer = self.deciding.answer(self.table, asked.question)
        form = form_of(person, asked)
        if asked.question.kind == "number":
            form.locator("input[name=answer]").fill(str(answer))
            self._press(person, form.locator("[data-default]"))
        else:
            self._press(person, form.locator(f'button[name=answer][value="{answer}"]'))

    def _press(self, person: Person, button: Locator) -> None:
        button.first.wait_for()
        before = person.page.locator("#turn").get_attribute("data-version") or ""
        button.first.click()
        person.page.wait_for_selector(f'#turn[data-version]:not([data-version="{before}"])')

    def close(self) -> None:
        for person in self.all:
            person.context.close()


def form_of(person: Person, asked: OpenQuestion) -> Locator:
    """The form of a question that is the person's own."""
    return person.page.locator(f'{MINE}:has(input[name="question"][value="{asked.id}"])')


def logged(person: Person, text: str) -> Locator:
    """A line of the log."""
    return person.page.locator("#log li", has_text=text)


def check_stack(evening: Evening) -> None:
    """Every page lists the same three interrupts, the last declared first, and the words of the screen fit on it."""
    names = {id: one.name for id, one in evening.table.world.state.characters.items()}
    things = evening.table.world.content.abilities_by_id
    last_first = [f"{names[who]}: {things[thing].name} (" for thing, who in reversed(INTERRUPTS.items())]
    for person in evening.all:
        items = person.page.locator("section.stack ol > li")
        expect(items).to_have_count(DEEP)
        assert [text[: len(start)] for text, start in zip(items.all_inner_texts(), last_first)] == last_first
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def check_resolved(evening: Evening) -> None:
    """The last declared was resolved first, in every log, and nothing is left on the stack."""
    things = evening.table.world.content.abilities_by_id
    for person in evening.all:
        expect(person.page.locator("section.stack")).to_have_count(0)
        lines = logged(person, "Resolved: ")
        expect(lines).to_have_count(DEEP)
        for line, thing in zip(lines.all_inner_texts(), reversed(INTERRUPTS)):
            assert line.startswith(f"Resolved: {things[thing].name}")


def pending(person: Person) -> Locator:
    """The casts on the track of counts."""
    return person.page.locator("ol.counts > li.cast")


def check_casting(evening: Evening) -> None:
    """Every page shows the cast at the count at which it takes effect."""
    victim = evening.table.world.state.characters[VICTIM]
    for person in evening.all:
        expect(pending(person)).to_have_count(1)
        expect(pending(person)).to_contain_text(victim.name)
        expect(pending(person)).to_contain_text("Evening Shower takes effect")
        expect(pending(person).locator(".count")).to_have_text(str(victim.count))


def check_broken(evening: Evening) -> None:
    """Every page tells that the cast is broken by a serious wound, and nobody casts on the track."""
    for person in evening.all:
        expect(logged(person, "The cast of Shizuku Amamiya is broken.")).to_have_count(1)
        expect(row_of(person, "Shizuku Amamiya")).to_contain_text("serious wound")
        expect(pending(person)).to_have_count(0)


def check_payment(evening: Evening, asked: OpenQuestion) -> None:
    """Whose Wizard is dying is asked for prana, and told what it is about; nobody else is."""
    facts = asked.question.facts
    assert facts["advised"] > 0
    assert asked.owner == "anna"
    form = form_of(evening.anna, asked)
    title = form.locator("h2")
    for number in (facts["ability"], facts["difficulty"]):
        expect(title).to_contain_text(str(number))
    expect(title).to_contain_text("Death check of Shizuku Amamiya")
    expect(title).to_contain_text(f"Advised: {facts['advised']}.")
    field = form.locator("input[name=answer]")
    expect(form.locator(".chances")).to_contain_text(f"{facts['advised']}: chance 8")
    assert field.get_attribute("max") == str(evening.table.world.state.characters[VICTIM].prana_max)
    expect(evening.bertil.page.locator("#turn .waiting")).to_contain_text("Anna")
    expect(evening.bertil.page.locator("#turn form.asked")).to_have_count(0)
    expect(evening.referee.page.locator(MINE)).to_have_count(0)
    assert not evening.referee.page.locator("#turn details.absent").evaluate("one => one.open")


def row_of(person: Person, name: str) -> Locator:
    """The row of a character in the table of everybody."""
    return person.page.locator(f'#board tbody tr:has(th:has-text("{name}"))').first


def check_secrets(evening: Evening) -> None:
    """The numbers of the foes are the referee's: no player's page has their HP, MP and prana."""
    for id in FOES:
        foe = evening.table.world.state.characters[id]
        assert str(foe.now.values["hp_max"]) in (row_of(evening.referee, foe.name).text_content() or "")
        for player in (evening.anna, evening.bertil):
            row = row_of(player, foe.name)
            mp, prana, _ = row.locator("td.number").all_text_contents()
            assert not any(sign.isdigit() for sign in mp + prana)
            health = row.locator("td").nth(1).text_content() or ""
            assert str(foe.now.values["hp_max"]) not in health


@pytest.fixture
def evening(chromium: Browser, server: Server) -> Iterator[Evening]:
    company = Evening(chromium, server)
    yield company
    company.close()


def test_the_rehearsal_has_it_all() -> None:
    assert is_whole(moments(SEED)), "the rules have changed: look for another seed with tests/nwo_evening.py"


def test_a_stack_a_broken_cast_and_a_death_check_in_three_browsers(evening: Evening, shots: Path) -> None:
    table, seen = evening.table, set[str]()

    def once(name: str, happened: bool, check: Callable[[Evening], None]) -> None:
        if happened and name not in seen:
            seen.add(name)
            check(evening)
            check_secrets(evening)
            for seat, person in evening.by_seat.items():
                person.shot(shots / f"nwo_{name}_{seat}.png")

    for _ in range(MOST):
        told = keys(table)
        if is_over(told):
            break
        for waiting in table.open_questions("referee"):
            if waiting.question.key == "death_payment":
                check_payment(evening, waiting)
                once("payment", True, lambda _: None)
        once("casting", "cast.declared" in told, check_casting)
        once("stack", len(table.world.state.stack) == DEEP, check_stack)
        once("resolved", told.count("interrupt.resolved") == DEEP, check_resolved)
        once("broken", "cast.broken" in told, check_broken)
        evening.decide()
    assert seen == {"payment", "casting", "stack", "resolved", "broken"}

    for person in evening.all:
        expect(logged(person, "Shizuku Amamiya pays ")).to_have_count(1)
        expect(logged(person, "Shizuku Amamiya lives, with HP 1 ")).to_have_count(1)
        expect(person.page.locator("#board h2")).to_contain_text("Round 2")
        assert person.complaints == []
        assert person.outside == []
    assert evening.failures == []
    check_secrets(evening)
    hero = table.world.state.characters[VICTIM]
    assert (hero.hp, hero.serious) == (1, True)
    assert game.over(table.world) is False
