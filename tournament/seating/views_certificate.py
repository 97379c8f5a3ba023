"""A certificate as the page shows it: figures before and after a change, and what the change would
harm. What the seating means for each guest: table sizes, what they are worth in points, seats, and
deals.

A draw in public: showing the digest, taking it down, and the file that repeats the draw.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.seating.balance import Balance, balance
from scoring.seating.public_draw import file_text
from tournament.counting.dealers import dealers
from tournament.counting.formats import event_format
from tournament.counting.par import takes_par
from tournament.counting.seats import hall
from tournament.counting.sizes import bias, measured_words
from tournament.ledger.signing import perform
from tournament.models import Event, Guest, Stage, Tally
from tournament.seating import acts_draw
from tournament.seating.certificate import notes
from tournament.seating.tables import Row, balance_table
from tournament.seating.words import entries, last_in_public
from tournament.site.access import DESK, OFFICIAL, at_desk, at_event
from tournament.site.downloads import download
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
    return download(text, f"{event.slug}-draw.json")


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


def _worth(guest_balance: Balance, games: list[int], by_size: Mapping[int, float]) -> float | None:
    """What a guest is expected to score more than at tables of five; None where a size was not
    measured.
    """
    at_size = guest_balance.games_at(games)
    if not by_size or any(size not in by_size for size in at_size):
        return None
    return sum(number * by_size[size] for size, number in at_size.items())


def _dealt(event: Event) -> Counter[int]:
    """How often each guest dealt a game that is in, as far as dealers are known. Three queries, or
    one where nobody has said who deals.
    """
    dealers_of = dealers(event)
    if not dealers_of:
        return Counter()
    game = "sheet__game__"
    tallies = Tally.objects.filter(
        event=event, sheet__accepted=True, sheet__game__table__round__stage=Stage.QUALIFYING
    ).values_list(
        f"{game}table__round__number",
        f"{game}table__number",
        f"{game}number",
        "seat",
        "guest__badge",
    )
    return Counter(
        badge
        for round_, table, number, seat, badge in tallies
        if dealers_of.get((round_, table), {}).get(number) == seat
    )
