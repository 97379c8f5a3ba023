"""What the seating means for each guest: table sizes, what they are worth in points, seats, and deals."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.seating.balance import Balance, Balanced, balance
from scoring.words import number_word
from tournament.access import OFFICIAL, at_event
from tournament.fair_tables import bias, measured_words
from tournament.ledger.fair_tables import takes_par
from tournament.ledger.formats import event_format
from tournament.ledger.seats import hall
from tournament.models import Event, Seat


@dataclass(frozen=True, slots=True)
class Line:
    """A guest with their balance; `worth` is what their tables bring beside those of five (None: not known)."""

    badge: int
    name: str
    balance: Balance
    worth: float | None
    dealt: int

    @property
    def uneven(self) -> bool:
        """Whether the sizes of their tables are worth anything."""
        return bool(self.worth)


@at_event(OFFICIAL)
def seating_balance(request: HttpRequest, event: Event) -> HttpResponse:
    """Every guest, those whose tables are worth most first."""
    found, form = hall(event), event_format(event)
    games = [held.games for held in found.rounds]
    shares = balance(found.seating, games)
    by_size, dealt = bias(event), _dealt(event)
    lines = [
        Line(guest.badge, guest.name, one, _worth(one, games, by_size), dealt[guest.badge])
        for one in shares.guests
        if (guest := found.guest(one.key))
    ]
    lines.sort(key=lambda line: (line.worth is None, line.worth or 0, line.badge))
    context = {
        "lines": lines,
        "rounds": [held.number for held in found.rounds],
        "notes": notes(shares, games),
        "measured": measured_words(event),
        "par": event.table_par,
        "takes_par": takes_par(form),
        "compare": form.compare,
        "known_deals": sum(dealt.values()),
    }
    return render(request, "tournament/seating_balance.html", context)


def notes(shares: Balanced, games: list[int]) -> list[str]:
    """What the seating shares out, in sentences; where it cannot be even they say so."""
    if not shares.guests:
        return []
    sizes = sorted({size for one in shares.guests for size in one.sizes if size})
    if len(sizes) == 1:
        said = [f"Every table has {number_word(sizes[0])}: nobody gains or loses by the size of a table."]
    else:
        said = [*_uneven(shares, large=False), *_uneven(shares, large=True)]
    odd = [size for size in sizes if any(number % size for number in games)]
    if odd:
        tables = " and ".join(number_word(size) for size in odd)
        said.append(f"At tables of {tables} the deal does not come round to everybody equally often in a round.")
    return said


def _uneven(shares: Balanced, *, large: bool) -> list[str]:
    share = shares.large if large else shares.small
    if not share.seats:
        return []
    word, guests = "larger" if large else "smaller", len(shares.guests)
    said = f"{share.seats} seats in all rounds are at tables {word} than {number_word(shares.usual)}"
    most = f"the most any guest has is {share.most}, and no seating can do with less than {share.least_most}"
    cannot = (
        "" if share.even else f" {share.seats} seats do not divide by {guests} guests, so equal shares cannot be had."
    )
    return [f"{said}: {most}.{cannot}"]


def _worth(one: Balance, games: list[int], by_size: Mapping[int, float]) -> float | None:
    """What a guest is expected to score more than at tables of five; None where a size was not measured."""
    at_size = one.games_at(games)
    if not by_size or any(size not in by_size for size in at_size):
        return None
    return sum(number * by_size[size] for size, number in at_size.items())


def _dealt(event: Event) -> Counter[int]:
    """How often each guest is on record as the dealer. One query."""
    here = Q(letter=F("table__games__dealer"), from_game__lte=F("table__games__number"))
    here &= Q(left_after_game=None) | Q(left_after_game__gte=F("table__games__number"))
    rows = Seat.objects.filter(here, event=event, round__stage="qualifying").order_by()
    return Counter(rows.values_list("guest__badge", flat=True))
