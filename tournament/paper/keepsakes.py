"""What a guest takes home: their own evening on one sheet, said kindly, with their tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.dateformat import format as write_date

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.foresight.evening_line import Step
from scoring.names import listed_name
from scoring.words import capital, noun, number_word, spelt
from tournament.counting.announcement import spoken_place
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.event.words import in_aid_of
from tournament.models import Event, Guest, Seat, in_list_order
from tournament.paper.field import points_of_games
from tournament.paper.printed import Printed
from tournament.paper.seating import edition
from tournament.standings.drawing import Drawing, drawing, event_lines, luck_words
from tournament.standings.public import won_words

NEAR = 5
LAST = 10
"""The last ten of a field are told whom they met, and no place."""


def keepsakes(event: Event, board: Board, now: datetime) -> Printed:
    """A sheet for everybody who is ranked, by surname."""
    standing = {standing.player: standing for standing in board.standings if standing.ranked}
    rows = event.guests.filter(ref__in=list(standing)).select_related("livery")
    lines, sittings, won = event_lines(event), _sittings(event), won_words(board)
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
        last = _among_the_last(standing_now, len(standing))
        created.append(
            {
                "name": standing_now.name,
                "of": f"of the {guest.livery_name}" if guest.livery_name else "",
                "headline": _headline(event, board, standing_now, len(standing), inside),
                "rounds": _rounds(event, standing_now, points),
                "total": standing_now.total,
                "won": _won(event, won.get(guest.ref, ""), standing_now),
                "luck": luck_words(event, guest.ref),
                "line": line_drawn,
                "marks": () if last else _marks(line_drawn, steps),
                "through": through,
                "sittings": sittings.get(guest.pk, ()),
                "thanks": thanks,
            }
        )
    day = write_date(event.date, "j F Y")
    return Printed(
        edition=edition(event, now),
        title="Keepsakes",
        template="paper/print/keepsakes.html",
        styles=("paper/taken_home.css",),
        content={
            "keepsakes": created,
            "where": ", ".join(filter(None, (event.venue, day))),
        },
    )


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


def _won(event: Event, rounds: str, standing: Standing) -> str:
    """Rounds won at a table, games won and eights held, beside the total; of none won nothing is
    said.
    """
    won, eights = standing.figures.get("games_won"), standing.figures.get("eights_caught")
    parts = [rounds] if rounds else []
    if won:
        form = event_format(event)
        parts.append(f"{spelt(won, form.unit, form.units)} won")
    if eights is not None:
        eights_held = f"{spelt(eights, 'eight')} held"
        parts.append("never caught with an 8" if not eights else eights_held)
    return capital(", ".join(parts))


def _sittings(event: Event) -> dict[int, list[tuple[str, tuple[tuple[str, str, str], ...]]]]:
    """For each guest their tables, with the others there: seat, given name, or as they wished, and
    company.
    """
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(event=event, round__number__lte=event.qualifying_rounds)
    for seat in seats.select_related("round", "table", "guest__livery").order_by(
        "round__number", "letter"
    ):
        tables[seat.table_id].append(seat)
    by_guest: defaultdict[int, list[tuple[str, tuple[tuple[str, str, str], ...]]]] = defaultdict(
        list
    )
    for sat in tables.values():
        for seat in sat:
            neighbours = tuple(
                (item.letter, _forename(item.guest), item.guest.livery_name)
                for item in sat
                if item.guest_id != seat.guest_id
            )
            label = table_label(event, seat.table.number)
            heading = f"Round {seat.round.number}, table {label}, seat {seat.letter}"
            by_guest[seat.guest_id].append((heading, neighbours))
    return {pk: sorted(sittings) for pk, sittings in by_guest.items()}


def _forename(guest: Guest) -> str:
    if guest.unnamed:
        return f"Badge {guest.badge}"
    listed = listed_name(guest.name, guest.sort_name, guest.last_name)
    return listed.sort_name.partition(", ")[2] or guest.name
