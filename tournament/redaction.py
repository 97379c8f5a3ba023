"""Guests' names taken out of everything an event has written: each becomes the guest's badge."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournament.models import Guest

SHORTEST = 2
"""A part of a name with fewer letters is no name that anybody could be known by."""
SOMEBODY = "a guest"
"""What a part becomes that several guests share."""


def without_name(guest: Guest) -> str:
    """How a guest is called once the names are gone."""
    return f"Guest {guest.badge}"


class Redactor:
    """Takes names out of texts and of plain JSON values; the same name always becomes the same words."""

    def __init__(self, guests: Iterable[Guest]) -> None:
        whole: dict[str, str] = {}
        parts: dict[str, str] = {}
        for guest in guests:
            _add(whole, _whole(guest), without_name(guest))
            _add(parts, _parts(guest), without_name(guest))
        self._whole = _finder(whole)
        self._any = _finder(parts | whole)
        self._instead = parts | whole

    def names(self, text: str) -> str:
        """The text without whole names: for columns that name officials, who may share a surname with a guest."""
        return self._whole.sub(lambda found: self._instead[found[0]], text)

    def words(self, text: str) -> str:
        """The text without whole names and without their parts: for what people wrote."""
        return self._any.sub(lambda found: self._instead[found[0]], text)

    def value(self, value: Any) -> Any:
        """A plain JSON value with every text in it so treated; keys are ours and stay."""
        if isinstance(value, str):
            return self.words(value)
        if isinstance(value, Mapping):
            return {key: self.value(one) for key, one in value.items()}
        return [self.value(one) for one in value] if isinstance(value, list) else value


def _whole(guest: Guest) -> Iterator[str]:
    yield from (guest.name, guest.sort_name, guest.email, guest.guest_of)
    yield f"{guest.first_name} {guest.last_name}"
    yield f"{guest.last_name}, {guest.first_name}"


def _parts(guest: Guest) -> Iterator[str]:
    yield from (guest.first_name, guest.last_name)
    # Those who were only ever written in one piece: their longer words.
    yield from (word for word in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", guest.name) if word[0].isupper())


def _add(known: dict[str, str], names: Iterable[str], instead: str) -> None:
    for name in names:
        found = name.strip(" ,")
        if sum(letter.isalpha() for letter in found) >= SHORTEST:
            known[found] = SOMEBODY if known.get(found, instead) != instead else instead


def _finder(names: Iterable[str]) -> re.Pattern[str]:
    """Finds the longest of these, each as words of their own."""
    longest_first = sorted(names, key=len, reverse=True)
    said = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)")
