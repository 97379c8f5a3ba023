"""Evenings of other games for the tests, and an independent recount of what the ledger says was
entered.
"""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from scoring.counting.sheet import SeatEntry
from tests.tournament.evening import seated_event, sign
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.event.forms_rules import new_columns
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.models import Event, LedgerEntry
from tournament.seating.acts import close_round

ACE, COURT = 15, 10
FACES = {"A": ACE, "T": 10, "J": COURT, "Q": COURT, "K": COURT, "X": COURT}


def evening_of(name: str, guests: int = 4, **choices: Any) -> Event:
    """A published evening of one table in this format: two rounds of five games."""
    refs = [f"P{number:03}" for number in range(1, guests + 1)]
    return seated_event(guests, tables=[refs], **new_columns(name, choices))


def race_read_out() -> Event:
    """Five at one table, one round of one race, nobody plays on; over, sealed and read out."""
    plan = {"qualifying_rounds": 1, "games_per_round": 1, "cut_size": 3, "has_playoff": False}
    event = seated_event(5, **new_columns("pursuit_racing", {}) | plan)
    laps = zip("ABCDE", (4, 5, 3, 2, 1), strict=True)
    seats = tuple(SeatEntry(seat, laps=ran) for seat, ran in laps)
    record_sheet(event, Submission(Place(1, 1, 1), seats), sign())
    close_round(Event.objects.get(pk=event.pk), 1, sign())
    seal_cut(Event.objects.get(pk=event.pk), sign())
    reveal_cut(Event.objects.get(pk=event.pk), sign())
    return Event.objects.get(pk=event.pk)


def recount(event: Event, rounds: range) -> dict[str, Fraction]:
    """Everybody's total in these rounds, from the ledger alone and by a reckoning of its own."""
    newest: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
    for body in LedgerEntry.objects.filter(event=event, kind__in=("sheet", "correct")).values_list(
        "body", flat=True
    ):
        newest[body["round"], body["table"], body["game"]] = body["tallies"]
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (number, _table, _game), rows in newest.items():
        for guest, points in (
            _RECKON[event.format or event.game](rows).items() if number in rounds else ()
        ):
            totals[guest] += points
    return dict(totals)


def _switch(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    return {row["guest"]: Fraction(row["place"]) for row in rows}


def _ottawa(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    held = {row["guest"]: sum(_value(card) for card in row.get("hand", "").split()) for row in rows}
    return {row["guest"]: Fraction(sum(held.values()) if row.get("out") else 0) for row in rows}


def _value(card: str) -> int:
    return FACES[card[0]] if card[0] in FACES else int(card[0])


def _racing(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    """The mean of the places that all who ran as many laps take up together."""
    laps = sorted((row["laps"] for row in rows), reverse=True)
    places = {ran: [at for at, one in enumerate(laps, start=1) if one == ran] for ran in laps}
    return {
        row["guest"]: Fraction(sum(places[row["laps"]]), len(places[row["laps"]])) for row in rows
    }


def _held(rows: list[dict[str, Any]], worth: dict[str, int]) -> dict[str, Fraction]:
    """What each hand counts by a table of ranks."""
    return {
        row["guest"]: Fraction(
            sum(
                worth[card[0]] if card[0] in worth else int(card[0])
                for card in row.get("hand", "").split()
            )
        )
        for row in rows
    }


def _crazy_eights(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    held = _held(rows, {"8": 50, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10})
    total = sum(held.values(), Fraction(0))
    return {row["guest"]: total if row.get("out") else Fraction(0) for row in rows}


def _mau_mau(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    return _held(rows, {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10})


def _wins(rows: list[dict[str, Any]]) -> dict[str, Fraction]:
    return {row["guest"]: Fraction(bool(row.get("out"))) for row in rows}


_RECKON = {
    "switch": _switch,
    "ottawa": _ottawa,
    "pursuit_racing": _racing,
    "crazy_eights": _crazy_eights,
    "mau_mau": _mau_mau,
    "prsi": _mau_mau,
    "pesten": _wins,
}
