"""The acts on the result of a match: it is entered, played or not, or put right; taken back; and
confirmed or disputed by the other player.
"""

from dataclasses import dataclass

from scoring.pairing.changes import Effect, effect
from scoring.pairing.course import Course
from scoring.pairing.steps import resulting
from scoring.pairing.values import Match, Result
from tournament.ledger.chain import Signature
from tournament.matches.acts import Body, MatchRefusedError, needs_reason, step
from tournament.models import Event
from tournament.server.snapshot import after_snapshot


class StaleMatchError(MatchRefusedError):
    """Another result of the match came in after the version that the sender saw."""


class LaterRoundsError(MatchRefusedError):
    """The result changes later rounds, and nobody has agreed to that yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result as it is sent, for the match of a round at a table.

    `games` has a letter for each game: 1 or 2 for the player who won it, - for a draw. Where
    `result` says that the match was not played to its end, it is the letter of the winner. `seen`
    is the version of the match that the sender saw, `players` those whom the sender saw there (not
    compared where empty). `again` are the later rounds that the desk wants paired again, `agreed`
    the effect on later rounds that it saw and agreed to (`Effect.seen`).
    """

    round: int
    table: int
    games: str = ""
    seen: int = 0
    reason: str = ""
    again: tuple[int, ...] = ()
    agreed: str = ""
    players: tuple[str, ...] = ()
    result: Result = "played"


def record_match(event: Event, outcome: Outcome, signature: Signature) -> None:
    """Save what two players played, game by game, or that one of them was not there, came too late
    or gave up, or that both lose. Where a result stands already it is put right, with a reason;
    what that changes in later rounds is shown first and agreed to. Reverse act: `take_match_back`,
    or the result before.
    """
    step(event, "match", lambda row, now: _result(now, outcome), signature, reason=outcome.reason)


@after_snapshot
def take_match_back(event: Event, outcome: Outcome, signature: Signature) -> None:
    """Take a result back that no later round was paired from. Reverse act: `record_match`."""

    def body(row: Event, now: Course) -> Body:
        needs_reason(outcome.reason, "Taking a result back")
        _check_fresh(now.match(outcome.round, outcome.table), outcome)
        return {"round": outcome.round, "table": outcome.table}

    step(event, "match_back", body, signature, reason=outcome.reason)


def confirm_match(event: Event, outcome: Outcome, signature: Signature, *, agrees: bool) -> None:
    """The other player says whether the result is right. It counts either way, and the desk sees
    the answer. Reverse act: `confirm_match`, with the other answer.
    """

    def body(row: Event, now: Course) -> Body:
        _check_fresh(now.match(outcome.round, outcome.table), outcome)
        return {"round": outcome.round, "table": outcome.table}

    step(event, "match_agreed" if agrees else "match_disputed", body, signature)


def effect_of(now: Course, outcome: Outcome) -> Effect:
    """What a result would do to later rounds, before it is saved. Raises PairingError."""
    match = now.match(outcome.round, outcome.table)
    body = {"result": outcome.result, "games": outcome.games}
    return effect(now, outcome.round, outcome.table, resulting(match, body))


def _result(now: Course, outcome: Outcome) -> Body:
    """The step that enters a result. Refused where somebody else entered another one meanwhile,
    where it needs a reason, and where it changes later rounds in a way nobody has agreed to.
    """
    match = now.match(outcome.round, outcome.table)
    _check_fresh(match, outcome)
    if outcome.result != "played":
        needs_reason(outcome.reason, "A match that was not played")
    if match.result:
        needs_reason(outcome.reason, "A correction")
    change = effect_of(now, outcome)
    if change.asks and outcome.agreed != change.seen:
        raise LaterRoundsError(
            "This changes later rounds: look at what is paired again and what stands, then agree"
            " to it."
        )
    return {
        "round": outcome.round,
        "table": outcome.table,
        "result": outcome.result,
        "games": outcome.games,
        "again": sorted({*change.dropped, *outcome.again}),
    }


def _check_fresh(match: Match, outcome: Outcome) -> None:
    """Refuse what was sent for other players, or for an older version of the match."""
    if outcome.players and outcome.players != match.players:
        raise MatchRefusedError("Others meet at this table now: see who, then enter their match.")
    if match.version != outcome.seen:
        entered = f"“{match.games}”" if match.games else "another one"
        raise StaleMatchError(
            f"Somebody else entered a result of this match meanwhile ({entered}): look at it, then"
            " enter yours again."
        )
