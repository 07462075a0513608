"""A whole evening of Night Wizard in three browsers: a Wizard is made, Scenes, a Dive over the Area Map, Level Up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from browsers import MINE, Person
from rulewright.table.table import Table
from servers import Server

SCENARIO = "one_year_less_a_day"
PLAYERS = {"kanata": "anna", "hotaru": "anna", "suzu": "bertil", "akira": "bertil"}
MOST_TURNS = 900
USUAL = f"{MINE} [data-default]"
"""What one is expected to do; a player may act in a Dive at any time without being expected to."""


def for_two() -> str:
    """The text of the evening, with Wizards that Anna and Bertil share."""
    text = files("rulewright.games.nw3").joinpath(f"scenarios/{SCENARIO}.toml").read_text("utf-8")
    for wizard, player in PLAYERS.items():
        text = text.replace(f'player = "{wizard}"', f'player = "{player}"')
    return text


class Evening:
    """A referee, Anna at a desk with a Wizard that she has made, and Bertil with a phone."""

    def __init__(self, chromium: Browser, server: Server) -> None:
        self.server = server
        self.referee = Person(chromium, server.url)
        self.anna = Person(chromium, server.url)
        self.bertil = Person(chromium, server.url, phone=True)
        self.wizard = ""

    @property
    def all(self) -> list[Person]:
        return [self.anna, self.bertil, self.referee]

    def make_a_wizard(self) -> str:
        """Anna answers the first questions, leaves the rest to the dice and keeps what comes of it: its file."""
        page = self.anna.page
        page.goto("/characters")
        page.click('a[href="/characters/new/nw3"]')
        page.locator("form.asking button[name=answer], form.asking button.main").first.click()
        page.click('button[name="do"][value="rest"]')
        page.click('button[name="do"][value="keep"]')
        page.wait_for_url(re.compile(r"/characters/[^/]+$"))
        assert page.locator(".refusal").count() == 0
        with page.expect_download() as download:
            page.click('a[href$="/export"]')
        return Path(download.value.path()).read_text("utf-8")

    def set_up(self, wizard: str) -> None:
        """The referee takes Anna's file in, and opens a table where her Wizard comes in the place of another."""
        page = self.referee.page
        page.goto("/characters/import/nw3")
        page.fill("#text", wizard)
        page.locator("main form button.main").click()
        page.wait_for_url(re.compile(r"/characters/(?!import)[^/]+$"))
        page.locator("details:has(a[href*='for=kanata']) > summary").click()
        page.locator(f"a[href*='scenario={SCENARIO}'][href*='for=kanata']").click()
        assert page.locator(f'input[name="scenario"][value="{SCENARIO}"]').is_checked()
        page.check('input[name="scenario"].opens-own')
        page.fill("#text", for_two())
        page.uncheck('input[name="apart"]')
        page.fill("#title", "One Year Less a Day")
        page.check('input[name="public"]')
        page.fill("#seed", "an evening")
        page.locator("button.main").first.click()
        page.wait_for_url("**/seats?new=yes")
        links = [urlsplit(field.input_value()).path for field in page.locator('input[id^="link-"]').all()]
        for who in ("anna", "bertil"):
            link = next(one for one in links if one.split("/")[3] == who)
            getattr(self, who).sit(link, who.capitalize())
        page.click("main a.button.main")
        self.referee.wait_connected()

    def close(self) -> None:
        for person in self.all:
            person.context.close()


@pytest.fixture
def evening(chromium: Browser, server: Server) -> Iterator[Evening]:
    company = Evening(chromium, server)
    yield company
    company.close()


def table_of(evening: Evening) -> Table:
    """The table on the server, to look at."""
    id = urlsplit(evening.referee.page.url).path.split("/")[2]
    return evening.server.site.hub.rooms[id].table


def told(table: Table) -> list[str]:
    """The keys of everything that was told."""
    return [event.key for _, event in table.events_for("referee")]


def through_a_gate(evening: Evening) -> dict[str, Any] | None:
    """The move that the referee's page marks as usual now, if it is one."""
    usual = evening.referee.page.locator(f"{MINE} button[data-default][name=command]").first
    command = json.loads(usual.get_attribute("value") or "{}") if usual.count() else {}
    return command if command.get("do") == "go_through_gate" else None


def go_by_map(anna: Person, gate: str) -> None:
    """Anna opens the map, and all go through this Gate of it."""
    page = anna.page
    page.locator("a[href$='/map']").first.click()
    page.wait_for_selector("#map-drawn svg")
    ways = page.locator("button[name=command]").all()
    values = [json.loads(way.get_attribute("value") or "{}") for way in ways]
    place = next(n for n, one in enumerate(values) if one.get("gate") == gate)
    ways[place].click()
    page.wait_for_selector("#map-drawn svg")
    assert page.locator(".refusal").count() == 0
    page.locator("main a.button").first.click()
    anna.wait_connected()


def choose_first(person: Person) -> bool:
    """Take the first answer of a question; whether there is one."""
    before = person.page.locator("#turn").get_attribute("data-version") or ""
    answers = person.page.locator(f"{MINE} button[name=answer]")
    if not answers.count():
        return False
    answers.first.click()
    person.page.wait_for_selector(f'#turn[data-version]:not([data-version="{before}"])')
    return True


def test_an_evening_from_making_a_wizard_to_the_next_level(evening: Evening, shots: Path) -> None:
    wizard = evening.make_a_wizard()
    evening.set_up(wizard)
    people, table = evening.all, table_of(evening)
    name = table.world.state.characters["kanata"].name
    assert f'"{name}"' in wizard
    for person in people:  # it is a long evening: nobody is asked what has a usual answer
        person.page.select_option("#asks", "never")
    moves, gaining = 0, False
    for _ in range(MOST_TURNS):
        if all(person.is_over() for person in people):
            break
        waiting = bool(table.open_questions("referee")) or table.world.state.battle is not None
        order = people if waiting else [evening.referee, evening.anna, evening.bertil]  # who leads outside of battle
        asked = next((one for one in order if one.page.locator(USUAL).count()), None)
        if asked is None:
            if not any(choose_first(one) for one in people):  # what one learns has no usual answer
                people[0].page.wait_for_timeout(50)  # a change is under way to the pages
            continue
        state = table.world.state
        if state.phase == "climax" and not (state.scene or gaining):  # but what is gained is the referee's to say
            gaining = True
            evening.referee.page.select_option("#asks", "always")
        move = through_a_gate(evening) if asked is evening.referee else None
        if move is not None and any(table.world.state.characters[id].hp for id in ("kanata", "hotaru")):
            moves += 1
            before = evening.referee.page.locator("#turn").get_attribute("data-version") or ""
            go_by_map(evening.anna, move["gate"])
            evening.referee.page.wait_for_selector(f'#turn[data-version]:not([data-version="{before}"])')
            continue
        if asked is evening.referee and table.world.state.phase == "after":
            levels = asked.page.locator(f"{MINE}:has(h2:has-text('{name} (CL 1)')) input[type=number]")
            if levels.count():
                levels.first.fill("1")
                levels.first.press("Enter")
                levels.first.wait_for(state="detached")
                continue
        asked.take_default()
    assert all(person.is_over() for person in people)
    keys = told(table)
    assert keys.count("scene.text") >= 3
    assert {"clue.sought", "dive.begins", "gate.passed", "battle.begins", "area.cleared", "after.xp"} <= set(keys)
    assert moves >= 3
    grown = table.world.state.characters["kanata"]
    assert grown.name == name
    assert grown.dead or (grown.sheet is not None and grown.sheet.cl == 2)
    for number, person in enumerate(people):
        person.shot(shots / f"evening_{number}.png")
    for person in people:
        assert person.complaints == []
        assert person.outside == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
