"""Every page of a referee in a real browser, wide and on a phone, light and dark: readable, reachable, and by itself.

What a script can measure is measured: contrast of every text, room to scroll, sizes to touch, what has the focus. The
screenshots are for people to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

from api_bots import Bot
from browsers import PHONE, WIDE
from rulewright.web.people.session import COOKIE
from servers import Server, running
from web_eyes import Eyes

GAMES = {"cairn": "barrow", "nw3": "rooftop"}
SIZES = {"wide": WIDE, "phone": PHONE}

MEASURES = Path(__file__).with_name("measures.js").read_text("utf-8")


def measured(page: Page, what: str) -> Any:
    """What a function of `measures.js` finds on a page."""
    return page.evaluate(f"(() => {{ {MEASURES}\n return {what}(); }})()")


class Place:
    """A server with a fight of each game in the middle, everything a referee can have, and the pages to look at."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.pages: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.referee = server.visitor()
        self.stranger = server.visitor()
        self.stranger.get("/")
        for game, scenario in GAMES.items():
            self._fight(game, Eyes(server, game, scenario, seed="pages"))

    def _fight(self, game: str, eyes: Eyes) -> None:
        bots = [
            Bot(self.server.url, eyes.made.id, f"{eyes.made.id}.{seat}.{link.rpartition('/')[2]}")
            for seat, link in eyes.made.links.items()
            if seat != "spectator"
        ]
        bots.sort(key=lambda bot: bot.seat == "referee")
        for _ in range(14):
            any(bot.act() for bot in bots)
        bots[0].post("commands", {"command": {"do": "say", "text": "They come from the left."}})
        bots[-1].post("commands", {"command": {"do": "free_roll", "text": "2d6+3", "secret": True}})
        for bot in bots:
            bot.http.close()
        visitor = eyes.visitors["referee"]
        self.cookies[game] = str(visitor.http.cookies[COOKIE])
        base = eyes.base("referee")
        figure = re.search(rf'href="({base}/sheet/[^"]+)"', visitor.get(base).text)
        assert figure
        who = figure[1].rpartition("/")[2]
        draft = visitor.get(f"/characters/new/{game}").url.path
        made = visitor.get(f"/characters/new/{game}/random").url.path
        character = f"/characters/{eyes.character(visitor)}"
        rule = list(eyes.game.rulebook().rules)[7]
        command = max(eyes.game.commands.types.values(), key=lambda one: len(one.form.__struct_fields__)).name
        self.pages |= {
            f"{game}/{name}": path
            for name, path in {
                "lobby": "/",
                "new": f"/new/{game}",
                "table": base,
                "seats": f"{base}/seats",
                "sheet": figure[1],
                "edit": f"{base}/edit",
                "edit_figure": f"{base}/edit?figure={who}",
                "do": f"{base}/do",
                "do_one": f"{base}/do/{command}",
                "odds": f"{base}/odds",
                "balance": f"{base}/balance",
                "replay": f"{base}/replay?at=6",
                "dice": f"{base}/dice",
                "log": f"{base}/log",
                "undo": f"{base}/undo",
                "delete": f"{base}/delete",
                "rules": f"/rules/{game}",
                "rules_found": f"/rules/{game}?q=damage",
                "rule": f"/rules/{game}/{rule}",
                "options": f"/rules/{game}/options",
                "open_points": f"/rules/{game}/open",
                "odds_of_rules": f"/odds/{game}",
                "balance_of_scenario": f"/balance/{game}/{GAMES[game]}",
                "characters": "/characters",
                "creation": draft,
                "creation_made": made,
                "character": character,
                "print": f"{character}/print",
                "character_file": f"/characters/import/{game}",
            }.items()
        }
        if game == "nw3":
            self.pages["nw3/terms"] = "/rules/nw3/terms"
            for done in (
                {"do": "propose_fortress", "name": "Black Mall", "areas": 14, "danger": 6},
                {"do": "add_area", "fortress": "black_mall", "name": "Unfinished", "kind": "trap", "beside": "a3"},
            ):
                visitor.post(f"{base}/map", done)
            opened = f"{base}/map?map=fortress:black_mall"
            self.pages |= {
                "nw3/map": opened,
                "nw3/map_place": f"{opened}&place=a3",
                "nw3/map_gate": f"{opened}&link=g2",
            }
            return
        self.pages |= {
            "games": "/new",
            "settings": "/settings",
            "packs": "/packs",
            "import": "/import",
            "all_rules": "/rules",
            "dice_odds": "/odds/dice?dice=4d6kh3",
            "api": "/api",
            "error": "/nowhere",
            "join": eyes.made.links[eyes.others[0]].removeprefix(self.server.url),
        }

    def cookie(self, name: str) -> str:
        """Whose page it is: the referee's of that game, or for a link that of somebody new."""
        if name == "join":
            return str(self.stranger.http.cookies[COOKIE])
        return self.cookies[name.partition("/")[0] if "/" in name else "cairn"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**6, limit_joins=10**6) as server:
        yield Place(server)


class Faults:
    """What a browser finds wrong with a page."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def add(self, name: str, faults: Any) -> None:
        """Note faults of a page."""
        if faults:
            self.found.setdefault(name, []).extend(faults)

    def check(self) -> None:
        """There are none."""
        assert not self.found, "\n".join(f"{name}: {fault}" for name, faults in self.found.items() for fault in faults)


def listen(page: Page, url: str, told: list[str], outside: list[str]) -> None:
    """Note what the browser complains of, and what it asks of other servers."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            told.append(message.text)

    def request(asked: Request) -> None:
        if not asked.url.startswith((url, "data:", "blob:")):
            outside.append(asked.url)

    page.on("console", console)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", request)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read_and_touched(
    chromium: Browser, place: Place, shots: Path, size: str, scheme: Any
) -> None:
    faults = Faults()
    for name, path in place.pages.items():
        context = chromium.new_context(
            viewport=SIZES[size], has_touch=size == "phone", base_url=place.server.url, color_scheme=scheme
        )
        context.add_cookies([{"name": COOKIE, "value": place.cookie(name), "url": place.server.url}])
        page = context.new_page()
        told, outside = list[str](), list[str]()
        listen(page, place.server.url, told, outside)
        page.goto(path)
        if path.endswith("/referee"):
            page.wait_for_selector('[data-stream][data-live="yes"]')
        with suppress(Error):  # what is computed behind the page, such as odds, may come in the meantime
            page.wait_for_load_state("networkidle", timeout=1_500)
        for details in page.locator("details:not([open]) > summary").all()[:12]:
            with suppress(Error):
                details.evaluate("one => { one.parentElement.open = true }", timeout=500)
        faults.add(name, measured(page, "contrast"))
        faults.add(name, measured(page, "targets"))
        faults.add(name, measured(page, "beyond"))
        faults.add(name, [one for one in told if not (name == "error" and "404" in one)])
        faults.add(name, outside)
        shot = shots / "pages" / f"{name.replace('/', '_')}_{size}_{scheme}.png"
        shot.parent.mkdir(parents=True, exist_ok=True)
        page.evaluate("document.querySelectorAll('details').forEach((one, place) => { one.open = place < 3 })")
        height = min(4_000, page.evaluate("document.documentElement.scrollHeight"))
        page.screenshot(
            path=shot, full_page=True, clip={"x": 0, "y": 0, "width": SIZES[size]["width"], "height": height}
        )
        context.close()
    faults.check()


def test_the_focus_is_seen_wherever_the_tab_key_leads(chromium: Browser, place: Place) -> None:
    faults = Faults()
    for name, path in place.pages.items():
        context = chromium.new_context(viewport=WIDE, base_url=place.server.url)
        context.add_cookies([{"name": COOKIE, "value": place.cookie(name), "url": place.server.url}])
        page = context.new_page()
        page.goto(path)
        reached: set[str] = set()
        begun = page.locator("[autofocus]").count() == 0
        for step in range(45):
            page.keyboard.press("Tab")
            at = measured(page, "focus")
            if at is None:  # the browser's own bar, between the end and the start
                continue
            if at["mark"] in reached:
                break
            reached.add(at["mark"])
            if step == 0 and begun:
                faults.add(name, [] if "skip" in at["name"] else [f"the first stop is {at['name']}"])
            if not at["good"]:
                faults.add(name, [f"no focus to see: {at['name']}"])
        faults.add(name, [] if len(reached) > 4 else [f"only {len(reached)} stops"])
        context.close()
    faults.check()
