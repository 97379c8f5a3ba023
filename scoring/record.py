"""The written forms of standings, cut and prizes: JSON as in the reference data, rows as in its CSV."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.board import Board
from scoring.cut import Cut, NoCut
from scoring.prizes import Figure, Prizes
from scoring.standings import Standing
from scoring.tally import Player

Record = dict[str, Any]
Players = Mapping[str, Player]

TIED_FIGURES = ("total", "games_won", "eights_caught", "last_round", "worst_game", "cards_left")


def board_record(board: Board) -> Record:
    """A board as `standings`, `cut`, `playoff_standings` and `prizes`; the latter two empty or None before they are."""
    return {
        "standings": standings_record(board.standings, board.players),
        "cut": None if board.cut is None else cut_record(board.cut),
        "playoff_standings": standings_record(board.playoff, board.players),
        "prizes": None if board.prizes is None else prizes_record(board.prizes, board.players),
    }


def standings_record(field: Iterable[Standing], players: Players) -> list[Record]:
    """One object per player in order; `adjusted` is there only where a ruling added or took points."""
    return [_standing_record(standing, players) for standing in field]


def _standing_record(standing: Standing, players: Players) -> Record:
    record: Record = {
        "player_id": standing.player,
        "player": standing.name,
        "livery": players[standing.player].livery,
        "total": standing.total,
        "rounds": {str(number): points for number, points in standing.rounds.items()},
        "games_won": standing.games_won,
        "eights_caught": standing.eights_caught,
        "last_round": standing.last_round,
        "worst_game": standing.worst_game,
        "cards_left": standing.cards_left,
        "countback": list(standing.countback),
        "absent": standing.absent,
        "ranked": standing.ranked,
        "order": standing.order,
        "place": standing.place,
        "tied_with": standing.tied_with,
    }
    return record | ({"adjusted": standing.adjusted} if standing.adjusted else {})


def cut_record(drawn: Cut | NoCut) -> Record:
    """The cut; with a tie also what resolved it, who was tied, and how many an admission of all would make."""
    if isinstance(drawn, NoCut):
        return {"cut": drawn.size, "error": drawn.words}
    record: Record = {
        "cut": drawn.size,
        "cut_score": drawn.cut_score,
        "clear": drawn.clear,
        "tied_at_cut": drawn.tied_at_cut,
        "places_for_tied": drawn.places_for_tied,
        "tie": drawn.tie,
        "qualifiers": list(drawn.qualifiers),
    }
    if drawn.tie:
        record["tie_resolved_by"] = drawn.tie_resolved_by
        record["tied"] = [_tied_record(standing) for standing in drawn.tied]
        record["admit_all_would_be"] = drawn.admit_all_would_be
    return record | ({"undecided": list(drawn.undecided)} if drawn.undecided else {})


def _tied_record(standing: Standing) -> Record:
    figures = {figure: getattr(standing, figure) for figure in TIED_FIGURES}
    return {"player_id": standing.player, "player": standing.name, **figures}


def prizes_record(won: Prizes, players: Players) -> Record:
    """The prizes with ids of players; a podium prize nobody has yet is None."""
    return {
        "wooden_spoon": list(won.wooden_spoon),
        "most_games_won": _figure(won.most_games_won),
        "most_eights_caught": _figure(won.most_eights_caught),
        "best_round": {str(number): _figure(figure) for number, figure in won.best_round.items()},
        "livery_best_two": [
            {"place": pair.place, "livery": pair.livery, "sum_best_two": pair.sum_best_two, "players": pair.players}
            for pair in won.livery_best_two
        ],
        "playoff_order": [[one.player, players[one.player].livery, one.total] for one in won.playoff],
        "podium_2019_rule": {award.prize: award.player for award in won.podium},
    }


def _figure(figure: Figure | None) -> list[object] | None:
    return None if figure is None else [figure.figure, list(figure.players)]


def standings_columns(rounds: Sequence[int]) -> tuple[str, ...]:
    """The column names of the standings as CSV, one column per round."""
    figures = ("total", "games_won", "eights_caught", "worst_game", "cards_left", "absent", "qualified")
    return ("order", "place", "player_id", "player", "livery", *(f"round{number}" for number in rounds), *figures)


def standings_rows(board: Board, rounds: Sequence[int]) -> list[tuple[str, ...]]:
    """The rows under `standings_columns`, in order, as text; what is not known or not ranked is empty."""
    through = set(board.cut.qualifiers) if isinstance(board.cut, Cut) else set()
    return [_row(standing, board.players, rounds, qualified=standing.player in through) for standing in board.standings]


def _row(standing: Standing, players: Players, rounds: Sequence[int], *, qualified: bool) -> tuple[str, ...]:
    cells = (
        standing.order,
        standing.place,
        standing.player,
        standing.name,
        players[standing.player].livery,
        *(standing.rounds.get(number) for number in rounds),
        standing.total,
        standing.games_won,
        standing.eights_caught,
        standing.worst_game,
        standing.cards_left,
        standing.absent,
        int(qualified),
    )
    return tuple("" if cell is None else str(cell) for cell in cells)
