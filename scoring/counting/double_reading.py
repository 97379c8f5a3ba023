"""Numbers that read both as cards and as points: `23` is a Two and a Three, or 23 points."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.cards import CardError
from scoring.counting.hand import parse_hand, receipt
from scoring.law.rulebook import Rules

_NUMBER = re.compile(r"[1-9]\d?", re.ASCII)
"""What stands on a score card: one or two digits.

Hands of three cards and more are no plausible points.
"""


@dataclass(frozen=True, slots=True)
class DoubleReading:
    """A number that was typed for a seat: its value as points, and as `cards` (0 where it is no
    hand at all).
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
    as_cards = [text for text in entries.values() if not (text.isascii() and text.isdigit())]
    if not (as_cards if points else len(numbers) == len(entries)):
        return None
    read = (_both(seat, text, rules) for seat, text in numbers.items())
    differing = (reading for reading in read if reading.cards != reading.points)
    return next(
        (reading for reading in differing if (reading.cards if points else reading.points > 9)),
        None,
    )


def _both(seat: str, text: str, rules: Rules) -> DoubleReading:
    try:
        hand = parse_hand(text, jokers=rules.deal.jokers)
    except CardError:
        return DoubleReading(seat, int(text), 0)
    return DoubleReading(seat, int(text), receipt(hand, rules).total, " ".join(hand.ranks))
