"""The written forms of standings, cut and prizes: JSON as in the reference data, rows as in its
CSV.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.figures import FIGURES
from scoring.counting.prize_list import Given
from scoring.counting.prizes import Prizes
from scoring.counting.standings import Standing
from scoring.counting.tally import Player
from scoring.formats.catalogue import DEFAULT
from scoring.formats.format import Format
from scoring.formats.results import in_points

Record = dict[str, Any]
Players = Mapping[str, Player]

TIED_FIGURES = ("games_won", "eights_caught", "last_round", "worst_game", "cards_left")
"""Figures that are written whatever the format counts."""


def board_record(board: Board) -> Record:
    """A board as `standings`, `cut`, `playoff_standings` and `prizes`; the latter two empty or None
    before they are.
    """
    record = {
        "standings": standings_record(board.standings, board.players, board.format),
        "cut": None if board.cut is None else cut_record(board.cut),
        "playoff_standings": standings_record(board.playoff, board.players, board.format),
        "prizes": None if board.prizes is None else prizes_record(board.prizes, board.players),
    }
    return (
        {name: in_points(value) for name, value in record.items()}
        if board.format.halves
        else record
    )


def standings_record(
    field: Iterable[Standing], players: Players, form: Format = DEFAULT
) -> list[Record]:
    """One object per player in order.

    `adjusted` is there only where a ruling added or took points, `bare_rounds` where a round is
    known by its total, `table_par` where a declared par of tables added or took some, and the
    figures of other formats in those.
    """
    return [_standing_record(standing, players, form) for standing in field]


OTHER_FIGURES = tuple(name for name in FIGURES if name not in TIED_FIGURES)
"""Figures of a standing that are written only where the format counts them."""


def _standing_record(standing: Standing, players: Players, form: Format) -> Record:
    record: Record = {
        "player_id": standing.player,
        "player": standing.name,
        "livery": players[standing.player].livery,
        "total": standing.total,
        "rounds": {str(number): points for number, points in standing.rounds.items()},
        **{name: standing.figures[name] for name in TIED_FIGURES},
        "countback": list(standing.countback),
        "absent": standing.absent,
        "ranked": standing.ranked,
        "order": standing.order,
        "place": standing.place,
        "tied_with": standing.tied_with,
    }
    optional = {
        "adjusted": standing.adjusted,
        "bare_rounds": list(standing.bare_rounds),
        "table_par": standing.par,
    }
    counted = {name: standing.figures[name] for name in OTHER_FIGURES if name in form.figures}
    return record | {name: value for name, value in optional.items() if value} | counted


def cut_record(cut: Cut | NoCut) -> Record:
    """The cut; with a tie also what resolved it, who was tied, and how many an admission of all
    would make.
    """
    if isinstance(cut, NoCut):
        return {"cut": cut.size, "error": cut.words}
    record: Record = {
        "cut": cut.size,
        "cut_score": cut.cut_score,
        "clear": cut.clear,
        "tied_at_cut": cut.tied_at_cut,
        "places_for_tied": cut.places_for_tied,
        "tie": cut.tie,
        "qualifiers": list(cut.qualifiers),
    }
    if cut.tie:
        record["tie_resolved_by"] = cut.tie_resolved_by
        record["tied"] = [
            {
                "player_id": standing.player,
                "player": standing.name,
                "total": standing.total,
                **{name: standing.figures[name] for name in TIED_FIGURES},
            }
            for standing in cut.tied
        ]
        record["admit_all_would_be"] = cut.admit_all_would_be
    return record | ({"undecided": list(cut.undecided)} if cut.undecided else {})


def prizes_record(won: Prizes, players: Players) -> Record:
    """The prizes with ids of players; a podium prize nobody has yet is None."""
    return {
        "wooden_spoon": list(won.wooden_spoon),
        "most_games_won": _figure(won.most_games_won),
        "most_eights_caught": _figure(won.most_eights_caught),
        "best_round": {str(number): _figure(figure) for number, figure in won.best_round.items()},
        "livery_best_two": [
            {
                "place": pair.place,
                "livery": pair.team,
                "sum_best_two": pair.total,
                "players": pair.players,
            }
            for pair in won.livery_best_two
        ],
        "playoff_order": [
            [standing.player, players[standing.player].livery, standing.total]
            for standing in won.playoff
        ],
        "podium_2019_rule": {award.prize: award.player for award in won.podium},
    }


def _figure(won: Given | None) -> list[object] | None:
    return None if won is None else [won.figure, list(won.players)]


def standings_columns(
    rounds: Sequence[int], format_: Format = DEFAULT, *, par: bool = False
) -> tuple[str, ...]:
    """The column names of the standings as CSV: one column per round, then the figures of the
    format.

    The last is the par, where one is declared.
    """
    guest = ("order", "place", "player_id", "player", "livery")
    by_round = (f"round{number}" for number in rounds)
    figures = (name for name in FIGURES if name in format_.figures)
    last = ("absent", "qualified", *(("table_par",) if par else ()))
    return (*guest, *by_round, "total", *figures, *last)


def standings_rows(board: Board, rounds: Sequence[int]) -> list[tuple[str, ...]]:
    """The rows under `standings_columns`, in order, as text; what is not known or not ranked is
    empty.
    """
    through = set(board.cut.qualifiers) if isinstance(board.cut, Cut) else set()
    columns = standings_columns(rounds, board.format, par=bool(board.table_par))
    rows = []
    for standing in board.standings:
        cells = _standing_record(standing, board.players, board.format) | {
            "qualified": int(standing.player in through),
            "table_par": standing.par,
            **{f"round{number}": standing.rounds.get(number) for number in rounds},
        }
        rows.append(tuple("" if (cell := cells[name]) is None else str(cell) for name in columns))
    return rows
