"""A certificate as the page shows it: figures before and after a change, and what the change would
harm. What the seating means for each guest: table sizes, what they are worth in points, seats, and
deals.

A draw in public: showing the digest, taking it down, and the file that repeats the draw.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.seating import Certificate, Harm, Kind, TablePlan
from scoring.seating.harms import Balance, Balanced, balance
from scoring.seating.public_draw import file_text
from scoring.words import listed, number_word
from tournament.counting.formats import event_format
from tournament.counting.par import takes_par
from tournament.counting.seats import hall
from tournament.counting.sizes import bias, measured_words
from tournament.ledger.signing import perform
from tournament.models import Event, Guest, Seat
from tournament.seating import acts_draw
from tournament.seating.tables import Row, balance_table
from tournament.seating.words import LABELS, entries, label, last_in_public, tables_words
from tournament.site.access import DESK, OFFICIAL, at_desk, at_event
from tournament.site.tables import arrange


@at_event(DESK)
@require_POST
def show_digest(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the digest of list and secret."""
    outcome = "The digest is shown. Now let the room cut four cards."
    perform(request, event, lambda signature: acts_draw.show_digest(event, signature), outcome)
    return redirect("seating", event.slug)


@at_event(DESK)
@require_POST
def take_digest_down(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw without it."""
    outcome = "The digest no longer stands."
    perform(request, event, lambda signature: acts_draw.take_digest_down(event, signature), outcome)
    return redirect("seating", event.slug)


@at_event(OFFICIAL)
def draw_file(request: HttpRequest, event: Event) -> HttpResponse:
    """List, secret, cards and seats, by which any laptop repeats the draw."""
    draw = last_in_public(entries(event))
    if draw is None:
        messages.error(request, "Nothing was drawn in public: there is no file to repeat it from.")
        return redirect("seating", event.slug)
    text = file_text(draw, hall(event).seating.rounds)
    headers = {
        "Content-Disposition": f'attachment; filename="{event.slug}-draw.json"',
        "Cache-Control": "no-store",
    }
    return HttpResponse(text, content_type="application/json", headers=headers)


ALWAYS: tuple[Kind, ...] = ("repeats", "same_livery")
SHOWN = 12  # single harms named before the rest is only counted


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the certificate; `after` is empty unless a change is tried, `worse` that the
    change harms.
    """

    label: str
    before: str
    after: str = ""
    worse: bool = False
    amiss: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """Single harms as sentences, and how many more there are than are shown."""

    sentences: tuple[str, ...] = ()
    more: int = 0


def figures(now: Certificate, tried: Certificate | None, number: int) -> list[Figure]:
    """The lines for a round; those that are nought and stay nought are left out, but for meetings
    and liveries.
    """
    lines = [_count(kind, now, tried) for kind in LABELS if _is_said(kind, now, tried)]
    sizes = [_size(seats, now, tried, number) for seats, _ in now.tables_by_size[number - 1]]
    wishes = [
        _kept_figure(
            "Fixed seats kept",
            now.fixed_wished,
            now.fixed_kept,
            tried.fixed_kept if tried else None,
        ),
        _kept_figure(
            "Kept apart", now.apart_wished, now.apart_kept, tried.apart_kept if tried else None
        ),
    ]
    most = [_most("small", now, tried), _most("large", now, tried)]
    last = [lines.pop()] if lines and lines[-1].label == LABELS["off_plan"] else []
    return [*lines, *sizes, *(line for line in (*most, *wishes) if line), *last]


def named(harms: Iterable[Harm]) -> Named:
    """The harms in words, exceptions to the movement aside."""
    sentences = [harm.sentence for harm in harms if harm.kind != "off_plan"]
    return Named(tuple(sentences[:SHOWN]), max(0, len(sentences) - SHOWN))


def unavoidable(check: Certificate) -> list[str]:
    """The counts that no seating of these guests could bring to nought."""
    return [entry.sentence for entry in check.counts if entry.count and entry.least]


def exceptions(check: Certificate, number: int) -> list[str]:
    """The moves to a round that do not follow the movement, in words."""
    return [harm.sentence for harm in check.exceptions if harm.round == number]


def new_harms(now: Certificate, tried: Certificate) -> list[Harm]:
    """What the change would do that is not so now, exceptions to the movement aside."""
    cases = {_case(harm) for harm in now.harms}
    return [harm for harm in tried.harms if harm.kind != "off_plan" and _case(harm) not in cases]


def in_words(plan: TablePlan) -> str:
    """The tables of a plan: 21 tables of five and 1 of four."""
    return tables_words(plan.by_size)


def _case(harm: Harm) -> tuple[Kind, frozenset[object]]:
    return harm.kind, frozenset(harm.keys)


def _is_said(kind: Kind, now: Certificate, tried: Certificate | None) -> bool:
    return bool(kind in ALWAYS or now.count(kind) or (tried and tried.count(kind)))


def _count(kind: Kind, now: Certificate, tried: Certificate | None) -> Figure:
    count = now.count(kind)
    grave = kind != "off_plan"
    if tried is None:
        return Figure(label(kind, now), str(count), amiss=bool(count) and grave)
    after = tried.count(kind)
    return Figure(label(kind, now), str(count), str(after), worse=after > count and grave)


def _size(seats: int, now: Certificate, tried: Certificate | None, number: int) -> Figure:
    before = dict(now.tables_by_size[number - 1]).get(seats, 0)
    after = str(dict(tried.tables_by_size[number - 1]).get(seats, 0)) if tried else ""
    return Figure(f"Tables of {number_word(seats)}", str(before), after)


def _most(word: str, now: Certificate, tried: Certificate | None) -> Figure | None:
    """The most rounds any guest spends at a table of unusual size, beside the least that any
    seating could do with.
    """
    before, after = (
        _exposed(word, certificate) if certificate else None for certificate in (now, tried)
    )
    if not (before and before[0]) and not (after and after[0]):
        return None
    words = [f"{row[0]}, at least {row[1]}" if row else "" for row in (before, after)]
    worse = bool(before and after and after[0] > before[0])
    return Figure(f"Most rounds at a {word} table", words[0], words[1], worse=worse)


def _exposed(word: str, certificate: Certificate) -> tuple[int, int]:
    return (
        (certificate.most_small, certificate.least_most[0])
        if word == "small"
        else (certificate.most_large, certificate.least_most[1])
    )


def _kept_figure(label: str, wished: int, before: int, after: int | None) -> Figure | None:
    if not wished:
        return None
    words = "" if after is None else f"{after} of {wished}"
    return Figure(
        label,
        f"{before} of {wished}",
        words,
        worse=after is not None and after < before,
        amiss=after is None and before < wished,
    )


def _line(
    guest: Guest, guest_balance: Balance, worth: float | None, dealt: int, rounds: Sequence[int]
) -> Row:
    """A guest with their balance; `worth` is what their tables bring beside those of five (None:
    not known).
    """
    fewest, most = guest_balance.deals
    return {
        "badge": guest.badge,
        "name": guest.name,
        "weight": (worth is None, worth or 0, guest.badge),
        "worth_words": "–" if worth is None else f"{worth:.1f}" if worth else "0",
        "seats": " ".join(letter or "–" for letter in guest_balance.seats),
        "fewest": (fewest, most),
        "deals": str(fewest) if fewest == most else f"{fewest} to {most}",
        "dealt": dealt,
        "row_class": "row-picked" if worth else "",
        **{
            f"size_{number}": size or "–"
            for number, size in zip(rounds, guest_balance.sizes, strict=True)
        },
    }


@at_event(OFFICIAL)
def seating_balance(request: HttpRequest, event: Event) -> HttpResponse:
    """Every guest, those whose tables are worth most first."""
    hall_, form = hall(event), event_format(event)
    games = [round_.games for round_ in hall_.rounds]
    numbers = [round_.number for round_ in hall_.rounds]
    shares = balance(hall_.seating, games)
    by_size, dealt = bias(event), _dealt(event)
    rows = [
        _line(guest, item, _worth(item, games, by_size), dealt[guest.badge], numbers)
        for item in shares.guests
        if (guest := hall_.guest(item.key))
    ]
    table = balance_table(rows, numbers, known_deals=bool(sum(dealt.values())))
    if file := arrange(request, table, f"{event.slug}-balance", saves=at_desk(request)):
        return file
    context = {
        "table": table if rows else None,
        "seated": len(rows),
        "rounds": numbers,
        "notes": notes(shares, games),
        "measured": measured_words(event),
        "par": event.table_par,
        "takes_par": takes_par(form),
        "compare": form.compare,
    }
    return render(request, "seating/balance.html", context)


def notes(shares: Balanced, games: list[int]) -> list[str]:
    """What the seating shares out, in sentences; where it cannot be even they say so."""
    if not shares.guests:
        return []
    sizes = sorted({size for guest in shares.guests for size in guest.sizes if size})
    if len(sizes) == 1:
        sentences = [
            f"Every table has {number_word(sizes[0])}: nobody gains or loses by the size of a"
            " table."
        ]
    else:
        sentences = [*_uneven(shares, large=False), *_uneven(shares, large=True)]
    odd = [size for size in sizes if any(number % size for number in games)]
    if odd:
        tables = listed(number_word(size) for size in odd)
        sentences.append(
            f"At tables of {tables} the deal does not come round to everybody equally often in a"
            " round."
        )
    return sentences


def _uneven(shares: Balanced, *, large: bool) -> list[str]:
    share = shares.large if large else shares.small
    if not share.seats:
        return []
    word, guests = "larger" if large else "smaller", len(shares.guests)
    sentence = (
        f"{share.seats} seats in all rounds are at tables {word} than {number_word(shares.usual)}:"
        f" the most any guest has is {share.most}, and no seating can do with less than"
        f" {share.least_most}."
    )
    cannot = (
        f"{share.seats} seats do not divide by {guests} guests, so equal shares are not possible."
    )
    return [sentence if share.even else f"{sentence} {cannot}"]


def _worth(guest_balance: Balance, games: list[int], by_size: Mapping[int, float]) -> float | None:
    """What a guest is expected to score more than at tables of five; None where a size was not
    measured.
    """
    at_size = guest_balance.games_at(games)
    if not by_size or any(size not in by_size for size in at_size):
        return None
    return sum(number * by_size[size] for size, number in at_size.items())


def _dealt(event: Event) -> Counter[int]:
    """How often each guest is on record as the dealer. One query."""
    here = Q(letter=F("table__games__dealer"), from_game__lte=F("table__games__number"))
    here &= Q(left_after_game=None) | Q(left_after_game__gte=F("table__games__number"))
    rows = Seat.objects.filter(here, event=event, round__stage="qualifying").order_by()
    return Counter(rows.values_list("guest__badge", flat=True))
