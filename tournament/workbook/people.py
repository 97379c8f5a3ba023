"""The pages of people and acts: the log of the evening, and a list for letters and badges."""

from collections.abc import Iterator

from django.utils.timezone import localtime

from scoring.counting.cut import Cut
from tournament.counting.matches import course_of
from tournament.matches.reading import final_places
from tournament.site.spreadsheet import Cell, Page
from tournament.workbook.page import Evening


def log_page(evening: Evening) -> Page:
    """Every accepted act in its order, with the digest that chains it to the one before."""
    columns = [("Number", 8), ("At", 20), ("Act", 20), ("By", 24), ("Reason", 50), ("Digest", 20)]
    return Page("Log", columns, _log(evening))


def _log(evening: Evening) -> Iterator[list[Cell]]:
    for entry in evening.log():
        moment = localtime(entry.at).strftime("%Y-%m-%d %H:%M:%S")
        kind = entry.kind.replace("_", " ")
        yield [entry.number, moment, kind, entry.actor, entry.reason, entry.digest[:16]]


def mail_merge_page(evening: Evening) -> Page:
    """A row a guest with everything a letter, place card or badge may name."""
    rounds = sorted({number for number, _game in evening.games})
    seats = [(f"Round {number} {part}", 13) for number in rounds for part in ("table", "seat")]
    columns = [
        ("Badge", 7),
        ("Title", 12),
        ("First name", 18),
        ("Last name", 22),
        ("Name as printed", 34),
        ("Sort name", 26),
        ("Post-nominals", 14),
        (evening.groups, 26),
        ("Office", 20),
        ("Guest of", 24),
        ("E-mail", 28),
        *(*seats, ("Place", 7), ("Total", 8), ("Through", 9)),
    ]
    return Page("Mail merge", columns, _mail_merge(evening, rounds))


def _mail_merge(evening: Evening, rounds: list[int]) -> Iterator[list[Cell]]:
    course = course_of(evening.event) if evening.event.paired else None
    fared: dict[str, tuple[Cell, Cell]] = {
        row.player: (row.place, row.total) for row in evening.board.standings
    }
    fared |= {ref: (place, None) for ref, place in final_places(course).items()} if course else {}
    cut = evening.cut
    through = set(cut.qualifiers) if isinstance(cut, Cut) else set()
    for guest in evening.guests:
        places = evening.seats.get(guest.ref, {})
        seats = [part for number in rounds for part in places.get(number, (None, None))]
        yield [
            guest.badge,
            guest.title,
            guest.first_name,
            guest.last_name,
            guest.name,
            guest.sort_name,
            *(
                guest.post_nominals,
                guest.livery_name,
                guest.office,
                guest.guest_of,
                guest.email,
                *seats,
            ),
            *fared.get(guest.ref, (None, None)),
            int(guest.ref in through),
        ]
