"""Two players and a referee in browsers of their own play whole fights; one of them is cut off in the middle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Route

from browsers import PHONE, Person, play_on
from servers import Server
from wires import Wire

GAMES = {
    "cairn": ("ambush", {"aune": "anna", "reko": "anna", "ilmi": "bertil", "tuomas": "bertil"}),
    "nw3": ("closing_time", {"hazuki": "anna", "gen": "anna", "rei": "bertil", "toru": "bertil"}),
}


def scenario_for_two(game_id: str) -> str:
    """The text of a starter scenario whose heroes Anna and Bertil share."""
    scenario, players = GAMES[game_id]
    text = files(f"rulewright.games.{game_id}").joinpath(f"scenarios/{scenario}.toml").read_text("utf-8")
    text = re.sub(r'^player = "(?!referee).*\n', "", text, flags=re.MULTILINE)
    return re.sub(r'^id = "(\w+)"$', lambda id: _with_player(id, players), text, flags=re.MULTILINE)


def _with_player(id: re.Match[str], players: dict[str, str]) -> str:
    return f'{id[0]}\nplayer = "{players[id[1]]}"' if id[1] in players else id[0]


class Company:
    """The people at one table: a referee, Anna at a desk, Bertil with a phone.

    The referee sets the table up from the first page on, and hands out the links that the page of seats shows.
    """

    def __init__(self, chromium: Browser, server: Server, game_id: str) -> None:
        self.wire = Wire(server.url)
        self.referee = Person(chromium, server.url)
        self.anna = Person(chromium, self.wire.url)
        self.bertil = Person(chromium, server.url, phone=True)
        links = self._set_up(game_id)
        self.anna.sit(links["anna"], "Anna")
        self.bertil.sit(links["bertil"], "Bertil")
        self.referee.page.click("main a.button.main")
        self.referee.wait_connected()

    def _set_up(self, game_id: str) -> dict[str, str]:
        """A new table, set up by hand; the paths of the seats' links."""
        page = self.referee.page
        page.goto("/")
        page.click(f'a[href="/new/{game_id}"]')
        page.check('input[name="scenario"].opens-own')
        page.fill("#text", scenario_for_two(game_id))
        page.uncheck('input[name="apart"]')
        page.fill("#title", "An evening for two")
        page.locator("button.main").first.click()
        page.wait_for_url("**/seats?new=yes")
        links = [urlsplit(field.input_value()).path for field in page.locator('input[id^="link-"]').all()]
        return {link.split("/")[3]: link for link in links}

    @property
    def all(self) -> list[Person]:
        return [self.anna, self.bertil, self.referee]

    def close(self) -> None:
        self.wire.end()
        for person in self.all:
            person.context.close()


@pytest.fixture
def cairn(chromium: Browser, server: Server) -> Iterator[Company]:
    company = Company(chromium, server, "cairn")
    yield company
    company.close()


@pytest.fixture
def nw3(chromium: Browser, server: Server) -> Iterator[Company]:
    company = Company(chromium, server, "nw3")
    yield company
    company.close()


def check_same(company: Company) -> None:
    """Every page tells the same about the board and the end of the log as a page that is loaded afresh."""
    for person in company.all:
        live = (person.page.locator("#board").inner_text(), person.page.locator("#log li").last.inner_text())
        person.page.reload()
        person.wait_connected()
        assert live == (person.page.locator("#board").inner_text(), person.page.locator("#log li").last.inner_text())


def test_a_cairn_fight_from_the_first_page_to_the_end(cairn: Company, shots: Path) -> None:
    def shoot(person: Person, turn: int) -> None:
        if turn in (2, 9):
            for name, one in (("referee", cairn.referee), ("player", cairn.anna), ("phone", cairn.bertil)):
                one.shot(shots / f"cairn_{turn}_{name}.png")

    play_on(cairn.all, each=shoot)
    for person in cairn.all:
        assert person.complaints == []
        assert person.outside == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_same(cairn)


def test_a_night_wizard_battle_from_the_first_page_to_the_end(nw3: Company, shots: Path) -> None:
    # who is asked only where the answer can matter has an easier evening
    for person in nw3.all:
        person.page.select_option("#asks", "matters")

    def shoot(person: Person, turn: int) -> None:
        if turn in (14, 40):
            for name, one in (("referee", nw3.referee), ("player", nw3.anna), ("phone", nw3.bertil)):
                one.shot(shots / f"nw3_{turn}_{name}.png")
        if turn == 60:  # it gets late: from here on nobody is asked what has a usual answer
            for one in nw3.all:
                one.page.select_option("#asks", "never")

    play_on(nw3.all, each=shoot)
    for person in nw3.all:
        assert person.complaints == []
        assert person.outside == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_same(nw3)


def test_a_lost_connection_comes_back_without_a_reload(cairn: Company, shots: Path) -> None:
    while not cairn.anna.is_asked():
        cairn.referee.take_default()  # the fight begins, and soon everybody has something to declare
    cairn.anna.page.evaluate("window.stillTheSamePage = true")
    asked = cairn.anna.page.locator("#turn h2").first.inner_text()
    cairn.wire.cut()
    cairn.anna.page.wait_for_selector("#offline:not([hidden])")
    cairn.anna.shot(shots / "offline.png")
    others = [cairn.bertil, cairn.referee]
    while cairn.bertil.is_asked():
        cairn.bertil.take_default()
    cairn.referee.page.fill("#say-text", "Anna is gone, we go on.")
    cairn.referee.page.press("#say-text", "Enter")
    for person in others:
        person.page.get_by_text("Anna is gone, we go on.").first.wait_for()
    # what she was asked is decided for her
    details = cairn.referee.page.locator("#turn details.absent")
    details.locator("summary").click()
    details.locator('form:has-text("Anna") [data-default]').first.click()
    cairn.wire.mend()
    cairn.anna.page.wait_for_selector("#offline", state="hidden")
    cairn.anna.page.get_by_text("Anna is gone, we go on.").first.wait_for()
    cairn.anna.page.locator("#turn h2", has_text=asked).first.wait_for(state="detached")
    assert cairn.anna.page.evaluate("window.stillTheSamePage") is True
    play_on(cairn.all)
    check_same(cairn)


def test_the_keyboard_alone_is_enough(cairn: Company) -> None:
    def by_keyboard(usual: Locator) -> None:
        page = usual.page
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")

    def by_tab(usual: Locator) -> None:
        page = usual.page
        for _ in range(80):
            page.keyboard.press("Tab")
            if usual.evaluate("one => one === document.activeElement"):
                page.keyboard.press("Enter")
                return
        raise AssertionError("the usual choice cannot be reached by the Tab key")

    def by_number(usual: Locator) -> None:
        page = usual.page
        page.evaluate("document.activeElement.blur()")
        buttons = page.locator('#turn form[data-mine="yes"]').first.locator("button").all_inner_texts()
        place = buttons.index(usual.inner_text())
        page.keyboard.press(str(place + 1)) if place < 9 else page.keyboard.press("Enter")

    ways = [by_keyboard, by_tab, by_number]
    for turn in range(400):
        if all(person.is_over() for person in cairn.all):
            break
        person = next((one for one in cairn.all if one.is_asked()), None)
        if person is None:
            cairn.anna.page.wait_for_selector('#turn form[data-mine="yes"], #turn .over')
            continue
        person.take_default(ways[turn % 3])
    assert all(person.is_over() for person in cairn.all)
    assert cairn.bertil.page.viewport_size == PHONE


def test_an_answer_to_a_form_that_is_gone_is_still_told(cairn: Company) -> None:
    page = cairn.referee.page
    held: list[Route] = []
    refusal = {"hx-retarget": "#notice", "hx-reswap": "innerHTML"}
    page.route("**/say", lambda route: held.append(route))
    page.fill("#say-text", "Good evening.")
    with page.expect_request("**/say"):
        page.press("#say-text", "Enter")
    page.evaluate("document.getElementById('say-text').form.remove()")
    with page.expect_response("**/say"):
        held.pop().fulfill(body='<p class="refusal">Too late.</p>', content_type="text/html", headers=refusal)
    page.wait_for_selector("#notice .refusal:has-text('Too late.')")
    assert cairn.referee.complaints == []
