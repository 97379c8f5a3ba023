"""What the size of a table does in this event's game, in words, for those who declare how it is played."""

from collections.abc import Mapping

from scoring.table_par import USUAL
from scoring.table_sizes import measured, suggested
from tournament.ledger.fair_tables import takes_par
from tournament.ledger.formats import event_format
from tournament.models import Event


def measured_words(event: Event) -> str:
    """The measured bias of table sizes in sentences; nothing where the game has none, or it was not measured."""
    form = event_format(event)
    figures = measured(form.game) if takes_par(form) else ()
    if not figures:
        return ""
    means = ", ".join(f"{one.mean:.1f} at a table of {one.seats}" for one in figures)
    out = ", ".join(f"{one.out:.0%} at {one.seats}" for one in figures)
    return (
        f"Measured in {figures[0].games:,} simulated games for each size, under the usual options. Points of a player"
        f" in a game: {means}. Players who go out: {out}. As a par: {suggested(form.game)}."
    )


def bias(event: Event) -> Mapping[int, float]:
    """What a game at a table of each measured size brings beside one of five, in points; empty where not measured."""
    form = event_format(event)
    means = {one.seats: one.mean for one in (measured(form.game) if takes_par(form) else ())}
    return {seats: mean - means[USUAL] for seats, mean in means.items()}
