"""Declaring that a game will not be played, and taking that back: a round can be closed without its sheet."""

from tournament.acts.freezing import freeze, thaw
from tournament.acts.seating import known
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Game, Sheet, Stage
from tournament.snapshot import after_snapshot
from tournament.submission import Place


class UnplayedRefusedError(ValueError):
    """The game cannot be declared so: the sentence says why and what to do first."""


@after_snapshot
def declare_unplayed(event: Event, place: Place, by: Signature, *, reason: str) -> None:
    """Declare that nobody will play a game; the event's policy says what it counts. Reverse act: `take_back_unplayed`.

    Raises UnplayedRefusedError where a sheet is in, or the round takes none.
    """
    _declare(event, place, by, reason, unplayed=True)


@after_snapshot
def take_back_unplayed(event: Event, place: Place, by: Signature, *, reason: str) -> None:
    """Let the game take a sheet after all. Reverse act: `declare_unplayed`."""
    _declare(event, place, by, reason, unplayed=False)


def _declare(event: Event, place: Place, by: Signature, reason: str, *, unplayed: bool) -> None:
    with writing(event) as row:
        if known(row, by):
            return
        game = _open_game(row, place)
        if not reason.strip():
            raise UnplayedRefusedError("This needs its reason, for the record.")
        if game.not_played == unplayed:
            said = "is declared not played already" if unplayed else "was not declared unplayed"
            raise UnplayedRefusedError(f"Game {place.game} of table {place.table} {said}.")
        if unplayed and Sheet.objects.filter(game=game).exists():
            raise UnplayedRefusedError("A sheet is in for this game: correct that instead.")
        body = {"round": place.round, "table": place.table, "game": place.game}
        append(row, "not_played" if unplayed else "play_after_all", body, by, reason=reason)
        game.not_played = unplayed
        game.save(update_fields=["not_played"])
        freeze(row, by.at) if unplayed else thaw(row)


def _open_game(row: Event, place: Place) -> Game:
    games = Game.objects.select_related("table__round").filter(event=row, number=place.game)
    game = games.filter(table__number=place.table, table__round__number=place.round).first()
    if game is None:
        raise UnplayedRefusedError(f"There is no {place}.")
    if game.table.round.stage == Stage.QUALIFYING and seal_in_force(row):
        raise UnplayedRefusedError("The cut is sealed with this round as it is: break the seal first.")
    if not game.table.round.open:
        raise UnplayedRefusedError(f"{game.table.round} is closed: open it again first.")
    return game
