"""What a phone really shows, in the faces of real phones; and what of a page lies outside it."""

import base64
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.journeys.hall import PATIENCE

FACES = Path(__file__).parent / "faces"
Size = tuple[int, int]
SIZES = SAFARI, SMALL, SIDE = (390, 664), (360, 640), (740, 340)
"""An iPhone's window with Safari's bars, a small Android phone, and one on its side."""
PLACE = "(one) => Object.values(document.querySelector(one).getBoundingClientRect().toJSON())"

OUTSIDE = """() => {
  const inside = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
    && box.left >= frame.left - 1 && box.right <= frame.right + 1;
  const screen = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const main = document.querySelector("main");
  const needed = [...document.querySelectorAll("#pad :is(h1, h2, button, a, input, b, dd, p, .card, .qr)")]
    .filter((one) => one.getClientRects().length);
  const out = needed.filter((one) => !inside(one.getBoundingClientRect(), screen)
    || (main.contains(one) && !inside(one.getBoundingClientRect(), main.getBoundingClientRect())));
  const buttons = needed.filter((one) => one.matches("button")).map((one) => [one, one.getBoundingClientRect()]);
  const over = buttons.filter(([one, box], at) => buttons.slice(at + 1).some(([, other]) => box.left < other.right - 1
    && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1)).map(([one]) => one);
  const cut = needed.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.matches("h1, h2, button, b"));
  const sunk = [...main.children].filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 0
    && !one.matches("h2, .sums, .livery, .visually-hidden"));
  const swipe = main.scrollHeight > main.clientHeight + 1 || document.documentElement.scrollHeight > innerHeight;
  const words = [...out, ...over, ...cut, ...sunk].map((one) => one.textContent.trim() || one.className);
  return words.concat(swipe ? ["a swipe"] : []);
}"""
"""The words of all that ends outside the window, lies over something else, is cut or runs out of its
box; and whether a
swipe is needed.
"""


EVERY_QUESTION = """async () => {
  const press = async (value) => {
    document.querySelector(`.taps [value="${value}"]`)?.click();
    await new Promise((done) => setTimeout(done));
  };
  const outside = () => [...document.querySelectorAll(".pad :is(button, input), .taps-foot > *, .ask-top > *")].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, bottom - 3);
    return top < 0 || bottom > innerHeight || right > innerWidth || !(one === there || one.contains(there)) || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.textContent);
  const found = [];
  for (const name of Object.keys(JSON.parse(document.getElementById("taps").textContent).facts)) {
    await press(`on:${name}`);
    scrollTo(0, 0);
    const asked = document.getElementById("asked").textContent;
    const keys = document.querySelector(".pad-suits")?.getBoundingClientRect().top;
    found.push(...outside().map((words) => [name, words]));
    if (!keys || !document.querySelector(".pad-ranks")) continue;
    for (const key of ["S", "10", "9"]) await press(`key:${key}`);
    found.push(...outside().map((words) => [name, "with cards", words]));
    if (asked === document.getElementById("asked").textContent && keys !== document.querySelector(".pad-suits")?.getBoundingClientRect().top) found.push([name, "moved"]);
  }
  return found;
}"""
"""Each fact of a situation is asked, and cards are tapped where they are asked for: what ends outside
the window, lies under something else or is cut, and where the keys moved.
"""


@cache
def _face(name: str) -> str:
    data = base64.b64encode((FACES / f"{name}.woff2").read_bytes()).decode()
    return f"src: url(data:font/woff2;base64,{data})"


def _with_face(face: str) -> str:
    """The style that lays a page out in a face."""
    regular = f"@font-face {{ font-family: Phone; {_face(face)}; }}"
    bold = f"@font-face {{ font-family: Phone; font-weight: 600 700; {_face(f'{face}-bold')}; }}"
    return f"{regular} {bold} :root {{ --sans: Phone !important; }}"


def small_phone(browser: Browser, size: Size, face: str) -> BrowserContext:
    """A phone of this window, whose system's face is `roboto` or `inter`."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        bypass_csp=True,
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)

    def dressed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{answer.text()}\n{_with_face(face)}")

    context.route("**/tokens*.css", dressed)
    return context


def outside(page: Page) -> list[str]:
    """What is needed and cannot be seen without a swipe."""
    page.evaluate("document.fonts.ready.then(() => true)")
    found: list[str] = page.evaluate(OUTSIDE)
    return found


def held_as(page: Page, size: Size) -> None:
    """The same phone with a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def outside_at(page: Page, sizes: Sequence[Size] = SIZES) -> list[tuple[Size, list[str]]]:
    """What of the screen needs a swipe, lies over something or is cut, size by size."""
    found = []
    for size in sizes:
        held_as(page, size)
        found.append((size, outside(page)))
    return [(size, words) for size, words in found if words]


def places(page: Page, selector: str, sizes: Sequence[Size] = SIZES) -> list[list[float]]:
    """Where something stands, size by size."""
    found = []
    for size in sizes:
        held_as(page, size)
        found.append(page.evaluate(PLACE, selector))
    return found
