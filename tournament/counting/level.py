"""What splits those who are level: the rank of each card that was cut, Ace low, and games played
among finalists on one total, which are a tie-break and no part of any total.
"""

from collections.abc import Mapping

from scoring.cards import parse_card, rank_of
from scoring.counting.tie_breaks import with_extra_game
from tournament.counting.formats import event_format, stored
from tournament.models import Event, Game, Stage, TallyState
from tournament.models import Tally as TallyRow


def ranks_of(cards: Mapping[str, str]) -> dict[str, int]:
    """Each guest's place by the card they cut (1 goes first); equal ranks share one.

    Raises CardError.
    """
    ranks = {ref: rank_of(parse_card(text)) for ref, text in cards.items()}
    order = sorted(set(ranks.values()))
    return {ref: order.index(rank) + 1 for ref, rank in ranks.items()}


def playoff_tie_breaks(event: Event) -> tuple[str, ...]:
    """The order in force in the play-off: its own where one was declared, else the evening's with
    an extra game.
    """
    return tuple(event.playoff_tie_breaks) or with_extra_game(event.tie_breaks)


ExtraGame = tuple[tuple[str, int], ...]
"""The points of an extra game, by the refs of those who played it."""


def extra_games(event: Event) -> tuple[ExtraGame, ...]:
    """Every extra game that is in, in the order they were played, as (guest's ref, points) pairs.

    One query, and a second one only where there is such a game: asked in one, a database that has
    not yet counted its rows after a large import may look for none of them for minutes.
    """
    opened = list(
        Game.objects.filter(event=event, table__round__stage=Stage.EXTRA)
        .order_by()
        .values_list("pk")
    )
    if not opened:
        return ()
    rows = TallyRow.objects.filter(
        event=event,
        sheet__accepted=True,
        sheet__game__in=[pk for (pk,) in opened],
        state=TallyState.PLAYED,
    )
    form = event_format(event)
    games: dict[tuple[int, int], list[tuple[str, int]]] = {}
    columns = ("sheet__game__table__round__number", "sheet__game_id", "guest__ref", "points")
    for number, game, ref, points in rows.order_by(*columns[:3]).values_list(*columns):
        games.setdefault((number, game), []).append((ref, stored(form, points or 0)))
    return tuple(tuple(pairs) for pairs in games.values())
