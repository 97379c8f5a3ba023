"""How much a page asks of whoever opens it: the words, links and fields that are in sight before
anything is unfolded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"input", "br", "hr", "img", "link", "meta", "source", "wbr"})
UNSEEN = frozenset({"script", "style", "template", "head", "svg", "noscript"})
DATA = frozenset({"tbody", "option"})
"""What grows with the guests and is read line by line, not as sentences."""
TYPED = frozenset({"input", "select", "textarea"})


@dataclass(slots=True)
class _Open:
    """An element that is open: whether its text is out of sight, or data; and for a fold whether
    its line has been read.
    """

    tag: str
    hidden: bool
    data: bool
    main: bool
    folded: bool
    tabs: bool


@dataclass(slots=True)
class Seen:
    """What a page shows."""

    tabs: int = 0
    links: set[str] = field(default_factory=set)
    words: int = 0
    fields: int = 0
    """Those in sight."""
    folded: int = 0
    """Those that a fold hides."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self._stack: list[_Open] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Count a link or a field; keep what the element hides."""
        held = {name: value or "" for name, value in attrs}
        up = self._stack[-1] if self._stack else _Open("", False, False, False, False, False)
        classes = held.get("class", "").split()
        folded = up.folded or (up.tag == "details-closed" and tag != "summary")
        hidden = up.hidden or tag in UNSEEN or "hidden" in held or "visually-hidden" in classes
        here = _Open(
            "details-closed" if tag == "details" and "open" not in held else tag,
            hidden,
            up.data or tag in DATA or "tile" in classes,
            up.main or tag == "main",
            folded,
            up.tabs or (tag == "nav" and "tabs" in classes),
        )
        self._count(tag, held, here)
        if tag not in VOID:
            self._stack.append(here)

    def _count(self, tag: str, held: dict[str, str], here: _Open) -> None:
        if tag == "a" and here.tabs:
            self.seen.tabs += 1
        if here.hidden or not here.main:
            return
        if tag == "a" and not here.folded and not here.data:
            self.seen.links.add(held.get("href", "").split("#")[0])
        if tag in TYPED and held.get("type") != "hidden":
            self.seen.folded += here.folded
            self.seen.fields += not here.folded

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and what was left open in it."""
        while self._stack:
            if self._stack.pop().tag.removesuffix("-closed") == tag:
                return

    def handle_data(self, data: str) -> None:
        """Count words in sight."""
        here = self._stack[-1] if self._stack else None
        if here and here.main and not (here.hidden or here.data or here.folded):
            self.seen.words += len(data.split())


def read(html: str) -> Seen:
    """What a page shows before anything on it is unfolded."""
    reader = _Reader()
    reader.feed(html)
    return reader.seen
