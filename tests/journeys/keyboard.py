"""Going through the pages by keys alone: no mouse, no address typed, nothing typed twice."""

import re
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Keyboard as Keys
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import NoBarriers, arrived, comes, ready_for_keys

MOST_STOPS = 400
FOCUSED = (
    "it => it === document.activeElement && (it.matches(':focus-visible') ? 'seen' : 'unseen')"
)
STOPS = """(it, walked) => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((one) => one === it || (one.tabIndex >= 0 && !one.disabled && one.type !== "radio"
      && one.checkVisibility({ visibilityProperty: true })));
  const kind = (one) => [one.tagName, one.className, ...one.getAttributeNames()].join(" ");
  const [from, to] = [document.activeElement, it].map((one) => stops.indexOf(one));
  if (to <= from) return [0, []];
  const steps = stops.slice(Math.max(from, 0), to + 1).map((one, at, all) =>
    `${kind(one.parentElement)}: ${kind(one)} > ${all[at + 1] ? kind(all[at + 1]) : ""}`);
  const unknown = steps.slice(0, -1).findIndex((one) => !walked.includes(one));
  const known = unknown < 0 ? steps.length - 2 : unknown;
  if (known > 1) stops[Math.max(from, 0) + known - 1].focus();
  return [known > 1 ? to - Math.max(from, 0) - known + 1 : to - from, steps.slice(0, -1)];
}"""
"""So many stops lie before a control at the least: none of them needs a question. The first of the
way, from each of whose kinds Tab has gone on to the next before, are not walked again.
"""
_walked: dict[str, None] = {}
"""The steps that Tab has gone: from a kind of control to the next."""
Role = Literal["button", "checkbox", "combobox", "link", "radio", "textbox"]


def tab_to(page: Page, target: Locator) -> None:
    """Tab until the control has the focus, and shows it."""
    ready_for_keys(page)
    ahead, steps = target.evaluate(STOPS, [*_walked])
    for stop in range(MOST_STOPS):
        if stop >= ahead and (focus := target.evaluate(FOCUSED)):
            assert focus == "seen", f"no focus is seen on {target}"
            _walked.update(dict.fromkeys(steps))
            return
        Keys.press(page.keyboard, "Tab")  # without the look of a single key whether it is heard
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
        Keys.press(self.page.keyboard, key)

    def place(self, name: str, heading: str) -> None:
        """Go to a place of the evening by its tab, and to a page of the tab after `>`."""
        tab, _, page = name.partition(" > ")
        self.press("link", tab, within="nav.tabs")
        if page:
            expect(self.page.locator("nav.tabs a[aria-current]")).to_have_text(tab)
            self.press("link", page, within="nav.within")
        self.arrived(heading)

    def write(self, label: str, text: str, *, prefilled: bool = False) -> None:
        """Type into a field by its label: something new, in place of what stands there only where
        that is meant.
        """
        target = self.page.get_by_label(label, exact=True)
        self.reach(target)
        assert prefilled or target.input_value() == "", f"{label} is filled in already"
        assert text not in self.typed, f"{text} has to be typed twice"
        self.typed |= {text} if len(text) > 3 else set()
        if prefilled:
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def said(self, words: str) -> None:
        """The last act was answered with these words."""
        comes(self.page, "[role=status]", words)
        expect(self.page.get_by_role("status").first).to_contain_text(words)
