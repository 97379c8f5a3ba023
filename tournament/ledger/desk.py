"""What the desk has in hand of one table: its seats, its sheets, the hands kept, and what the cards say."""

from scoring.formats import Format, Halves
from tournament.ledger.formats import event_format, whole
from tournament.models import CardTotal, Event, RoundTotal, Seat, SecondKeying, Sheet, TypedHand


def seats_at(event: Event, number: int, table: int) -> tuple[Seat, ...]:
    """Everybody who had a seat at a table in a round, in the order of the seats."""
    found = Seat.objects.filter(event=event, round__number=number, table__number=table)
    return tuple(found.select_related("guest__livery", "round", "table").order_by("letter", "from_game"))


def sheets_at(event: Event, number: int, table: int) -> dict[int, Sheet]:
    """The sheets that count, by game, each with its entry."""
    found = Sheet.objects.filter(event=event, accepted=True, game__table__number=table)
    found = found.filter(game__table__round__number=number).select_related("entry", "game")
    return {sheet.game.number: sheet for sheet in found}


def typed_hands(event: Event, number: int, table: int) -> dict[tuple[int, str], str]:
    """What is kept of games that are not whole, by game and guest."""
    found = TypedHand.objects.filter(event=event, game__table__number=table, game__table__round__number=number)
    return {(game, ref): text for game, ref, text in found.values_list("game__number", "guest__ref", "text")}


def card_totals(event: Event, number: int, table: int | None = None) -> dict[str, int]:
    """What the cards say of a round, by guest, in the unit of the format; of several the last typed.

    `table` asks for those who sat at one.
    """
    found = CardTotal.objects.filter(event=event, round__number=number)
    if table is not None:
        found = found.filter(guest__seats__table__number=table, guest__seats__round__number=number)
    form, columns = event_format(event), ("guest__ref", "points", "entry__body__halves")
    rows = found.order_by("entry__number").values_list(*columns)
    return {ref: said_by_card(form, points, halves=bool(halves)) for ref, points, halves in rows}


def said_by_card(form: Format, points: int, *, halves: bool) -> int:
    """The points of a row as they count; `halves`: its entry says that half points were typed."""
    return Halves(points) if halves else whole(form, points)


def totals_in_all(event: Event, number: int) -> dict[str, int]:
    """The guests of whom a round is known by its total alone."""
    found = RoundTotal.objects.filter(event=event, round__number=number, taken_back_by=None)
    return dict(found.values_list("guest__ref", "points"))


def keyed_twice(event: Event, number: int, table: int) -> frozenset[int]:
    """The games of a table whose sheets two people keyed alike."""
    found = SecondKeying.objects.filter(event=event, agrees=True, sheet__accepted=True)
    found = found.filter(sheet__game__table__number=table, sheet__game__table__round__number=number)
    return frozenset(found.values_list("sheet__game__number", flat=True))
