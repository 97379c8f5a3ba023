"""Where a guest stands, as far as anybody may know; how the round goes; and the evening to keep
once it is over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.counting.standings import Standing, ordinal
from scoring.words import noun, number_word
from tournament.counting.board import board, clock
from tournament.counting.finals import closing_of
from tournament.counting.formats import event_format
from tournament.models import Event, Stage
from tournament.standings.drawing import event_lines, luck_words
from tournament.standings.public import PublicPlace, is_frozen, public_place

NEAR = 40
"""So many points from the line are still told: more says nothing to somebody at a table."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """The place in large letters, of how many, and what goes with it."""

    hero: str
    field: str = ""
    more: str = ""


def place_shown(event: Event, ref: str, context: dict[str, Any]) -> PlaceShown | None:
    """The place that anybody may know; while the board is held, that of the list they saw last."""
    public = public_place(event, ref, context)
    if context["stage"] == Stage.PLAYOFF and not is_frozen(event):
        return _in_the_field(event, ref, public)
    if public is None or not public.place.removeprefix("=").isdigit():
        return None
    place = _ordinal(public.place)
    moment = f"as of {clock(public.as_of)}" if public.as_of else "so far"
    if public.read:
        return PlaceShown(place, "as it was read out")
    if public.held:
        return PlaceShown("Held back", "until the list is shown")
    field = f"of {len(context['rows'])}"
    return PlaceShown(place, f"{field}, {moment}", _from_the_line(public, context))


def _in_the_field(event: Event, ref: str, public: PublicPlace | None) -> PlaceShown | None:
    """The place of the qualifying rounds, that of the play-off beside it."""
    ranked = [standing for standing in board(event).standings if standing.ranked]
    own = next((standing for standing in ranked if standing.player == ref), None)
    if own is None:
        return None
    final = f"{_ordinal(public.place)} in the play-off" if public else ""
    return PlaceShown(_ordinal(own.place_words), f"of {len(ranked)}", final)


def _ordinal(place: str) -> str:
    """“=10” as “10th, shared”."""
    words = ordinal(int(place.removeprefix("=")))
    return f"{words}, shared" if "=" in place else words


def _from_the_line(public: PublicPlace, context: dict[str, Any]) -> str:
    """How far the line is, where the public board draws one."""
    through, rows = context["through"], context["rows"]
    if not 0 < through < len(rows) or public.stage != Stage.QUALIFYING:
        return ""
    last = rows[through - 1]["total"]
    apart = (public.total - last) * (1 if context["lowest"] else -1)
    if apart <= 0 or apart > NEAR:
        return "" if apart > 0 else f"inside the {number_word(through)}"
    side = "more" if context["lowest"] else "fewer"
    return f"{apart:g} {side} than the {ordinal(through)}"


def progress_words(event: Event, context: dict[str, Any]) -> str:
    """How far the round is, as the public board tells it."""
    if is_frozen(event) or not context["tables"] or context["reading"]:
        return ""
    into, every = sum(is_in for _table, is_in in context["tables"]), len(context["tables"])
    unit = event_format(event).unit.capitalize()
    tables = noun(every, "the table is", f"{every} tables are")
    return f"{unit} {context['game']} of {event.games_per_round}. {into} of {tables} in."


def after(
    event: Event, standing: Standing | None, points: Iterable[int | None], context: dict[str, Any]
) -> dict[str, Any] | None:
    """The evening to keep, once it is closed and its list is shown: the guest's figures with their
    words, what was luck, and the winner with company and total.
    """
    over = not is_frozen(event) and not context["reading"] and closing_of(event) is not None
    if not over or standing is None:
        return None
    first = context["rows"][0] if context["rows"] else {}
    leaders = [row for row in context["rows"] if row["place"] == first.get("place")]
    winner = first if len(leaders) == 1 and first.get("place") == "1" else {}
    details = [str(winner["livery"])] if winner.get("livery") else []
    if winner:
        details.append(f"{winner['total']:g} {'point' if winner['total'] == 1 else 'points'}")
    return {
        "day": f"{event.date:%A} {event.date.day} {event.date:%B %Y}",
        "figures": tuple(_figures(event, standing, points)),
        "luck": luck_words(event, standing.player),
        "winner": winner.get("name", ""),
        "beside": " · ".join(details),
    }


def _figures(
    event: Event, standing: Standing, points: Iterable[int | None]
) -> Iterable[tuple[str, str]]:
    values: Mapping[str, int | None] = standing.figures
    units = event_format(event).units
    if (won := values.get("games_won")) is not None:
        yield str(won), f"{units} won"
    if (eights := values.get("eights_caught")) is not None:
        yield str(eights), "eights held" if eights != 1 else "eight held"
    if dearest := max((point for point in points if point is not None), default=0):
        yield str(dearest), f"dearest {event_format(event).unit}"
    steps = event_lines(event).get(standing.player, ())
    if len(steps) > 1 and (up := steps[0].place - steps[-1].place) > 0:
        yield f"+{up}", "places up" if up > 1 else "place up"
