"""What the size of a table does in this event's game, in words, for those who declare how it is
played.
"""

from collections.abc import Mapping

from scoring.counting.table_par import USUAL
from scoring.foresight.table_sizes import by_counting, measured, suggested
from scoring.formats import Format
from scoring.law.rulebook import SizeMeasure
from tournament.counting.formats import event_format
from tournament.counting.par import takes_par
from tournament.models import Event

PAIRED = "Two players meet in every match: no table is larger than another."
SPREAD = (
    "Places are spread alike at every table: the mean of a player is {means}, and no size of table"
    " is the better one."
)
PLACES = (
    "By the way places count the mean of a player in a {unit} is {means}, whoever plays: larger"
    " tables bring higher totals, unless places are spread."
)
WINS = (
    "One player of a table wins a {unit}, so the wins of a player are {means} on average: larger"
    " tables bring fewer."
)


def measured_words(event: Event) -> str:
    """The bias of table sizes in sentences, measured or by the way of counting; nothing where
    neither tells it.
    """
    form = event_format(event)
    if form.paired:
        return PAIRED
    if form.scorer == "spread_places":
        return SPREAD.format(means=f"{by_counting(form.scorer, USUAL):.0f}")
    if measured_games := _by_counting(form):
        digits = 2 if form.scorer == "win" else 1
        means = ", ".join(
            f"{mean:.{digits}f} at a table of {seats}" for seats, mean in measured_games.items()
        )
        return (WINS if form.scorer == "win" else PLACES).format(unit=form.unit, means=means)
    figures = _measured(form)
    return _words(form, figures) if figures else ""


def _words(form: Format, figures: tuple[SizeMeasure, ...]) -> str:
    means = ", ".join(f"{figure.mean:.1f} at a table of {figure.seats}" for figure in figures)
    out = ", ".join(f"{figure.out:.0%} at {figure.seats}" for figure in figures)
    return (
        f"Measured in {figures[0].games:,} simulated games for each size, under the usual options."
        f" Points of a player in a game: {means}. Players who go out: {out}. As a par:"
        f" {suggested(form.game)}."
    )


def _measured(form: Format) -> tuple[SizeMeasure, ...]:
    return measured(form.game) if takes_par(form) else ()


def _by_counting(form: Format) -> Mapping[int, float]:
    """What a game brings on average at each size of table the format allows; empty where the play
    decides that.
    """
    means = {
        seats: by_counting(form.scorer, seats)
        for seats in range(form.seats.least, form.seats.most + 1)
    }
    return {seats: mean for seats, mean in means.items() if mean is not None}


def bias(event: Event) -> Mapping[int, float]:
    """What a game at a table of each known size brings beside one of five, in what totals are made
    of; else empty.
    """
    form = event_format(event)
    means = _by_counting(form) or {row.seats: row.mean for row in _measured(form)}
    return {seats: mean - means[USUAL] for seats, mean in means.items()} if USUAL in means else {}
