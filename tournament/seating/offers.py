"""The free places of a hall weighed by what each does to the guests who meet there."""

from collections.abc import Iterator, Mapping, Sequence

from scoring.seating import Certificate, Kind, certificate, offers
from scoring.words import capital
from tournament.counting.plan import bounds_of, table_label
from tournament.counting.seats import Hall, as_they_sat
from tournament.models import Guest
from tournament.models.seating import RoundState
from tournament.seating.tiles import free_tables
from tournament.seating.words import label

WEIGHED = 40  # offers whose harm is told in words, the best first


def best_places(hall_: Hall, number: int, guest: Guest) -> tuple[str, str] | None:
    """The first of the places that a guest is offered in this round and the later ones, if any."""
    free = free_tables_for(hall_, number, guest)
    return next(offered(as_they_sat(hall_, guest, number), guest.badge, free), None)


def free_tables_for(hall_: Hall, number: int, guest: Guest) -> dict[int, Sequence[int]]:
    return {
        round_.number: free_tables(hall_, round_.number)
        for round_ in hall_.rounds[number - 1 :]
        if round_.state != RoundState.CLOSED
        and hall_.seating.place(guest.badge, round_.number) is None
    }


def offered(
    hall_: Hall, badge: int, free: Mapping[int, Sequence[int]]
) -> Iterator[tuple[str, str]]:
    """The value and the words of each offer, with what is worse about it."""
    now = certificate(hall_.seating, hall_.wishes)
    for offer in offers(hall_.seating, hall_.wishes, badge, free, bounds=bounds_of(hall_.event))[
        :WEIGHED
    ]:
        then, parts = hall_.seating, []
        for in_round, place in offer.places:
            then = then.filled(badge, in_round, place)
            parts.append(
                f"round {in_round}: table {table_label(hall_.event, place.table)},"
                f" seat {place.seat}"
            )
        words = "; ".join(parts)
        value = " ".join(
            f"{in_round}.{place.table}{place.seat}" for in_round, place in offer.places
        )
        yield value, f"{capital(words)}{_harm(now, certificate(then, hall_.wishes))}"


def _harm(now: Certificate, then: Certificate) -> str:
    kinds: list[Kind] = ["repeats", "same_livery", "same_group", "same_team"]
    more = [(label(kind, now).lower(), then.count(kind) - now.count(kind)) for kind in kinds]
    words = ", ".join(f"{words}: {number} more" for words, number in more if number > 0)
    return f" ({words})" if words else ""
