"""A real browser for tests: people in contexts of their own, who play by what their pages ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, ViewportSize, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MINE = '#turn form[data-mine="yes"]'
OVER = "#turn .over"


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as Debian ships it."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield started
        finally:
            started.close()


class Person:
    """Somebody at a browser: their page, and whatever the browser complained about."""

    def __init__(self, browser: Browser, url: str, *, phone: bool = False, **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE if phone else WIDE, has_touch=phone, base_url=url, **options
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.outside: list[str] = []
        self._url = url

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.outside.append(request.url)

    def sit(self, link: str, name: str) -> None:
        """Take a seat by its link and wait for the table."""
        self.page.goto(link)
        if self.page.locator("#name").count():
            self.page.fill("#name", name)
        self.page.click("main form button.main")
        self.page.wait_for_selector("#board svg")
        self.wait_connected()

    def wait_connected(self) -> None:
        """Wait until the stream of the page is open."""
        self.page.wait_for_selector('[data-stream][data-live="yes"]')

    @property
    def asked(self) -> Locator:
        """The form of what is asked of this person first."""
        return self.page.locator(MINE).first

    def is_asked(self) -> bool:
        """Whether something is asked of this person."""
        return self.page.locator(MINE).count() > 0

    def is_over(self) -> bool:
        """Whether the page says that the scenario is over."""
        return self.page.locator(OVER).count() > 0

    def seq(self) -> int:
        """The number of the last entry that the page knows."""
        return int(self.page.evaluate("lastSeen") or 0)

    def take_default(self, press: Callable[[Locator], None] | None = None) -> None:
        """Do what is marked as usual, by mouse or as `press` does it, and wait until something else is asked."""
        form = self.asked
        before = self.page.locator("#turn").get_attribute("data-version") or ""
        usual = form.locator("[data-default]").first
        try:
            usual.click(timeout=2_000) if press is None else press(usual)
        except TimeoutError:
            return  # what others did has changed what is asked
        self.page.wait_for_selector(f'#turn[data-version]:not([data-version="{before}"])')

    def shot(self, path: Path) -> None:
        """A screenshot of the whole page."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, full_page=True)


def play_on(people: Sequence[Person], most: int = 600, each: Callable[[Person, int], None] | None = None) -> int:
    """Let whoever is asked take what is usual, until every page says that it is over; gives the number of turns."""
    for turn in range(most):
        if all(person.is_over() for person in people):
            return turn
        person = next((one for one in people if one.is_asked()), None)
        if person is None:
            people[0].page.wait_for_timeout(50)  # a change is under way to the pages
            continue
        if each is not None:
            each(person, turn)
        person.take_default()
    raise AssertionError("the fight did not come to its end")
