"""What a card left in the hand costs, as printed on cards and sheets: drawn from the rulebook and
from nothing else.

The line at the foot of every page: which edition, printed when, and how final its figures are.
"""

from collections.abc import Container, Iterable
from datetime import datetime

from django.utils.dateformat import format as write_date
from django.utils.timezone import localtime

from scoring.law.rulebook import CardValue, Rules
from tournament.paper.drawing import CRIMSON, INK, Box, Mark, Words
from tournament.paper.fitting import width
from tournament.paper.values import Edition, ValueGroup

ORDER = "A23456789TJQK"
DEAREST_PLAIN_CARD = 10
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 5.2, 7.0, 0.45
FACE = "face value"


def printed_values(
    values: Iterable[CardValue] | None, ranks: Container[str] = ORDER
) -> tuple[ValueGroup, ...]:
    """The rulebook's card values as groups of printed ranks, in the rulebook's order, without the
    ranks that its pack has not; none if it prints no values.
    """
    return tuple(
        ValueGroup(
            ranks=tuple("10" if rank == "T" else rank for rank in value.ranks if rank in ranks),
            points=value.points,
            heavy=value.points is not None and value.points > DEAREST_PLAIN_CARD,
        )
        for value in values or ()
    )


def values_in_force(rules: Rules) -> tuple[ValueGroup, ...]:
    """The same under the rules of an event."""
    return printed_values(rules.scoring.values, rules.deal.ranks)


def shown(ranks: tuple[str, ...]) -> tuple[str, ...]:
    """Ranks as drawn: three or more number cards in a row become the first, a dash and the last."""
    runs: list[list[str]] = []
    for rank in ranks:
        follows = (
            runs
            and rank.isdigit()
            and runs[-1][-1].isdigit()
            and int(rank) == int(runs[-1][-1]) + 1
        )
        if follows:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return tuple(mark for run in runs for mark in (run if len(run) < 3 else (run[0], "–", run[-1])))


def in_words(group: ValueGroup) -> tuple[str, str]:
    """Ranks and cost of a group as text: `("10, J, Q, K", "10")`, `("2–7, 9", "face value")`."""
    ranks = ", ".join(shown(group.ranks)).replace(", –, ", "–")
    return ranks, FACE if group.points is None else str(group.points)


def value_strip(
    values: tuple[ValueGroup, ...], x: float, y: float, room: float
) -> tuple[Mark, ...]:
    """Small cards with their cost, one line high, spread over `room` millimetres from the left edge
    `x`.
    """
    if not values:
        return ()
    widths = [_group_width(group) for group in values]
    gap = max((room - sum(widths)) / max(len(values) - 1, 1), 1.0)
    marks: list[Mark] = []
    for group, column_width in zip(values, widths, strict=True):
        marks += _group(group, x, y)
        x += column_width + min(gap, 12)
    return tuple(marks)


def _cost(group: ValueGroup) -> tuple[str, float]:
    if group.points is None:
        return FACE, 8.6
    return str(group.points), 14.5 if group.heavy else 12


def _group_width(group: ValueGroup) -> float:
    text, size = _cost(group)
    cards = sum(1.9 if rank == "–" else CARD_WIDTH + CARD_GAP for rank in shown(group.ranks))
    return cards + 0.6 + width(text, size)


def _group(group: ValueGroup, x: float, y: float) -> list[Mark]:
    marks: list[Mark] = []
    colour = CRIMSON if group.heavy else INK
    base = y + CARD_HEIGHT / 2
    for rank in shown(group.ranks):
        if rank == "–":
            marks.append(Words(x + 0.7, base + 1.1, rank, 9, "600", "middle"))
            x += 1.9
            continue
        # The dear card keeps its heavy edge in black and white, where its red is only a grey.
        weight = 0.55 if group.heavy else 0.25
        marks.append(Box(x, y, CARD_WIDTH, CARD_HEIGHT, weight, 0.8))
        marks.append(
            Words(
                x + CARD_WIDTH / 2,
                base + 1.15,
                rank,
                8 if rank == "10" else 9.2,
                "600",
                "middle",
                colour,
            )
        )
        x += CARD_WIDTH + CARD_GAP
    text, size = _cost(group)
    marks.append(Words(x + 0.6, base + size * 0.115, text, size, "700", colour=colour))
    return marks


def printed(edition: Edition) -> str:
    """`No. 3 · 11 Feb 2027, 17:42`."""
    return f"No. {edition.number} · {write_date(localtime(edition.printed_at), 'j M Y, H:i')}"


def foot(edition: Edition, *remarks: str, results: bool = False) -> str:
    """The whole line. A page of results says provisional, or when it was sealed."""
    parts = [
        printed(edition),
        finality(edition) if results else "",
        *remarks,
    ]
    return " · ".join(part for part in parts if part)


def finality(edition: Edition) -> str:
    """`provisional` until the seal, then `sealed 21:46`."""
    if edition.sealed_at is None:
        return "provisional"
    return f"sealed {clock(edition.sealed_at)}"


def clock(moment: datetime) -> str:
    """Hours and minutes as the hall's clock shows them."""
    return write_date(localtime(moment), "H:i")
