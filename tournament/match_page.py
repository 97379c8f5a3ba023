"""The matches of an event as pages, paper and workbook show them: rounds, standing and places in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.pairing.bracket import THIRD
from scoring.pairing.course import Course
from scoring.pairing.ranking import CRITERION_WORDS, Line, knock_out_places
from scoring.pairing.values import DRAWN, FIRST, SECOND, Match, Round
from tournament.ledger.matches import criteria, kept_course
from tournament.ledger.past.entries import moment_of
from tournament.ledger.past.matches import course_then
from tournament.ledger.past.moment import past
from tournament.models import Event
from tournament.public_names import public_name

Names = Mapping[str, str]
CLOSED_WORDS = {"bye": "bye", "asked_bye": "bye, asked for", "pause": "sits out"}


@dataclass(frozen=True, slots=True)
class Row:
    """One match as it is shown; `one` starts up to the ten. `winner` is "one", "other" or nothing."""

    table: int
    slot: int
    refs: tuple[str, ...]
    one: str
    other: str
    score: str
    words: str
    winner: str
    done: bool
    reasons: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round with its matches and byes."""

    number: int
    name: str
    published: bool
    rows: tuple[Row, ...]

    @property
    def matches(self) -> tuple[Row, ...]:
        """Those of two players."""
        return tuple(row for row in self.rows if row.other)

    @property
    def waiting(self) -> int:
        """How many have no result."""
        return sum(not row.done for row in self.rows)

    @property
    def begun(self) -> bool:
        """Whether a result is in."""
        return any(row.done for row in self.matches)


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a standing."""

    place: str
    name: str
    ref: str
    points: str
    record: str
    buchholz: str
    median: str
    games_won: int
    decided: str


def names_of(event: Event, *, public: bool = False) -> dict[str, str]:
    """The names of all guests by ref; in public, those who chose so go by their badge. One query."""
    rows = event.guests.order_by().values_list("ref", "name", "badge", "unnamed")
    return {ref: public_name(name, badge, unnamed=public and unnamed) for ref, name, badge, unnamed in rows}


def public_course(event: Event) -> Course:
    """The course as anybody may see it: while the board is held, as it stood when it was held."""
    if event.held_since is None:
        return kept_course.of(event)
    return course_then(past(event).at(moment_of(event, event.held_since)))


def rounds_shown(course: Course, names: Names, *, drafts: bool = False) -> tuple[RoundShown, ...]:
    """Every round, the newest first."""
    found = [_round(course, held, names) for held in course.rounds if held.published or drafts]
    return tuple(reversed(found))


def _round(course: Course, held: Round, names: Names) -> RoundShown:
    rows = tuple(shown(match, names) for match in held.matches)
    return RoundShown(held.number, round_name(course, held.number), held.published, rows)


def shown(match: Match, names: Names) -> Row:
    """A match with names, score and words."""
    winner = "" if match.winner is None or match.other is None else "one" if match.winner == match.one else "other"
    return Row(
        table=match.table,
        slot=match.slot,
        refs=match.players,
        one=names.get(match.one, match.one),
        other=names.get(match.other, match.other) if match.other else "",
        score=score_words(match),
        words=result_words(match, names),
        winner=winner,
        done=match.done,
        reasons=match.reasons,
        version=match.version,
    )


def score_words(match: Match) -> str:
    """The score as "2–1"; a draw of one game "½–½"; nothing while it is open or was not played."""
    if match.result != "played":
        return ""
    if match.games == DRAWN:
        return "½–½"
    return f"{match.games.count(FIRST)}–{match.games.count(SECOND)}"


def result_words(match: Match, names: Names) -> str:
    """What came of it, in words."""
    if match.other is None:
        return CLOSED_WORDS[match.kind]
    if match.result == "double_forfeit":
        return "lost by both"
    if match.result == "":
        return "to be played"
    if match.winner is None:
        return "a draw"
    winner = names.get(match.winner, match.winner)
    return f"{winner} wins" + (" without a game" if match.result == "walkover" else "")


def round_name(course: Course, number: int) -> str:
    """The name of a round: "Round 3", and in a knock-out "Final" and what leads to it."""
    held = course.round(number)
    stage = course.plan[held.stage]
    if stage.kind != "knock_out":
        return f"Round {number}"
    due = stage.rounds_of(course.entrants[held.stage])
    return knock_out_name(due - len([one for one in course.of_stage(held.stage) if one.number <= number]))


def knock_out_name(left: int) -> str:
    """What a knock-out round is called with so many rounds after it."""
    return ("Final", "Semi-finals", "Quarter-finals")[left] if left < 3 else f"Last {2 ** (left + 1)}"


def table_words(row: Row) -> str:
    """Where it is played; the match for the third place says so."""
    if row.slot == THIRD:
        return f"Table {row.table}, third place"
    return f"Table {row.table}" if row.table else ""


def standing_shown(event: Event, course: Course, stage: int, names: Names) -> tuple[Placed, ...]:
    """The standing of a Swiss or of an all-play-all."""
    how = criteria(event)
    return tuple(_placed(line, names) for line in course.standing(stage, how))


def _placed(line: Line, names: Names) -> Placed:
    shared = "=" if line.tied_with else ""
    return Placed(
        place=f"{shared}{line.place}",
        name=names.get(line.player, line.player),
        ref=line.player,
        points=str(line.halves).replace(".5", "½").replace("0½", "½"),
        record=f"{line.won}–{line.drawn}–{line.lost}",
        buchholz=str(line.buchholz).replace(".5", "½"),
        median=str(line.median_buchholz).replace(".5", "½"),
        games_won=line.games_won,
        decided=f"By {CRITERION_WORDS[line.decided]}." if line.decided else "",
    )


def places_shown(course: Course, stage: int, names: Names) -> list[tuple[str, str]]:
    """Place and name of everybody who is out of a knock-out, and of its winner; shared places with a sign."""
    places = knock_out_places([held for held in course.of_stage(stage) if held.published], course.entrants[stage])
    counted = list(places.values())
    found = sorted(places, key=lambda ref: (places[ref], names.get(ref, ref)))
    return [(f"{'=' if counted.count(places[ref]) > 1 else ''}{places[ref]}", names.get(ref, ref)) for ref in found]


def winner_of(course: Course) -> str | None:
    """Who won the whole event, once it is decided."""
    last = len(course.plan) - 1
    if course.now <= last:
        return None
    if course.plan[last].kind == "knock_out":
        places = knock_out_places(course.of_stage(last), course.entrants[last])
        return next((ref for ref, place in places.items() if place == 1), None)
    return course.orders[last][0]
