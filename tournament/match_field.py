"""The field of an event as leagues and teams count it, whether its guests sit at drawn tables or are paired."""

from collections.abc import Iterator, Mapping

from scoring.board import Board
from scoring.formats import Halves
from scoring.pairing.course import Course
from scoring.pairing.ranking import Line, knock_out_places
from scoring.pairing.values import PairingError
from scoring.standings import Standing
from tournament.ledger.matches import criteria, kept_course, paired
from tournament.models import Event


def field_of(event: Event, now: Board) -> tuple[Standing, ...]:
    """The standings of the board; of matches, those of the first stage, by points and places."""
    return tuple(_first_stage(event, now)) if paired(event) else now.standings


def all_in(event: Event, now: Board) -> bool:
    """Whether nothing of the qualifying rounds, or of the first stage of matches, is still to come."""
    if not paired(event):
        return bool(now.standings) and now.progress.complete
    course = course_of(event)
    return course is not None and bool(course.orders)


def course_of(event: Event) -> Course | None:
    """The matches; None where the plan of the event cannot be, which its own pages say."""
    try:
        return kept_course.of(event)
    except PairingError:
        return None


def _first_stage(event: Event, now: Board) -> Iterator[Standing]:
    course = course_of(event)
    if course is None or not course.entrants:
        return
    places = _places_of_knock_out(course)
    lines = course.standing(0, criteria(event))
    placed = sorted(lines, key=lambda line: (places.get(line.player, line.place), line.order))
    for order, line in enumerate(placed, start=1):
        place = places.get(line.player) if places else line.place
        yield _standing(now.players[line.player].name, line, place, order)


def _places_of_knock_out(course: Course) -> Mapping[str, int]:
    """The places that a knock-out as the first stage gives; nothing for a Swiss or an all-play-all."""
    if course.plan[0].kind != "knock_out":
        return {}
    return knock_out_places([held for held in course.of_stage(0) if held.published], course.entrants[0])


def _standing(name: str, line: Line, place: int | None, order: int) -> Standing:
    return Standing(
        player=line.player,
        name=name,
        total=Halves(line.halves),
        rounds={},
        round_games={},
        games_won=line.games_won,
        eights_caught=None,
        last_round=None,
        worst_game=None,
        cards_left=None,
        countback=(),
        absent=0,
        ranked=place is not None,
        unranked_because="" if place is not None else "no games",
        place=place,
        order=order if place is not None else None,
    )
