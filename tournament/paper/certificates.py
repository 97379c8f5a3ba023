"""Certificates as paper values: what is recorded of those who went through, of the winners, and of
everybody who played.

What a guest takes home: their own evening on one sheet, said kindly, with their tables.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.foresight.evening_line import Step
from scoring.names import listed_name
from scoring.words import capital, noun, number_word, spelt
from tournament.counting.announcement import spoken, spoken_place
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course
from tournament.counting.plan import table_label
from tournament.event.words import in_aid_of
from tournament.guests.namesakes import Namesake, namesakes
from tournament.matches.reading import final_places
from tournament.models import Event, Guest, Seat, in_list_order
from tournament.models.event import LIVERIES
from tournament.paper.field import points_of_games
from tournament.paper.seating import edition
from tournament.paper.values import Certificate, Certificates, Keepsake, Keepsakes, Sitting
from tournament.standings.drawing import Drawing, drawing, event_lines, luck_words


def certificates(
    event: Event, board: Board, now: datetime, *, everybody: bool = False
) -> Certificates:
    """For those of the play-off in their order, else for those who go through; for `everybody` who
    is ranked.
    """
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    shared = namesakes(event, public=True)
    final = [standing for standing in board.playoff if standing.ranked]
    cut = board.cut if isinstance(board.cut, Cut) else None
    through = [
        standing for standing in board.standings if cut and standing.player in cut.qualifiers
    ]
    field = sum(standing.ranked for standing in board.standings)
    if everybody:
        rows = [(row, _of_the_field(event, field)) for row in board.standings if row.ranked]
    elif final:
        rows = [(row, _of_the_final(event, row, final, field)) for row in final]
    else:
        rows = [(row, _of_those_through(event, row, through, field)) for row in through]
    created = [
        _certificate(event, guests[row.player], shared.get(row.player), words)
        for row, words in rows
        if row.player in guests
    ]
    return Certificates(edition(event, now), tuple(created), ("Master", "Head Umpire"))


FIRST = 3
"""So many places of an evening of matches are told on a certificate."""


def match_certificates(event: Event, now: datetime, *, everybody: bool = False) -> Certificates:
    """For the first three of the last stage, or for `everybody` who played a match."""
    course = kept_course.of(event)
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    shared = namesakes(event, public=True)
    played = Counter(
        ref
        for round_ in course.rounds
        for match in round_.matches
        if match.result == "played"
        for ref in match.players
    )
    stage, field = course.plan[-1].noun, f"a field of {spoken(len(played))}"
    if everybody:
        rows = [
            (
                ref,
                (f"played {spelt(count, 'match', 'matches')} in good company,", f"one of {field}"),
            )
            for ref, count in sorted(played.items())
        ]
    else:
        rows = [
            (ref, (f"{_came(place)} the {stage},", f"in {field}"))
            for ref, place in final_places(course).items()
            if place <= FIRST
        ]
    created = [
        _certificate(event, guests[ref], shared.get(ref), words)
        for ref, words in rows
        if ref in guests
    ]
    return Certificates(edition(event, now), tuple(created), ("Master", "Head Umpire"))


def _came(place: int) -> str:
    return "won" if place == 1 else f"came {spoken_place(place)} in"


def _certificate(
    event: Event, guest: Guest, namesake: Namesake | None, lines: tuple[str, ...]
) -> Certificate:
    company = ""
    if guest.livery:
        full = guest.livery.full_name
        if not full and event.groups == LIVERIES:
            full = f"Company of {guest.livery.name}"
        company = f"of the {full.removeprefix('The ').removeprefix('the ')}"
        company = company if full else f"of {guest.livery.name}"
    if namesake and namesake.mark:
        mark = namesake.office if namesake.by == "office" else f"badge {namesake.badge}"
        company = ", ".join(filter(None, (company, mark)))
    return Certificate(guest.name if not guest.unnamed else f"Badge {guest.badge}", company, lines)


def _points(event: Event, total: int | None) -> str:
    return f"{spoken(total or 0)} points" if total != 1 else "one point"


def _of_the_final(
    event: Event, standing: Standing, final: list[Standing], field: int
) -> tuple[str, ...]:
    points, ten = _points(event, standing.total), spoken(len(final))
    if final and standing.player == final[0].player:
        margin = abs((final[1].total or 0) - (standing.total or 0)) if len(final) > 1 else 0
        second = f"in a field of {spoken(field)}"
        if margin and event_format(event).direction.startswith("low"):
            second = f"{spoken(margin)} fewer than the next, in a field of {spoken(field)}"
        elif margin:
            second = f"{spoken(margin)} more than the next, in a field of {spoken(field)}"
        return (f"won the play-off of {ten} with {points},", second)
    place = spoken_place(standing.shown_place or 0)
    first = f"came {place} of {ten} in the play-off with {points},"
    if standing.undecided:
        first = f"came level {place} of {ten} in the play-off with {points},"
    return (first, f"in a field of {spoken(field)}")


def _of_those_through(
    event: Event, standing: Standing, through: list[Standing], field: int
) -> tuple[str, ...]:
    goal = "reached the play-off" if event.has_playoff else "finished"
    return (
        f"{goal} among the best {spoken(len(through))} with {_points(event, standing.total)},",
        f"in a field of {spoken(field)}",
    )


def _of_the_field(event: Event, field: int) -> tuple[str, ...]:
    unit = event_format(event).counted(event.qualifying_rounds * event.games_per_round)
    return (f"played {unit} in good company,", f"one of a field of {spoken(field)}")


NEAR = 5
LAST = 10
"""The last ten of a field are told whom they met, and no place."""


def keepsakes(event: Event, board: Board, now: datetime) -> Keepsakes:
    """A sheet for everybody who is ranked, by surname."""
    standing = {standing.player: standing for standing in board.standings if standing.ranked}
    rows = event.guests.filter(ref__in=list(standing)).select_related("livery")
    lines, sittings = event_lines(event), _sittings(event)
    points = {
        number: points_of_games(event, number) for number in range(1, event.qualifying_rounds + 1)
    }
    through = f"{number_word(event.cut_size)} {noun(event.cut_size, 'goes', 'go')}"
    aid = f" {in_aid_of(event.charity)}" if event.charity else ""
    thanks = f"Thank you for playing.{aid}"
    created = []
    for guest in in_list_order(rows):
        standing_now, steps = standing[guest.ref], lines.get(guest.ref, ())
        line_drawn = drawing(event, guest.ref)
        inside = steps[-1].inside if steps else None
        created.append(
            Keepsake(
                standing_now.name,
                f"of the {guest.livery_name}" if guest.livery_name else "",
                _headline(event, board, standing_now, len(standing), inside),
                _rounds(event, standing_now, points),
                standing_now.total,
                _won(event, standing_now),
                luck_words(event, guest.ref),
                line_drawn,
                () if _among_the_last(standing_now, len(standing)) else _marks(line_drawn, steps),
                through,
                sittings.get(guest.pk, ()),
                thanks,
            )
        )
    return Keepsakes(edition(event, now), tuple(created))


def _rounds(
    event: Event, standing: Standing, points: Mapping[int, Mapping[tuple[str, int], int | None]]
) -> tuple[tuple[str, tuple[int | None, ...], int | None], ...]:
    """Each round with its games and its total."""
    games = range(1, event.games_per_round + 1)
    return tuple(
        (
            f"Round {number}",
            tuple(by_game.get((standing.player, n)) for n in games),
            standing.rounds.get(number),
        )
        for number, by_game in points.items()
    )


ABOVE, BELOW, HIGH = -7.0, 14.0, 10.0


def _marks(curve: Drawing | None, steps: Sequence[Step]) -> tuple[tuple[float, float, int], ...]:
    """The place at each point: above the line where it turns down there, else below it, and on the
    other side where it would stand on the cut.
    """
    if curve is None:
        return ()
    down = [y for _x, y in curve.dots]
    marks = []
    for index, ((x, y), step) in enumerate(zip(curve.dots, steps, strict=True)):
        adjacent = down[max(0, index - 1) : index] + down[index + 1 : index + 2]
        sides = (ABOVE, BELOW) if all(y < number for number in adjacent) else (BELOW, ABOVE)
        free = [side for side in sides if not _on_the_cut(y + side, curve.cut_y)]
        marks.append((x, round(y + (free or sides)[0], 1), step.place))
    return tuple(marks)


def _on_the_cut(foot: float, cut: float | None) -> bool:
    return cut is not None and foot - HIGH < cut < foot + 3


def _headline(
    event: Event, board: Board, standing: Standing, field: int, inside: int | None
) -> str:
    """Always kind: those who went through, those who were near, the middle, and the last ten."""
    place = standing.shown_place or field
    location = f"{capital(spoken_place(place))} of {field}"
    if standing.undecided:
        location = f"Level {spoken_place(place)} of {field}"
    cut = board.cut if isinstance(board.cut, Cut) else None
    if cut and standing.player in cut.qualifiers:
        return f"{location}, and one of the {number_word(len(cut.qualifiers))}"
    if inside is not None and -NEAR <= inside <= 0:
        points = "one point" if inside == -1 else f"{number_word(-inside)} points"
        return f"{location}, {points} from the cut" if inside else f"{location}, level with the cut"
    if _among_the_last(standing, field):
        won = standing.figures.get("games_won") or 0
        if won:
            return f"You met new people and won {event_format(event).counted(won)}"
        return "You met new people"
    return location


def _among_the_last(standing: Standing, field: int) -> bool:
    return field > 2 * LAST and (standing.shown_place or field) > field - LAST


def _won(event: Event, standing: Standing) -> str:
    """Games won and eights held, beside the total; of no game won nothing is said."""
    won, eights = standing.figures.get("games_won"), standing.figures.get("eights_caught")
    parts = []
    if won:
        unit = event_format(event)
        word = number_word(won).capitalize()
        parts.append(f"{word} {unit.unit if won == 1 else unit.units} won")
    if eights is not None:
        eights_held = f"{spelt(eights, 'eight')} held"
        parts.append("never caught with an 8" if not eights else eights_held)
    words = ", ".join(parts)
    return capital(words)


def _sittings(event: Event) -> dict[int, tuple[Sitting, ...]]:
    """For each guest their tables, with the others there: by given name, or as they wished."""
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(event=event, round__number__lte=event.qualifying_rounds)
    for seat in seats.select_related("round", "table", "guest__livery").order_by(
        "round__number", "letter"
    ):
        tables[seat.table_id].append(seat)
    by_guest: defaultdict[int, list[Sitting]] = defaultdict(list)
    for sat in tables.values():
        for seat in sat:
            neighbours = tuple(
                (item.letter, _forename(item.guest), item.guest.livery_name)
                for item in sat
                if item.guest_id != seat.guest_id
            )
            label = table_label(event, seat.table.number)
            heading = f"Round {seat.round.number}, table {label}, seat {seat.letter}"
            by_guest[seat.guest_id].append(Sitting(heading, neighbours))
    return {
        pk: tuple(sorted(listed, key=lambda sitting: sitting.heading))
        for pk, listed in by_guest.items()
    }


def _forename(guest: Guest) -> str:
    if guest.unnamed:
        return f"Badge {guest.badge}"
    listed = listed_name(guest.name, guest.sort_name, guest.last_name)
    return listed.sort_name.partition(", ")[2] or guest.name
