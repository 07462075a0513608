"""Screenshots of every page for `docs/screenshots/`, made by playing an evening on a fresh server.

    .venv/bin/python docs/screenshots.py

Wide and light, and as on a phone in the dark; both games of Night Wizard in Japanese. Look at them after a change of
the pages.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, Page  # noqa: E402

from browsers import MINE, PHONE, WIDE, browser  # noqa: E402
from rulewright.table.table import Table  # noqa: E402
from servers import Server, running  # noqa: E402
from table_play import at, play  # noqa: E402
from tables import Made, new_table  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"
QUALITY = 45


class Camera:
    """Takes each page twice: wide and light, and on a phone in the dark."""

    def __init__(self, chromium: Browser, server: Server, language: str = "en") -> None:
        self.server = server
        self.wide: BrowserContext = chromium.new_context(viewport=WIDE, base_url=server.url, locale=language)
        self.page: Page = self.wide.new_page()
        self.chromium = chromium
        self.language = language

    def shoot(self, name: str, *, whole: bool = False) -> None:
        """The page as it is, and the same address on a phone."""
        self.page.wait_for_timeout(400)  # let bars and charts come to rest
        self._keep(self.page, f"{name}.jpg", whole)
        phone = self.chromium.new_context(
            viewport=PHONE, has_touch=True, color_scheme="dark", base_url=self.server.url, locale=self.language,
            storage_state=self.wide.storage_state(),
        )  # fmt: skip
        page = phone.new_page()
        page.goto(self.page.url)
        page.wait_for_timeout(700)
        self._keep(page, f"{name}_phone.jpg", whole)
        phone.close()

    def sit(self, made: Made, seat: str, name: str) -> None:
        """Take a seat."""
        self.page.goto(made.links[seat])
        if self.page.locator("#name").count():
            self.page.fill("#name", name)
        self.page.click("main form button.main")
        self.page.wait_for_selector('[data-stream][data-live="yes"]')

    def play(self, turns: int) -> None:
        """Take what is usual some times, for others too."""
        for _ in range(turns):
            version = self.page.locator("#turn").get_attribute("data-version") or ""
            form = self.page.locator(MINE)
            if not form.count():
                folded = self.page.locator("#turn details.absent")
                if not folded.count():
                    return
                if not folded.evaluate("one => one.open"):
                    folded.locator("summary").click()
                form = folded.locator("form")
            form.first.locator("[data-default]").first.click()
            self.page.wait_for_selector(f'#turn[data-version]:not([data-version="{version}"])')

    def _keep(self, page: Page, name: str, whole: bool) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / name, full_page=whole, type="jpeg", quality=QUALITY)


def public_pages(camera: Camera) -> None:
    """What needs no table."""
    for name, path in (
        ("lobby", "/"),
        ("new_table", "/new/cairn"),
        ("rulebook", "/rules/nw3"),
        ("rule", "/rules/nw3/NW3-JUDGE-12"),
        ("house_rules", "/rules/cairn/options"),
        ("characters", "/characters"),
        ("character_step", "/characters/new/nw3"),
        ("packs", "/packs"),
        ("content", "/content/nw3"),
        ("settings", "/settings"),
        ("api", "/api"),
    ):
        camera.page.goto(path)
        camera.shoot(name)
    camera.page.goto("/characters/new/nw3/random")
    camera.shoot("character")


def cairn(camera: Camera, server: Server) -> None:
    """A fight of Cairn as its referee."""
    made = new_table(server, "cairn", "ambush", title="Toll on the Causeway", seed="screenshots")
    camera.page.goto(made.links["referee"])
    camera.shoot("join")
    camera.sit(made, "referee", "Risto")
    camera.play(12)
    camera.shoot("table_referee", whole=True)
    base = f"/t/{made.id}/referee"
    for name in ("seats", "do", "edit", "undo", "replay", "dice"):
        camera.page.goto(f"{base}/{name}")
        camera.shoot(name)
    camera.page.goto(f"{base}/do/save")
    camera.shoot("command")
    camera.page.goto(f"{base}/odds")
    camera.page.wait_for_timeout(20_000)
    camera.shoot("odds")
    camera.page.goto(f"{base}/balance")
    camera.page.locator("main form button.main").first.click()
    camera.page.wait_for_timeout(15_000)
    camera.shoot("balance", whole=True)


def night_wizard(camera: Camera, server: Server) -> None:
    """A battle of Night Wizard in Japanese."""
    made = new_table(server, "nw3", "closing_time", title="閉店時間", seed="screenshots")
    camera.sit(made, "referee", "玲子")
    camera.play(34)
    camera.shoot("table_japanese", whole=True)


def evening(camera: Camera, player: Camera, server: Server) -> None:
    """A Dive of Night Wizard: the table, the Area Map as the referee and as a player, and the editor of Fortresses."""
    made = new_table(server, "nw3", "one_year_less_a_day", title="One Year Less a Day", seed="evening")
    camera.sit(made, "referee", "Risto")
    world = server.site.hub.rooms[made.id].table.world
    while world.state.scene is None or world.state.scene.prepared != "noodles_at_three":
        camera.play(1)
    camera.shoot("evening", whole=True)
    while world.state.scene is None or world.state.scene.area != "sorting_belt":
        camera.play(1)
    base = f"/t/{made.id}/referee/map"
    camera.page.goto(f"{base}?map=dive&place=sorting_belt")
    camera.shoot("map_referee", whole=True)
    player.sit(made, "kanata", "Anna")
    player.page.goto(f"/t/{made.id}/kanata/map?map=dive&place=sorting_belt")
    player.shoot("map_player", whole=True)
    camera.page.goto(f"{base}?map=fortress:red_moon_store")
    camera.page.locator("section button[name=command]").first.click()  # a version of one's own
    camera.page.goto(f"{base}?map=fortress:red_moon_store&place=food_hall")
    camera.shoot("map_editor", whole=True)


def night_wizard_origin(chromium: Browser, server: Server) -> None:
    """A fight of Night Wizard: Origin in Japanese: the field in a turn of one's own, and a question within a window."""

    def on_the_move(table: Table) -> bool:
        battle = table.world.state.battle
        return bool(battle and battle.round == 2 and battle.acting == "akane" and battle.casters) and not asked(table)

    def asked(table: Table) -> list[str]:
        return [one.owner for one in table.open_questions("referee")]

    def stacked(table: Table) -> bool:
        return len(table.world.state.stack) > 1 and bool(asked(table))

    for name, until in (("nwo_table", on_the_move), ("nwo_stack", stacked)):
        made = new_table(server, "nwo", "last_train", title="終電は客を待たない", seed="platform 6")
        play(made, until=until)
        camera = Camera(chromium, server, "ja-JP")
        camera.sit(made, (at(made, asked) or ["akane"])[0], "ひかり")
        camera.shoot(name, whole=True)
        if name == "nwo_table":
            camera.page.goto(f"{camera.page.url}#board")
            camera.shoot("nwo_field")


def main() -> None:
    """Make them all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{folder}/shots.db", limit_posts=100_000, limit_joins=100_000) as server,
        browser() as chromium,
    ):
        public_pages(Camera(chromium, server))
        cairn(Camera(chromium, server), server)
        night_wizard(Camera(chromium, server, "ja-JP"), server)
        evening(Camera(chromium, server), Camera(chromium, server), server)
        night_wizard_origin(chromium, server)


if __name__ == "__main__":
    main()
