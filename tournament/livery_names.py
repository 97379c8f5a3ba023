"""Finding the company that somebody meant: full and short names, “WC of …”, aliases, near spellings."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from tournament.models import Livery
from tournament.reference import aliases, liveries

TRIMMINGS = re.compile(
    r"\b(the|hon|honourable|right|worshipful|wor|ws|w|c|wc|whc|co|coy|company|livery|society|of|london)\b"
)
NOTHING = {"", "none", "no", "na", "nil", "nolivery"}
NEAR = 0.72
OFFERED = 3


def key(text: str) -> str:
    """What is left of a company's name without case, accents, trimmings, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    plain = re.sub(r"['’‘`.]", "", plain.replace("&", " and ").replace("+", " and "))
    words = re.sub(r"[^\w]+", " ", plain)
    return re.sub(r"\s+", "", TRIMMINGS.sub(" ", words)) or re.sub(r"\s+", "", words)


def means_none(text: str) -> bool:
    """Whether the text says that there is no company."""
    return key(text) in NOTHING


class LiveryFinder:
    """The companies of one event under every spelling that is known for them."""

    def __init__(self, companies: Iterable[Livery]) -> None:
        self.companies = list(companies)
        self._known: dict[str, Livery] = {}
        for other, company in self._aliases():
            self._known.setdefault(other, company)
        for company in self.companies:
            self._known[key(company.full_name)] = company
        for company in self.companies:
            self._known[key(company.name)] = company
        self._known.pop("", None)

    def _aliases(self) -> Iterable[tuple[str, Livery]]:
        """The fixture's aliases, for those companies that the event still calls by the fixture's name."""
        named = {row["precedence"]: row["name"] for row in liveries()}
        held = {company.name: company for company in self.companies}
        for alias, precedence in aliases().items():
            company = held.get(named[precedence])
            if company:
                yield key(alias), company

    def find(self, text: str) -> Livery | None:
        """The company that this text names beyond doubt."""
        return self._known.get(key(text))

    def suggest(self, text: str) -> list[Livery]:
        """Companies whose name comes near, the nearest first."""
        near = get_close_matches(key(text), self._known, n=2 * OFFERED, cutoff=NEAR)
        found = {self._known[one].pk: self._known[one] for one in near}
        return list(found.values())[:OFFERED]
