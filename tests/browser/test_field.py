"""A field of squares in a browser: by keyboard, by mouse and by touch, kept while others play, and within a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browsers import PHONE
from fields import put_on_field
from rulewright import games
from rulewright.web.people.session import COOKIE
from servers import Server
from web_eyes import Eyes


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch, server: Server) -> Eyes:
    put_on_field(monkeypatch, games.get("cairn"))
    return Eyes(server, "cairn", "ambush", seed="field")


def opened(chromium: Browser, eyes: Eyes, complaints: list[str], **options: object) -> Page:
    """The referee's page, live."""
    context = chromium.new_context(base_url=eyes.server.url, **options)  # type: ignore[arg-type]
    cookie = str(eyes.visitors["referee"].http.cookies[COOKIE])
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": eyes.server.url}])
    page = context.new_page()
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(eyes.base("referee"))
    page.wait_for_selector('[data-stream][data-live="yes"]')
    return page


def at(page: Page) -> str:
    """The square that has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('href') || ''"))


def test_squares_are_one_stop_and_the_arrow_keys_go_on(chromium: Browser, eyes: Eyes, shots: Path) -> None:
    complaints: list[str] = []
    page = opened(chromium, eyes, complaints)
    squares = page.locator(".field a.square")
    assert [squares.nth(place).get_attribute("tabindex") for place in range(3)] == ["0", "-1", "-1"]
    squares.first.focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == "#reach-B3"
    assert squares.nth(1).get_attribute("tabindex") == "0"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert at(page) == "#reach-A4"

    page.keyboard.press("Enter")  # one way: it is gone at once
    page.wait_for_selector("#log >> text=board.name to 0,3")
    page.wait_for_timeout(150)
    assert at(page) == "#reach-A4"  # the board has been drawn anew around the focus

    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # two ways: they are listed
    assert page.locator(".goings > ul > li:visible").count() == 1
    assert page.locator("#reach-B3 button").count() == 2
    page.screenshot(path=shots / "field.png", full_page=True)
    page.keyboard.press("Tab")
    version = page.get_attribute("#board", "data-version")
    eyes.visitors["referee"].post(f"{eyes.base('referee')}/say", {"text": "hush"})
    page.wait_for_selector(f'#board:not([data-version="{version}"])')
    assert page.locator(".goings > ul > li:visible").count() == 1  # still open, with the focus where it was
    page.keyboard.press("Enter")
    page.wait_for_selector("#log >> text=board.side to 1,2")
    page.wait_for_timeout(150)
    assert page.locator(".goings > ul > li:visible").count() == 0
    assert at(page) == "#reach-B3"
    assert complaints == []


def test_a_phone_shows_the_field_and_a_finger_chooses(chromium: Browser, eyes: Eyes, shots: Path) -> None:
    complaints: list[str] = []
    page = opened(chromium, eyes, complaints, viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator(".field a.square .in-reach").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    page.evaluate("document.querySelector('.field-scroll').scrollLeft = 8")
    eyes.visitors["referee"].post(f"{eyes.base('referee')}/say", {"text": "hush"})
    page.wait_for_selector("#board[data-version]")
    assert page.evaluate("document.querySelector('.field-scroll').scrollLeft") == 8
    page.locator(".field a.square").first.tap()
    page.wait_for_selector("#log >> text=board.name to 0,2")
    page.screenshot(path=shots / "field_phone.png", full_page=True)
    assert complaints == []
