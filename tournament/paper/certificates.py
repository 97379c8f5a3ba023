"""Certificates as paper values: what is recorded of those who went through, of the winners, and of
everybody who played.
"""

from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from tournament.counting.announcement import spoken
from tournament.counting.formats import event_format
from tournament.models import Event, Guest
from tournament.paper.seating import edition
from tournament.paper.values_guests import Certificate, Certificates


def certificates(
    event: Event, board: Board, now: datetime, *, everybody: bool = False, overprint: bool = False
) -> Certificates:
    """For those of the play-off in their order, else for those who go through; for `everybody` who
    is ranked.
    """
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    final = [one for one in board.playoff if one.ranked]
    cut = board.cut if isinstance(board.cut, Cut) else None
    through = [one for one in board.standings if cut and one.player in cut.qualifiers]
    field = sum(one.ranked for one in board.standings)
    made = [
        _certificate(event, guests[one.player], _of_the_final(event, one, final, field))
        for one in final
        if one.player in guests
    ]
    if not final:
        made = [
            _certificate(event, guests[one.player], _of_those_through(event, one, through, field))
            for one in through
            if one.player in guests
        ]
    if everybody:
        made = [
            _certificate(event, guests[one.player], _of_the_field(event, one, field))
            for one in board.standings
            if one.ranked and one.player in guests
        ]
    return Certificates(edition(event, now), tuple(made), ("Master", "Head Umpire"), overprint)


def _certificate(event: Event, guest: Guest, lines: tuple[str, ...]) -> Certificate:
    company = ""
    if guest.livery:
        full = guest.livery.full_name or f"Company of {guest.livery.name}"
        company = f"of the {full.removeprefix('The ').removeprefix('the ')}"
    return Certificate(guest.name if not guest.unnamed else f"Badge {guest.badge}", company, lines)


def _points(event: Event, total: int | None) -> str:
    return f"{spoken(total or 0)} points" if total != 1 else "one point"


def _of_the_final(
    event: Event, one: Standing, final: list[Standing], field: int
) -> tuple[str, ...]:
    points, ten = _points(event, one.total), spoken(len(final))
    if final and one.player == final[0].player:
        margin = abs((final[1].total or 0) - (one.total or 0)) if len(final) > 1 else 0
        fewer = "fewer" if event_format(event).direction.startswith("low") else "more"
        clear = f"{spoken(margin)} {fewer} than the next, " if margin else ""
        return (
            f"won the play-off of {ten} with {points},",
            f"{clear}in a field of {spoken(field)}",
        )
    return (
        f"came {one.place_words.removeprefix('=')} of {ten} in the play-off with {points},",
        f"in a field of {spoken(field)}",
    )


def _of_those_through(
    event: Event, one: Standing, through: list[Standing], field: int
) -> tuple[str, ...]:
    goal = "reached the play-off" if event.has_playoff else "finished"
    return (
        f"{goal} among the best {spoken(len(through))} with {_points(event, one.total)},",
        f"in a field of {spoken(field)}",
    )


def _of_the_field(event: Event, one: Standing, field: int) -> tuple[str, ...]:
    unit = event_format(event).counted(event.qualifying_rounds * event.games_per_round)
    return (f"played {unit} in good company,", f"one of a field of {spoken(field)}")
