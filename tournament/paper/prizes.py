"""The prize list as paper values, in the order of handing over: the wooden spoon first, the winner last."""

from collections.abc import Iterable
from datetime import datetime

from scoring.board import Board
from scoring.prizes import Award, Figure, LiveryPair, Prizes
from scoring.standings import Standing
from tournament.models import Event
from tournament.paper.results import PrizeList, PrizeRow
from tournament.paper.seats import edition

CLOSING = "Read the name, then the livery, then the result."


def prize_list(event: Event, board: Board, now: datetime, *, public: bool = False) -> PrizeList:
    """Every prize that can be given by now; `public` once the podium has been revealed."""
    rows: tuple[PrizeRow, ...] = ()
    if board.prizes:
        rows = (*_field_prizes(board, board.prizes), *(_award(board, one) for one in reversed(board.prizes.podium)))
    facts = ["In the order of handing over"]
    if any(prize["skips_host"] for prize in event.prizes):
        skipping = " and ".join(prize["name"] for prize in event.prizes if prize["skips_host"])
        facts.append(f"{skipping} pass over the host’s own guests")
    return PrizeList(edition(event, now), tuple(facts), rows, CLOSING, public)


def _field_prizes(board: Board, prizes: Prizes) -> Iterable[PrizeRow]:
    if prizes.wooden_spoon:
        total = next(one.total for one in board.standings if one.player == prizes.wooden_spoon[0])
        yield _shared(board, "Wooden spoon", "the last total", prizes.wooden_spoon, f"{total} points")
    if prizes.livery_best_two:
        yield _livery(board, prizes.livery_best_two)
    for number, best in prizes.best_round.items():
        yield _shared(board, f"Best round {number}", "fewest points", best.players, f"{best.figure} points")
    counted = (("Most games won", prizes.most_games_won), ("Most eights caught", prizes.most_eights_caught))
    for prize, figure in counted:
        if figure:
            yield _shared(board, prize, "over all rounds", figure.players, str(figure.figure), _unknown(board, figure))


def _shared(
    board: Board, prize: str, condition: str, players: tuple[str, ...], result: str, notes: tuple[str, ...] = ()
) -> PrizeRow:
    """A prize of one figure; all who hold it are named, the best placed first."""
    first, *others = players
    if others:
        notes = (f"equal: {', '.join(_name(board, player) for player in others)}", *notes)
    return PrizeRow(prize, _name(board, first), condition, board.players[first].livery, result=result, notes=notes)


def _unknown(board: Board, figure: Figure) -> tuple[str, ...]:
    if not figure.unknown:
        return ()
    return (f"not known for {', '.join(_name(board, player) for player in figure.unknown)}",)


def _livery(board: Board, pairs: tuple[LiveryPair, ...]) -> PrizeRow:
    best = [pair for pair in pairs if pair.place == 1]
    members = [one for one in board.standings if one.ranked and board.players[one.player].livery == best[0].livery][:2]
    runner_up = next((pair for pair in pairs if pair.place > 1), None)
    return PrizeRow(
        "Best two of one livery",
        " and ".join(pair.livery for pair in best),
        "the best two totals added",
        result=" + ".join(str(one.total) for one in members) + f" = {best[0].sum_best_two}",
        notes=(" and ".join(one.name for one in members),) if len(best) == 1 else (),
        next_in_line=f"{runner_up.livery}, {runner_up.sum_best_two}" if runner_up else "",
    )


def _award(board: Board, award: Award) -> PrizeRow:
    prize = award.prize.capitalize()
    if award.player is None:
        level = ", ".join(_name(board, player) for player in award.undecided)
        return PrizeRow(prize, "Not decided yet", "play-off", notes=(f"level: {level}",) if level else ())
    passed = ", ".join(_name(board, player) for player in award.passed_over)
    heir = award.next_in_line
    return PrizeRow(
        prize,
        _name(board, award.player),
        "play-off",
        board.players[award.player].livery,
        result=f"{_final(board, award.player).total} points",
        notes=(f"passes over {passed} (host)",) if passed else (),
        next_in_line=f"{_name(board, heir)}, {_final(board, heir).total}" if heir else "",
    )


def _final(board: Board, player: str) -> Standing:
    return next(one for one in board.playoff if one.player == player)


def _name(board: Board, player: str) -> str:
    return board.players[player].name
