"""A referee makes a Fortress of five Areas by keyboard alone, and takes it back; players see nothing of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from browsers import PHONE, WIDE
from rulewright.web.people.session import COOKIE
from servers import Server
from web_eyes import Eyes

MOST_STOPS = 120


def page_of(chromium: Browser, eyes: Eyes, who: str, **options: object) -> Page:
    """A page of somebody's in a browser, which tells what it complains of."""
    context = chromium.new_context(base_url=eyes.server.url, **{"viewport": WIDE, **options})  # type: ignore[arg-type]
    cookie = str(eyes.visitors[who].http.cookies[COOKIE])
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": eyes.server.url}])
    page = context.new_page()
    page.on("console", lambda message: print(message.type, message.text))
    return page


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something with this text, label or id has the focus."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => { const at = document.activeElement;
                return [at.id, at.getAttribute("aria-label"), at.labels?.[0]?.innerText, at.innerText, at.textContent]
                    .map((one) => (one || "").trim()); }"""
        )
        if any(one == what or one.startswith(f"{what},") for one in told):
            return
    raise AssertionError(f"no way to {what!r} by keyboard")


def fill(page: Page, label: str, text: str) -> None:
    """Type into the field of this name, in the place of what is there."""
    tab_to(page, label)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def send(page: Page) -> None:
    """Send the form in which the focus is, and wait for the answer."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def unfold(page: Page, summary: str) -> None:
    """Open a form."""
    tab_to(page, summary)
    page.keyboard.press("Enter")


def names(page: Page) -> list[str]:
    """The places on the map."""
    return page.locator(".map .place .name").all_text_contents()


def test_a_fortress_is_built_by_keyboard_and_taken_back(chromium: Browser, server: Server, shots: Path) -> None:
    eyes = Eyes(server, "nw3", "rooftop", seed="maps")
    page = page_of(chromium, eyes, "referee")
    page.goto(eyes.base("referee"))
    tab_to(page, "Map")
    send(page)
    unfold(page, "Begin a new Fortress")
    fill(page, "Name (needed)", "Glass Tower")
    send(page)
    assert page.locator("h1").inner_text().startswith("Glass Tower")
    assert names(page) == ["Entrance"]

    tab_to(page, "Entrance")
    send(page)  # the details of the Area
    for number, name in enumerate(("Lobby", "Lift", "Roof Garden", "Boiler"), 2):
        unfold(page, "Add an Area (エリア)")
        fill(page, "Name (needed)", name)
        send(page)
        assert len(names(page)) == number
        assert page.locator("#details h2").inner_text().startswith(name)
    assert names(page) == ["Entrance", "Lobby", "Lift", "Roof Garden", "Boiler"]
    assert page.locator(".map .gate").count() == 4

    # the arrow keys go along the map
    tab_to(page, "Entrance")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "lift"
    send(page)
    unfold(page, "Change this Area (エリア)")
    fill(page, "Name (needed)", "Paternoster")
    tab_to(page, "Kind (needed)")
    page.keyboard.type("Event")
    fill(page, "Event", "It never stops.")
    tab_to(page, "Do it")
    send(page)
    assert names(page)[2] == "Paternoster"
    assert "It never stops." in page.locator("#details").inner_text()
    page.screenshot(path=shots / "map_built.png", full_page=True)

    for left in (5, 4, 3, 2, 1):
        tab_to(page, "Take back my last choice")
        send(page)
        assert len(names(page)) == left
    assert names(page) == ["Entrance"]
    tab_to(page, "Take back my last choice")
    send(page)
    assert page.locator(".map").count() == 0
    page.context.close()


def test_a_map_is_drawn_anew_when_another_window_changes_it(chromium: Browser, server: Server) -> None:
    eyes = Eyes(server, "nw3", "rooftop", seed="maps")
    visitor, base = eyes.visitors["referee"], eyes.base("referee")
    given = {"do": "begin_fortress", "name": "Glass Tower", "first_area": "Door"}
    assert visitor.post(f"{base}/map", given).url.params["map"] == "fortress:glass_tower"
    page = page_of(chromium, eyes, "referee", viewport=PHONE, has_touch=True)
    page.goto(f"{base}/map?map=fortress:glass_tower")
    page.wait_for_selector('[data-map-stream][data-live="yes"]')
    visitor.post(f"{base}/map", {"do": "add_area", "fortress": "glass_tower", "name": "Cellar", "beside": "entrance"})
    page.wait_for_selector('.map .name:text-is("Cellar")')
    page.tap('.map [data-place="cellar"]')
    page.wait_for_selector('#details h2:has-text("Cellar")')
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
