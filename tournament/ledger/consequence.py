"""What a sheet would do to the cut if it were saved: who moves out and who in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.cut import Cut, Moves, NoCut, cut, moves
from scoring.standings import rank
from scoring.tally import Tally
from tournament.ledger import lift
from tournament.ledger.formats import columns_with_unit, event_format
from tournament.ledger.to_come import ToCome
from tournament.models import Event, Round, Stage
from tournament.submission import Submission, columns_of, sheet_of


@dataclass(frozen=True, slots=True)
class Consequence:
    """The cut before and after a sheet, and what differs; the games to come afterwards where these differ as well."""

    before: Cut | NoCut
    after: Cut | NoCut
    moves: Moves
    coming: ToCome | None = field(default=None, compare=False)


def consequence(event: Event, submission: Submission, refs: Mapping[str, str]) -> Consequence:
    """The cut with a submission in the place of what is saved; `refs` names who sits in each seat."""
    saved = lift.tallies(event)
    place = submission.place
    rest = [tally for tally in saved if tally.sheet != (place.round, place.table, place.game)]
    return _compare(event, saved, (*rest, *tallies_of(event, submission, refs)))


def tallies_of(event: Event, submission: Submission, refs: Mapping[str, str]) -> tuple[Tally, ...]:
    """The tallies a submission would make."""
    form, place = event_format(event), submission.place
    return tuple(
        Tally(
            player=refs[seat],
            round=place.round,
            table=place.table,
            game=place.game,
            **columns_with_unit(form, columns),
        )
        for seat, columns in columns_of(sheet_of(submission), form, lift.rules(event)).items()
    )


def guard_the_seal(event: Event, submission: Submission, refs: Mapping[str, str]) -> str:
    """A sentence when a correction would move someone across a sealed line without a second official, else nothing."""
    if submission.witness.strip() or lift.seal_in_force(event) is None:
        return ""
    if not Round.objects.filter(event=event, number=submission.place.round, stage=Stage.QUALIFYING).exists():
        return ""
    found = consequence(event, submission, refs).moves
    if not found.crosses_the_line:
        return ""
    return f"The cut is sealed and this changes it: {found.words} Name the second official who agrees."


def line(event: Event) -> Cut | NoCut:
    """The cut as the rows of the event have it now."""
    players, how = lift.players(event), lift.ranking(event)
    standings = rank(lift.tallies(event), players, how, lift.facts(event))
    return cut(standings, event.cut_size, lift.at_the_line(event))


def compared(first: Cut | NoCut, then: Cut | NoCut, coming: ToCome | None = None) -> Consequence:
    """Two cuts of one evening, and what differs."""
    return Consequence(first, then, moves(first, then), coming)


def _compare(event: Event, before: tuple[Tally, ...], after: tuple[Tally, ...]) -> Consequence:
    players, how, facts = lift.players(event), lift.ranking(event), lift.facts(event)
    first, then = (
        cut(rank(tallies, players, how, facts), event.cut_size, lift.at_the_line(event)) for tallies in (before, after)
    )
    return compared(first, then)
