"""What the desk has in hand of one table: its seats, its sheets, the hands kept, and what the
cards say.
"""

from scoring.formats import Format, Halves
from tournament.counting.formats import event_format, whole
from tournament.models import CardTotal, Event, RoundTotal, Seat, SecondKeying, Sheet, TypedHand
from tournament.site.cache import KeptQuery


def seats_at(event: Event, number: int, table: int) -> tuple[Seat, ...]:
    """Everybody who had a seat at a table in a round, in the order of the seats."""
    return tuple(SEATS_AT.of(event.pk, number, table))


def sheets_at(event: Event, number: int, table: int) -> dict[int, Sheet]:
    """The sheets that count, by game, each with its entry."""
    return {sheet.game.number: sheet for sheet in SHEETS_AT.of(event.pk, number, table)}


def typed_hands(event: Event, number: int, table: int) -> dict[tuple[int, str], str]:
    """What is kept of games that are not whole, by game and guest."""
    return {(game, ref): text for game, ref, text in TYPED_AT.of(event.pk, number, table)}


SEATS_AT = KeptQuery(
    lambda event, number, table: (
        Seat.objects.filter(event=event, round__number=number, table__number=table)
        .select_related("guest__livery", "round", "table")
        .order_by("letter", "from_game")
    )
)


SHEETS_AT = KeptQuery(
    lambda event, number, table: (
        Sheet.objects.filter(event=event, accepted=True, game__table__number=table)
        .filter(game__table__round__number=number)
        .select_related("entry", "game")
    )
)


TYPED_AT = KeptQuery(
    lambda event, number, table: (
        TypedHand.objects.filter(event=event, game__table__number=table)
        .filter(game__table__round__number=number)
        .values_list("game__number", "guest__ref", "text")
    )
)


def card_totals(event: Event, number: int, table: int | None = None) -> dict[str, int]:
    """What the cards say of a round, by guest, in the unit of the format; of several the last
    typed.

    `table` asks for those who sat at one.
    """
    totals = CardTotal.objects.filter(event=event, round__number=number)
    if table is not None:
        totals = totals.filter(
            guest__seats__table__number=table, guest__seats__round__number=number
        )
    form, columns = event_format(event), ("guest__ref", "points", "entry__body__halves")
    rows = totals.order_by("entry__number").values_list(*columns)
    return {ref: said_by_card(form, points, halves=bool(halves)) for ref, points, halves in rows}


def said_by_card(form: Format, points: int, *, halves: bool) -> int:
    """The points of a row as they count; `halves`: its entry says that half points were typed."""
    return Halves(points) if halves else whole(form, points)


def totals_in_all(event: Event, number: int) -> dict[str, int]:
    """The guests of whom a round is known by its total alone."""
    return dict(IN_ALL.of(event.pk, number))


IN_ALL = KeptQuery(
    lambda event, number: (
        RoundTotal.objects.filter(event=event, round__number=number, taken_back_by=None)
        .order_by()
        .values_list("guest__ref", "points")
    )
)


def keyed_twice(event: Event, number: int, table: int) -> frozenset[int]:
    """The games of a table whose sheets two people keyed alike."""
    return frozenset(game for (game,) in TWICE_AT.of(event.pk, number, table))


TWICE_AT = KeptQuery(
    lambda event, number, table: (
        SecondKeying.objects.filter(event=event, agrees=True, sheet__accepted=True)
        .filter(sheet__game__table__number=table, sheet__game__table__round__number=number)
        .order_by()
        .values_list("sheet__game__number")
    )
)
