"""A table written in one line, for tests of formats: "A=1 B=3 C=- D=" are seats with what was
entered.
"""

from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry, Sheet
from scoring.formats import Format, check, format_of, results, rules_of


def table(form: Format, text: str, *, blocked: bool = False, packs: int = 1) -> Sheet:
    """The sheet of a table: `-` absent, `O` out, `=7` points, else places, laps (`3` or `3/2`), or
    cards.
    """
    pairs = (word.split("=", 1) for word in text.split())
    return Sheet(
        tuple(_entry(form, seat, said) for seat, said in pairs), blocked=blocked, packs=packs
    )


def _entry(form: Format, seat: str, said: str) -> SeatEntry:
    if said in ("-", "O"):
        return SeatEntry(seat, absent=said == "-", went_out=said == "O")
    if said.startswith("="):
        return SeatEntry(seat, points=int(said[1:]))
    if form.entry == "laps" and said:
        laps, _, place = said.partition("/")
        return SeatEntry(seat, laps=int(laps), place=int(place) if place else None)
    if form.entry == "places":
        return SeatEntry(seat, place=int(said) if said else None)
    return SeatEntry(seat, hand=parse_hand(said) if said else None)


def points(form: Format, text: str, *, blocked: bool = False) -> dict[str, int | None]:
    """The points of each seat."""
    return {
        seat: one.points
        for seat, one in results(table(form, text, blocked=blocked), form, rules_of(form)).items()
    }


def faults(form: Format, text: str, *, blocked: bool = False) -> list[str]:
    """Every sentence about a table."""
    return [
        finding.text for finding in check(table(form, text, blocked=blocked), form, rules_of(form))
    ]


def chosen(name: str, **choices: str | int) -> Format:
    """A format with its choices."""
    return format_of(name, choices)
