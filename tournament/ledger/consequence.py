"""What a sheet would do to the cut if it were saved: who moves out and who in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.cut import Cut, Moves, NoCut, cut, moves
from scoring.standings import Facts, rank
from scoring.tally import Player, Tally
from tournament.ledger import lift
from tournament.ledger.beside import beside
from tournament.ledger.formats import columns_with_unit, event_format
from tournament.ledger.to_come import ToCome
from tournament.models import Event, Round, Stage
from tournament.submission import Submission, columns_of, sheet_of


@dataclass(frozen=True, slots=True)
class Consequence:
    """The cut before and after a sheet, and what differs.

    `ahead` are the games to come before, where they were read; `coming` those afterwards where these differ as well.
    """

    before: Cut | NoCut
    after: Cut | NoCut
    moves: Moves
    coming: ToCome | None = field(default=None, compare=False)
    ahead: ToCome | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """What the cut of the qualifying rounds is drawn from."""

    field: tuple[Player, ...]
    tallies: tuple[Tally, ...]
    facts: Facts


def consequence(event: Event, submission: Submission, refs: Mapping[str, str]) -> Consequence:
    """The cut with a submission in the place of what is saved; `refs` names who sits in each seat."""
    now, place = count(event), submission.place
    rest = [tally for tally in now.tallies if tally.sheet != (place.round, place.table, place.game)]
    then = replace(now, tallies=(*rest, *tallies_of(event, submission, refs)))
    return compared(drawn(event, now), drawn(event, then))


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
    return drawn(event, count(event))


def count(event: Event, field: tuple[Player, ...] | None = None) -> Count:
    """What the cut is drawn from now. Two queries, and a third unless the `field` is given.

    Where a par of tables meets cards that bear totals alone, one more asks for their seats.
    """
    read = beside(event, Stage.QUALIFYING)
    tallies = lift.counted(event, Stage.QUALIFYING, read)
    field = lift.players(event) if field is None else field
    return Count(field, tallies, lift.facts_of(event, Stage.QUALIFYING, read))


def drawn(event: Event, found: Count) -> Cut | NoCut:
    """The cut of what was counted."""
    standings = rank(found.tallies, found.field, lift.ranking(event), found.facts)
    return cut(standings, event.cut_size, lift.at_the_line(event))


def compared(first: Cut | NoCut, then: Cut | NoCut, coming: ToCome | None = None) -> Consequence:
    """Two cuts of one evening, and what differs."""
    return Consequence(first, then, moves(first, then), coming)
