"""Playing without scripts: what a table page asks of its reader, and posting the forms that it shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser

import httpx
import msgspec

from servers import Visitor
from table_play import sit
from tables import Made

OVER = 'class="over"'


class Button(msgspec.Struct):
    """A button with its words; `usual` says whether it is the default."""

    name: str
    value: str
    text: str = ""
    usual: bool = False


class AskedForm(msgspec.Struct):
    """A form of what is asked: for oneself or for somebody absent."""

    action: str
    mine: bool
    hidden: dict[str, str] = {}
    fields: dict[str, str] = {}
    checked: list[tuple[str, str]] = []
    buttons: list[Button] = []
    words: str = ""

    @property
    def usual(self) -> Button:
        """The button that is marked as usual, else the first."""
        return next((one for one in self.buttons if one.usual), self.buttons[0])

    def button(self, words: str) -> Button:
        """The button with these words in it."""
        return next(one for one in self.buttons if words in one.text)


class _Turn(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[AskedForm] = []
        self._button: Button | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(AskedForm(given.get("action", ""), given.get("data-mine") == "yes"))
        elif not self.forms:
            return
        elif tag == "button":
            self._button = Button(given.get("name", ""), given.get("value", ""), usual="data-default" in given)
            self.forms[-1].buttons.append(self._button)
        elif tag == "input" and given.get("type") == "hidden":
            self.forms[-1].hidden[given["name"]] = given.get("value", "")
        elif tag == "input" and given.get("type") == "checkbox":
            if "checked" in given:
                self.forms[-1].checked.append((given["name"], given.get("value", "")))
        elif tag == "input":
            self.forms[-1].fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.text += data
        elif self.forms:
            self.forms[-1].words += data


def turn_of(html: str) -> list[AskedForm]:
    """The forms of what is asked on a table page, but for that to undo."""
    found = re.search(r'<section id="turn".*?</section>', html, re.DOTALL)
    assert found, html
    return [form for form in _Turn(found[0]).forms if not form.action.endswith("/undo")]


def log_of(html: str) -> list[str]:
    """The words of each line of the log of a page, without what it opens into."""
    found = re.search(r"<ol [^>]*class=\"log[^>]*>(.*?)</ol>", html, re.DOTALL)
    assert found, html
    lines = re.findall(r"<li class=.*?</li>", found[1], re.DOTALL)
    shown = [re.sub(r"</summary>.*", "", line, flags=re.DOTALL) for line in lines]
    return [unescape(re.sub(r"<[^>]*>", "", line)).removeprefix("⚄") for line in shown]


class Sitter:
    """Somebody at a table whose browser has no scripts."""

    def __init__(self, made: Made, seat: str, name: str = "") -> None:
        self.made = made
        self.seat = seat
        self.visitor: Visitor = sit(made, seat, name)
        self.base = f"/t/{made.id}/{seat}"
        self.token = self.visitor.token()

    def page(self) -> str:
        """The table page as it is now."""
        answer = self.visitor.get(self.base)
        assert answer.status_code == 200, answer.text
        return answer.text

    def asked(self) -> list[AskedForm]:
        """What is asked of this person now."""
        return [form for form in turn_of(self.page()) if form.mine]

    def log(self) -> list[str]:
        """The log as the page shows it."""
        return log_of(self.page())

    def press(self, form: AskedForm, button: Button | None = None, **others: str) -> httpx.Response:
        """Send a form by one of its buttons, the usual one unless given."""
        chosen = button or form.usual
        data: dict[str, str | list[str]] = {**form.hidden, **form.fields}
        for name, value in form.checked:
            given = data.setdefault(name, [])
            assert isinstance(given, list)
            given.append(value)
        if chosen.name:
            data[chosen.name] = chosen.value
        return self.visitor.http.post(form.action, data=data | others)

    def post(self, what: str, **data: str | Sequence[str]) -> httpx.Response:
        """Post something to this seat's page."""
        return self.visitor.http.post(f"{self.base}/{what}", data={"form_token": self.token, **data})

    def post_by_script(self, what: str, **data: str | Sequence[str]) -> httpx.Response:
        """The same as our script does it."""
        headers = {"hx-request": "true", "x-form-token": self.token}
        return self.visitor.http.post(f"{self.base}/{what}", data=data, headers=headers)

    def over(self) -> bool:
        """Whether the page says that the scenario is over."""
        return OVER in self.page()


def play_out(people: Sequence[Sitter], most: int = 600) -> int:
    """Let whoever is asked press what is usual until everybody's page says that it is over; says how often."""
    count = 0
    while count < most:
        pages = {one.seat: one.page() for one in people}
        if all(OVER in page for page in pages.values()):
            return count
        asked = [one for one in people if any(form.mine for form in turn_of(pages[one.seat]))]
        assert asked, "nobody is asked anything"
        page = pages[asked[0].seat]
        while (forms := [form for form in turn_of(page) if form.mine]) and OVER not in page:
            answer = asked[0].press(forms[0])
            assert answer.status_code == 200, answer.text
            assert answer.url.path == asked[0].base
            page, count = answer.text, count + 1
    raise AssertionError("the fight did not come to its end")
