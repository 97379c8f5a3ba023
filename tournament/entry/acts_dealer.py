"""Who deals a game, as the table or the desk tells it."""

from django.db.models import Q, QuerySet

from scoring.words import capital
from tournament.counting.submission import Place
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import LARGEST, Event, Game, Seat
from tournament.refusal import Refused


def name_dealer(event: Event, place: Place, seat: str, signature: Signature) -> int:
    """Record which seat deals a game; from there the deal passes to the left, so that what was
    said of later games of that round goes. An empty `seat` forgets who deals.

    The number in the ledger. Raises Refused where there
    is no such game, its round is not open, or nobody sits there. Reverse act: naming the dealer
    before.
    """
    with writing(event) as row:
        if known(row, signature):
            return row.ledger.get(key=signature.key).number
        games = _games(row, place)
        game = games.filter(number=place.game).select_related("table__round").first()
        if game is None or not game.table.round.open:
            raise Refused(f"{capital(str(place))} is not being played: whoever deals it stays.")
        if seat and not _seated(game, seat):
            raise Refused(f"Nobody sits at seat {seat} of table {place.table} in that game.")
        body = {"round": place.round, "table": place.table, "game": place.game, "seat": seat}
        entry = append(row, "dealer", body, signature)
        games.filter(number__gt=place.game).exclude(dealer="").update(dealer="")
        game.dealer = seat
        game.save(update_fields=["dealer"])
    return entry.number


def _games(row: Event, place: Place) -> QuerySet[Game]:
    if max(place.round, place.table, place.game) > LARGEST:
        return Game.objects.none()
    return Game.objects.filter(
        event=row, table__round__number=place.round, table__number=place.table
    )


def _seated(game: Game, seat: str) -> bool:
    until = Q(left_after_game=None) | Q(left_after_game__gte=game.number)
    here = Seat.objects.filter(until, table=game.table_id, letter=seat)
    return here.filter(from_game__lte=game.number).exists()
