"""Declaring that a game will not be played, and taking that back: a round can be closed without its
sheet.

Time runs out: a round is closed though games of it were not played, and opened again as it was.
"""

from django.db.models import Q

from tournament.counting.scores import seal_in_force
from tournament.counting.submission import Place
from tournament.ledger.chain import Signature, append, freeze, known, writing
from tournament.ledger.settings import thaw
from tournament.models import Event, Game, LedgerEntry, Round, Sheet, Stage
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.seating.acts import ended_by_target, games_missing, goes_on_again, round_of
from tournament.server.snapshot import after_snapshot


@after_snapshot
def declare_unplayed(event: Event, place: Place, signature: Signature, *, reason: str) -> None:
    """Declare that nobody will play a game; the event's policy says what it counts. Reverse act:
    `take_back_unplayed`.

    Raises Refused where a sheet is in, or the round takes none.
    """
    _declare(event, place, signature, reason, unplayed=True)


@after_snapshot
def take_back_unplayed(event: Event, place: Place, signature: Signature, *, reason: str) -> None:
    """Let the game take a sheet after all. Reverse act: `declare_unplayed`."""
    _declare(event, place, signature, reason, unplayed=False)


def _declare(
    event: Event, place: Place, signature: Signature, reason: str, *, unplayed: bool
) -> None:
    with writing(event) as row:
        if known(row, signature):
            return
        game = _open_game(row, place)
        needs(reason)
        if game.not_played == unplayed:
            raise Refused(
                f"Game {place.game} of table {place.table} is already declared not played."
                if unplayed
                else f"Game {place.game} of table {place.table} was not declared unplayed."
            )
        if unplayed and Sheet.objects.filter(game=game, accepted=True).exists():
            raise Refused("A sheet is in for this game: correct that instead.")
        body = {"round": place.round, "table": place.table, "game": place.game}
        append(row, "not_played" if unplayed else "play_after_all", body, signature, reason=reason)
        game.not_played = unplayed
        game.save(update_fields=["not_played"])
        freeze(row, signature.at) if unplayed else thaw(row)


def _open_game(row: Event, place: Place) -> Game:
    games = Game.objects.select_related("table__round").filter(event=row, number=place.game)
    game = games.filter(table__number=place.table, table__round__number=place.round).first()
    if game is None:
        raise Refused(f"There is no {place}.")
    if game.table.round.stage == Stage.QUALIFYING and seal_in_force(row):
        raise Refused("The cut is sealed with this round as it is: break the seal first.")
    if not game.table.round.open:
        raise Refused(f"{game.table.round} is closed: open it again first.")
    return game


LAST_WORDS = (
    "close",
    "reopen",
    "time_out",
    "resume",
    "publish",
    "unpublish",
    "not_played",
    "play_after_all",
)
"""The kinds of entry that say how far a round is."""


@after_snapshot
def close_unplayed(
    event: Event, number: int, signature: Signature, *, reason: str, flagged: int = 0
) -> Round:
    """Close a round; its missing games become not played and count as the event declared. Reverse
    act: `resume_round`.

    `flagged`: on so many sheets a flag is open, and whoever closes the round knows it and lets them
    stand. Raises Refused without a reason, where no game is missing, or where the round
    is not open.
    """
    with writing(event) as row:
        round_ = round_of(row, number)
        if known(row, signature):
            return round_
        needs(reason, "Say why the round is closed with games that were not played.")
        missing = games_missing(round_)
        if not round_.open:
            raise Refused(f"{round_} is not open, so there is nothing to close.")
        if not missing:
            raise Refused(f"No game of {row.round_within(number)} is missing: close it as usual.")
        body = {
            "round": number,
            "games": [list(cell) for cell in missing],
            "policy": row.unplayed_policy,
        }
        body |= {"flagged": flagged} if flagged else {}
        _set(round_, missing, not_played=True)
        body |= ended_by_target(row, round_, signature)
        append(row, "time_out", body, signature, reason=reason)
        round_.state, round_.closed_at = RoundState.CLOSED, signature.at
        round_.save(update_fields=["state", "closed_at"])
        freeze(row, signature.at)
    return round_


@after_snapshot
def resume_round(event: Event, number: int, signature: Signature, *, reason: str) -> Round:
    """Take a time-out back: the round is open and its games are missing as before.

    Reverse act: `close_unplayed`.
    """
    with writing(event) as row:
        round_ = round_of(row, number)
        if known(row, signature):
            return round_
        needs(reason, "Say why you play on, for the record.")
        last = time_out_of(row, number)
        if last is None or round_.state != RoundState.CLOSED:
            raise Refused(f"{round_} was not closed with games that were not played.")
        if round_.stage == Stage.QUALIFYING and seal_in_force(row):
            raise Refused("The cut is sealed with this round as it is: break the seal first.")
        games = [(table, game) for table, game in last.body["games"]]
        append(
            row, "resume", {"round": number, "games": last.body["games"]}, signature, reason=reason
        )
        _set(round_, games, not_played=False)
        round_.state, round_.closed_at = RoundState.PUBLISHED, None
        round_.save(update_fields=["state", "closed_at"])
        goes_on_again(row, number)
        thaw(row)
    return round_


def time_out_of(row: Event, number: int) -> LedgerEntry | None:
    """The entry that closed a round for want of time, while that is the last word on it."""
    last = (
        LedgerEntry.standing.filter(event=row, kind__in=LAST_WORDS, body__round=number)
        .order_by("-number")
        .first()
    )
    return last if last is not None and last.kind == "time_out" else None


def timed_out(event: Event) -> frozenset[int]:
    """The rounds that are closed for want of time, and so can be played on."""
    entries = LedgerEntry.standing.filter(event=event, kind__in=LAST_WORDS).order_by("number")
    last = {body["round"]: kind for kind, body in entries.values_list("kind", "body")}
    return frozenset(number for number, kind in last.items() if kind == "time_out")


def _set(round_: Round, games: list[tuple[int, int]], *, not_played: bool) -> None:
    chosen = Q(pk__in=[])
    for game in sorted({game for _table, game in games}):
        tables = [table for table, number in games if number == game]
        chosen |= Q(number=game, table__number__in=tables)
    Game.objects.filter(chosen, table__round=round_).order_by().update(not_played=not_played)
