"""Cards that bear only the total of a round, lifted into values; and the games whose hands
nobody wrote down.
"""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Exists, OuterRef, QuerySet

from scoring.counting.tally import RoundTotal
from tournament.counting.target import after_the_target
from tournament.models import Event, Seat, Stage
from tournament.models import RoundTotal as RoundTotalRow
from tournament.site.cache import KeptQuery

Where = tuple[int, int, int]


def lift_round_totals(event: Event, stage: str = Stage.QUALIFYING) -> tuple[RoundTotal, ...]:
    """The round totals of a stage as they stand."""
    rows = totals_that_stand(event, stage)
    columns = ("guest__ref", "round__number", "points", "games")
    return tuple(RoundTotal(*row) for row in rows.order_by("entry__number").values_list(*columns))


def totals_that_stand(event: Event | int, stage: str) -> QuerySet[RoundTotalRow]:
    """The round totals of a stage that nobody took back."""
    return RoundTotalRow.objects.filter(event=event, round__stage=stage, taken_back_by=None)


def told_in_all() -> QuerySet[RoundTotalRow]:
    """For a seat in an outer query: the round total that stands in the place of
    its guest's hands.
    """
    return RoundTotalRow.objects.filter(
        round=OuterRef("round"), guest=OuterRef("guest"), taken_back_by=None
    )


STANDING = RoundTotalRow.objects.filter(taken_back_by=None).order_by().values_list("round")
TOLD_IN_ALL = KeptQuery(lambda event: STANDING.filter(event=event))


def without_hands(event: Event) -> Mapping[Where, tuple[int, int]]:
    """By round, table and game: how many seats a round total stands for, of how many; only where
    there is one.

    One query, and another where there is one. A game in which it stands for every seat takes no
    sheet.
    """
    rounds = {number for (number,) in TOLD_IN_ALL.of(event.pk)}
    if not rounds:
        return {}
    seats = (
        Seat.objects.filter(event=event, round__in=rounds)
        .annotate(in_all=Exists(told_in_all()))
        .order_by()
    )
    columns = (
        "round__number",
        "table__number",
        "from_game",
        "left_after_game",
        "round__games",
        "in_all",
    )
    by_game: defaultdict[Where, list[bool]] = defaultdict(list)
    for number, table, since, until, games, in_all in seats.values_list(*columns):
        for game in range(since, (until or games) + 1):
            by_game[number, table, game].append(in_all)
    return {place: (sum(flags), len(flags)) for place, flags in by_game.items() if any(flags)}


def games_without_sheet(event: Event) -> frozenset[Where]:
    """The games of which no sheet is missing: every seat is told by a round total, or the table has
    the target.
    """
    told_whole = frozenset(
        place for place, (by_total, seats) in without_hands(event).items() if by_total == seats
    )
    return told_whole.union(after_the_target(event))
