"""What only the announcer says, counted again: the names of a list, the cards that were cut, the
prizes and the thanks.
"""

import re
from collections.abc import Callable, Mapping

from django.db.models import QuerySet

from tests.walks.book import Book, number
from tournament.models import CutOfCards, Show, Tally

SMALL_NUMBERS = (
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
)
ALL_TENS = "_ ten twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = "_ first second third fourth fifth sixth seventh eighth ninth tenth"
SMALL, TENS, PLACES = SMALL_NUMBERS.split(), ALL_TENS.split(), ORDINALS.split()
Truth = Callable[[Book, re.Match[str]], bool]


def aloud(words: str) -> float:
    """Points as they are said."""
    half = 0.5 if words.endswith(" and a half") else 0.0
    hundreds, _, rest = words.removesuffix(" and a half").rpartition(" hundred")
    amount = 100 * SMALL.index(hundreds) if hundreds else 0
    return half + amount + sum(map(_number, re.findall(r"[a-z]+|\d+", rest.replace(" and ", ""))))


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    return SMALL.index(word) if word in SMALL else 10 * TENS.index(word)


def _next(book: Book, match: re.Match[str]) -> bool:
    """Who is to be read next of the sealed list, at their place and with their points."""
    place, rows = PLACES.index(match[1]), {row[0]: row for row in book.seal_rows}
    left = len(book.through) - (book.read("cut") or 0)
    if book.seal is None or book.revealed or place > len(book.through):
        return False
    row = rows[book.through[place - 1]]
    return place <= left and row[2] == aloud(match[2]) and match[3].endswith(row[1])


def _prize(book: Book, match: re.Match[str]) -> bool:
    """A prize of the podium goes to somebody who played in the play-off."""
    played = Tally.objects.filter(
        event=book.event, sheet__accepted=True, sheet__game__table__round__stage="playoff"
    )
    names = set(played.values_list("guest__name", flat=True))
    return book.over_the_tables and any(name in match[1] for name in names)


def _cutting(book: Book, match: re.Match[str]) -> bool:
    """So many cut cards for fewer places."""
    return book.played_out and _cards(book).exists() and number(match[1]) > number(match[3])


def _card(book: Book, match: re.Match[str]) -> bool:
    return book.played_out and _cards(book).filter(guest__name=match[1]).exists()


def _cards(book: Book) -> QuerySet[CutOfCards]:
    return CutOfCards.objects.filter(event=book.event, stage="qualifying")


def _given(book: Book, match: re.Match[str]) -> bool:
    return Show.objects.filter(event=book.event, given=match[1]).exists()


ALOUD: Mapping[str, Truth] = {
    r"In (\w+) place, with ([\w -]+) points?, ([^.?]+)\.": _next,
    r"(?:The )?[\w ]*[Pp]rize goes to ([^.]+)\.": _prize,
    r"(\w+) guests, level on (\d+) points, have cut cards for (\w+) places?": _cutting,
    r"([A-Z][\w ]*\w) cut the \w+ of \w+\.": _card,
    r"Thank you all\. Good night|Thank you all for playing": lambda book, _: (
        book.told or book.over or book.read("cut") is not None
    ),
    r"Good night, and safe home": lambda book, _: book.told or book.over,
    r"it has been presented, with applause": lambda book, _: book.told,
    r"Tonight you gave ([^.]+)\.": _given,
}
"""Each thing that the announcer says beside the table of steps, and what must be so then."""
