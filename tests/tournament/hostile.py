"""Names as nobody is called, put past every form into the rows, and what a reader of pages finds of
them.
"""

from html.parser import HTMLParser

from tests.tournament.visitors import peopled
from tournament.models import Event, Guest, Livery

NAMES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</textarea></title><script src=//evil.example></script>",
    "javascript:alert(1)",
    "{{ 7|add:7 }}{% debug %}",
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "#N/A",
    "\u202egnp.exe\u202c",
    "e" + "\u0301" * 40,
    "𝕬𝖉𝖆 😈 𠜎",
    "x" * 80,
    "';DROP TABLE tournament_guest;--",
    "\x07bell\x1b[31m",
    "\ufeff\u200b\u2066zero\u2069",
)
"""Scripts, formulas, templates, directions, piled-up marks, four-byte letters, controls, and very
long ones.
"""
NO_DATABASE_TAKES = "\x00"


def hostile_event() -> Event:
    """A peopled evening whose guests and companies all bear such names."""
    event = peopled(10)
    companies = list(event.liveries.order_by("precedence"))
    for number, guest in enumerate(event.guests.order_by("badge")):
        name = NAMES[number % len(NAMES)]
        Guest.objects.filter(pk=guest.pk).update(
            name=name, sort_name=name, office=name[:60], livery=companies[number]
        )
        Livery.objects.filter(pk=companies[number].pk).update(
            name=NAMES[(number + 10) % len(NAMES)][:80]
        )
    Event.objects.filter(pk=event.pk).update(name=NAMES[0], venue=NAMES[1], charity=NAMES[6])
    event.refresh_from_db()
    return event


class Found(HTMLParser):
    """What a page would run or draw that no page of ours holds: code in the page, and elements of
    the names.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects scripts without a file of ours, styles, handlers, and addresses that are code or
        of elsewhere.
        """
        said = {name: value or "" for name, value in attrs}
        if tag == "style" or (tag == "script" and not _ours(said)):
            self.faults.append(f"<{tag} {said}>")
        self.faults += [
            f"{tag} {name}" for name in said if name.startswith("on") or name == "style"
        ]
        for name in ("src", "href", "action", "formaction"):
            value = said.get(name, "").strip().lower()
            if (
                value.startswith(("javascript:", "vbscript:", "//", "http:", "https:"))
                and "testserver" not in value
            ):
                self.faults += (
                    []
                    if value.startswith(("http://127.0.0.1", "https://")) and tag == "a"
                    else [f"{tag} {name}={value}"]
                )
            if value == "x":
                self.faults.append(f"{tag} {name}=x")


def _ours(said: dict[str, str]) -> bool:
    return said.get("src", "").startswith("/") or said.get("type") in (
        "application/json",
        "text/plain",
    )
