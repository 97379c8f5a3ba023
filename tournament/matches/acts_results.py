"""A match's result, played or not, and what the other player says of it."""

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
    """A result as it is sent: where, which, and the version of the match the sender saw.

    `games` has a letter for each game (1, 2 or -), or the one of who wins where `result` says that
    it was not played to its end. `again` are the later rounds the desk wants paired again, `agreed`
    the effect it saw and agreed to (`Effect.seen`). `players` are those the sender saw there; none
    is not asked.
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
    step(event, "match", lambda row, now: _body(now, outcome), signature, reason=outcome.reason)


@after_snapshot
def take_match_back(event: Event, outcome: Outcome, signature: Signature) -> None:
    """Take a result back that no later round was paired from. Reverse act: `record_match`."""

    def body(row: Event, now: Course) -> Body:
        needs_reason(outcome.reason, "Taking a result back")
        _not_stale(now.match(outcome.round, outcome.table), outcome)
        return {"round": outcome.round, "table": outcome.table}

    step(event, "match_back", body, signature, reason=outcome.reason)


def confirm_match(event: Event, outcome: Outcome, signature: Signature, *, agrees: bool) -> None:
    """The other player says that the result is right, or that it is not; what counts stays, and the
    desk sees it. Reverse act: `confirm_match`, with the other answer.
    """

    def body(row: Event, now: Course) -> Body:
        _not_stale(now.match(outcome.round, outcome.table), outcome)
        return {"round": outcome.round, "table": outcome.table}

    step(event, "match_agreed" if agrees else "match_disputed", body, signature)


def effect_of(now: Course, outcome: Outcome) -> Effect:
    """What a result would do to later rounds, before it is saved. Raises PairingError."""
    match = now.match(outcome.round, outcome.table)
    body = {"result": outcome.result, "games": outcome.games}
    return effect(now, outcome.round, outcome.table, resulting(match, body))


def _body(now: Course, outcome: Outcome) -> Body:
    """The step, once it is neither stale nor unasked."""
    match = now.match(outcome.round, outcome.table)
    _not_stale(match, outcome)
    if outcome.result != "played":
        needs_reason(outcome.reason, "A match that was not played")
    if match.result:
        needs_reason(outcome.reason, "A correction")
    effect_ = effect_of(now, outcome)
    if effect_.asks and outcome.agreed != effect_.seen:
        words = (
            "This changes later rounds: look at what is paired again and what stands, then agree"
            " to it."
        )
        raise LaterRoundsError(words)
    return {
        "round": outcome.round,
        "table": outcome.table,
        "result": outcome.result,
        "games": outcome.games,
        "again": sorted({*effect_.dropped, *outcome.again}),
    }


def _not_stale(match: Match, outcome: Outcome) -> None:
    if outcome.players and outcome.players != match.players:
        raise MatchRefusedError("Others meet at this table now: see who, then enter their match.")
    if match.version != outcome.seen:
        entered = f"“{match.games}”" if match.games else "another one"
        raise StaleMatchError(
            f"Somebody else entered a result of this match meanwhile ({entered}): look at it, then"
            " enter yours again."
        )
