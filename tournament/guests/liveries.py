"""The livery companies in their order of precedence, and finding the one that somebody meant: full
and short names, “WC of …”, aliases, near spellings.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any

from tournament import places
from tournament.models import Livery


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((places.FIXTURES / "liveries.json").read_text(encoding="utf-8")))


def liveries() -> list[dict[str, Any]]:
    """The companies as an event copies them; edit fixtures/liveries.json when a
    new one is granted.
    """
    return [
        {
            "precedence": row["precedence"],
            "name": row["short_name"],
            "full_name": row["full_name"],
            "great_twelve": row["great_twelve"],
            "modern": row["modern"],
            "note": row["note"],
        }
        for row in _rows()
    ]


def aliases() -> dict[str, int]:
    """Other spellings that people use, in lower case, to the precedence of the company meant."""
    return {alias.lower(): row["precedence"] for row in _rows() for alias in row.get("aliases", ())}


@cache
def company_keys() -> frozenset[str]:
    """The keys of every name by which a company of the shipped list goes."""
    return frozenset({key(row["name"]) for row in liveries()} | {key(text) for text in aliases()})


TRIMMINGS = re.compile(
    r"\b(the|hon|honourable|right|worshipful|wor|ws|w|c|wc|whc|co|coy|company|livery|society|of|london)\b"
)
NOTHING = {
    "",
    "none",
    "no",
    "non",
    "na",
    "nil",
    "null",
    "notapplicable",
    "unaffiliated",
    "noneyet",
    "noteyet",
}
NEAR = 0.72
OFFERED = 3


@lru_cache(1000)  # the shipped names alone have some 300, asked for at each list and each guest
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
        for alias, company in self._aliases():
            self._known.setdefault(alias, company)
        for company in self.companies:
            self._known[key(company.full_name)] = company
        for company in self.companies:
            self._known[key(company.name)] = company
        self._known.pop("", None)

    def _aliases(self) -> Iterable[tuple[str, Livery]]:
        """The fixture's aliases, for those companies that the event still calls by the fixture's
        name.
        """
        lookup = {row["precedence"]: row["name"] for row in liveries()}
        by_name = {company.name: company for company in self.companies}
        for alias, precedence in aliases().items():
            company = by_name.get(lookup[precedence])
            if company:
                yield key(alias), company

    def add(self, company: Livery) -> None:
        """Know one more, under its own name."""
        self.companies.append(company)
        self._known.setdefault(key(company.name), company)

    def find(self, text: str) -> Livery | None:
        """The company that this text names beyond doubt."""
        return self._known.get(key(text))

    def suggest(self, text: str) -> list[Livery]:
        """Companies whose name comes near, the nearest first."""
        near = get_close_matches(key(text), self._known, n=2 * OFFERED, cutoff=NEAR)
        companies = {self._known[name].name: self._known[name] for name in near}
        return list(companies.values())[:OFFERED]
