"""The flags of the sheets that count, in the order in which they are answered."""

from collections.abc import Sequence

from tournament.counting.submission import Place
from tournament.models import Event, Flag


def flags_in_a_row(event: Event) -> list[tuple[Place, Flag]]:
    """Every flag of the sheets that count, in the order of the games. One query."""
    table = "sheet__game__table"
    flags = Flag.objects.filter(event=event, sheet__accepted=True)
    ordered = flags.select_related(f"{table}__round").order_by(
        f"{table}__round__number", f"{table}__number", "sheet__game__number", "pk"
    )
    games = ((flag.sheet.game, flag) for flag in ordered)
    return [
        (Place(game.table.round.number, game.table.number, game.number), flag)
        for game, flag in games
    ]


def next_flagged(flags: Sequence[tuple[Place, Flag]], place: Place) -> Place | None:
    """The next game with an open flag, looking on from this one and then from the first."""
    games = list(
        dict.fromkeys(spot for spot, flag in flags if not flag.dismissed and spot != place)
    )
    here = (place.round, place.table, place.game)
    behind = (spot for spot in games if (spot.round, spot.table, spot.game) > here)
    return next(behind, games[0] if games else None)
