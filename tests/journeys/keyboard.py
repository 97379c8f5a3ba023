"""Going through the pages by keys alone: no mouse, no address typed, nothing typed twice."""

import re
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import SAID, NoBarriers, arrived, comes, shows

MOST_STOPS = 400
FOCUSED = (
    "it => it === document.activeElement && (it.matches(':focus-visible') ? 'seen' : 'unseen')"
)
Role = Literal["button", "checkbox", "combobox", "link", "radio", "textbox"]


def tab_to(page: Page, target: Locator) -> None:
    """Tab until the control has the focus, and shows it."""
    for _stop in range(MOST_STOPS):
        if focus := target.evaluate(FOCUSED):
            assert focus == "seen", f"no focus is seen on {target}"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {target} on {page.url}")


@dataclass
class Keyboard:
    """One who has a keyboard and no mouse, before a page."""

    page: Page
    no_barriers: NoBarriers
    typed: set[str] = field(default_factory=set)

    def arrived(self, heading: str) -> None:
        """The page with this heading is there whole, and nothing on it shuts anybody out."""
        arrived(self.page, re.compile(heading))
        self.no_barriers(self.page)

    def reach(self, target: Locator) -> None:
        """Tab until the control has the focus, and shows it."""
        expect(target).to_have_count(1)
        tab_to(self.page, target)

    def press(self, role: Role, name: str, *, key: str = "Enter", within: str = "body") -> None:
        """Tab to a control by its whole name and press it."""
        self.reach(self.page.locator(within).get_by_role(role, name=name, exact=True))
        self.page.keyboard.press(key)

    def place(self, name: str, heading: str) -> None:
        """Go to a place of the evening by its tab, and to a page of the tab after `>`."""
        tab, _, page = name.partition(" > ")
        self.press("link", tab, within="nav.tabs")
        if page:
            expect(self.page.locator("nav.tabs a[aria-current]")).to_have_text(tab)
            self.press("link", page, within="nav.within")
        self.arrived(heading)

    def write(self, label: str, text: str, *, prefilled: bool = False) -> None:
        """Type into a field by its label. It must be empty, unless `prefilled`: then what stands
        there is replaced.
        """
        target = self.page.get_by_label(label, exact=True)
        self.reach(target)
        assert prefilled or target.input_value() == "", f"{label} is filled in already"
        assert text not in self.typed, f"{text} has to be typed twice"
        # Short words, such as a number or a badge, may well come again.
        self.typed |= {text} if len(text) > 3 else set()
        if prefilled:
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def said(self, words: str) -> None:
        """The last act was answered with these words."""
        comes(self.page, SAID, words)
        shows(self.page, words)
