"""What had been decided beside the sheets at a number of the ledger: cards cut, games out of the count, the seal."""

from collections.abc import Iterable
from typing import Any

from scoring.standings import CardCut
from tournament.ledger.cards_cut import ranks_of
from tournament.ledger.past.entries import Entry
from tournament.models import AdjustmentKind

Where = tuple[int, int, int]


def card_cuts(told: Iterable[Entry], stage: str) -> tuple[CardCut, ...]:
    """The Umpire's cuts of cards of a stage that stood after these entries, in their order."""
    cuts: dict[int, dict[str, str]] = {}
    for entry in told:
        if entry.kind == "cut_of_cards" and entry.body["stage"] == stage:
            cuts[entry.number] = entry.body["cards"]
        elif entry.kind == "take_back_cards":
            cuts.pop(entry.body["entry"], None)
    return tuple(CardCut(ranks=tuple(ranks_of(cards).items())) for cards in cuts.values())


def not_played(told: Iterable[Entry]) -> frozenset[Where]:
    """Round, table and game of all that were declared not played after these entries."""
    cells: set[Where] = set()
    for entry in told:
        if entry.kind == "unpublish":
            cells = {cell for cell in cells if cell[0] != entry.body["round"]}
        elif entry.kind in ("not_played", "time_out"):
            cells |= _cells(entry.body)
        elif entry.kind in ("play_after_all", "resume"):
            cells -= _cells(entry.body)
    return frozenset(cells)


def _cells(body: Any) -> set[Where]:
    if "games" in body:
        return {(body["round"], table, game) for table, game in body["games"]}
    return {(body["round"], body["table"], body["game"])}


def void(told: Iterable[Entry]) -> frozenset[Where]:
    """Round, table and game of all that rulings had made void after these entries."""
    cells: dict[int, Where] = {}
    for entry in told:
        body = entry.body
        if entry.kind == "adjust" and body["kind"] == AdjustmentKind.VOID:
            cells[body["number"]] = (body["round"], body["table"], body["game"])
        elif entry.kind == "cancel_adjustment":
            cells.pop(body["adjustment"], None)
    return frozenset(cells.values())


def sealed(told: Iterable[Entry]) -> bool:
    """Whether the cut was sealed after these entries."""
    kinds = [entry.kind for entry in told if entry.kind in ("seal", "break_seal")]
    return kinds[-1:] == ["seal"]
