"""Numbers that read both as cards and as points: `23` is a Two and a Three, or 23 points."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from scoring.cards import CardError
from scoring.counting.hand import parse_hand, receipt
from scoring.law.rulebook import Rules

_NUMBER = re.compile(r"[1-9]\d?", re.ASCII)
"""Points of a game as somebody would write them: three digits can only be a hand."""


class DoubleReading(NamedTuple):
    """A number that was typed for a seat: what it is worth as points, what as `cards` (0 where it
    is no hand at all), and the `ranks` of that hand.
    """

    seat: str
    points: int
    cards: int
    ranks: str = ""


def double_reading(texts: Mapping[str, str], rules: Rules, *, points: bool) -> DoubleReading | None:
    """The first number of a row that may have been meant the other way; None where there is no
    doubt.

    `texts` are the hands of one game by seat as they were typed, without those who went out, were
    absent, or whose points are marked as such. `points` says how bare numbers are read now.

    Read as cards, a row is in doubt when every hand is a number of one or two digits, and one of
    two digits does not count the same both ways: a card that somebody wrote with a letter, a suit
    or a gap says that cards are typed, and a hand of three cards says so too. Read as points, it is
    in doubt when somebody's hand is written as cards, and a number that is a hand too and does not
    count the same both ways stands beside it.
    """
    entries = {seat: text.strip().upper() for seat, text in sorted(texts.items())}
    numbers = {seat: text for seat, text in entries.items() if _NUMBER.fullmatch(text)}
    if points:
        in_doubt = not all(text.isascii() and text.isdigit() for text in entries.values())
    else:
        in_doubt = len(numbers) == len(entries)
    if not in_doubt:
        return None
    for seat, text in numbers.items():
        reading = DoubleReading(seat, int(text), 0)
        with suppress(CardError):
            hand = parse_hand(text, jokers=rules.deal.jokers)
            cards = receipt(hand, rules).total
            reading = DoubleReading(seat, int(text), cards, " ".join(hand.ranks))
        plausible = reading.cards != 0 if points else reading.points > 9
        if plausible and reading.cards != reading.points:
            return reading
    return None
