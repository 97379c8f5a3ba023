"""The pages of people and acts: the log of the evening, and a list for letters and badges."""

from scoring.counting.cut import Cut
from tournament.counting.matches import course_of
from tournament.matches.reading import final_places
from tournament.models import Guest, LedgerEntry
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Page
from tournament.workbook.page import Evening, clock


def log_page(evening: Evening) -> Page:
    """Every accepted act in its order, with the digest that chains it to the one before."""
    columns: list[Column[LedgerEntry]] = [
        Column("Number", lambda entry: entry.number, 8),
        Column("At", lambda entry: clock(entry.at), 20),
        Column("Act", lambda entry: entry.kind.replace("_", " "), 20),
        Column("By", lambda entry: entry.actor, 24),
        Column("Reason", lambda entry: entry.reason, 50),
        Column("Digest", lambda entry: entry.digest[:16], 20),
    ]
    return Page.of("Log", columns, evening.log())


def mail_merge_page(evening: Evening) -> Page:
    """A row a guest with everything a letter, place card or badge may name."""
    course = course_of(evening.event) if evening.event.paired else None
    fared: dict[str, tuple[Cell, Cell]] = {
        standing.player: (standing.place, standing.total) for standing in evening.board.standings
    }
    fared |= {ref: (place, None) for ref, place in final_places(course).items()} if course else {}
    cut, seats = evening.cut, evening.seats()
    through = set(cut.qualifiers) if isinstance(cut, Cut) else set()

    def seat(number: int, part: int, word: str) -> Column[Guest]:
        return Column(
            f"Round {number} {word}",
            lambda guest: seats.get((guest.ref, number), (None, None))[part],
            13,
        )

    def ranked(guest: Guest, part: int) -> Cell:
        return fared.get(guest.ref, (None, None))[part]

    columns: list[Column[Guest]] = [
        Column("Badge", lambda guest: guest.badge, 7),
        Column("Title", lambda guest: guest.title, 12),
        Column("First name", lambda guest: guest.first_name, 18),
        Column("Last name", lambda guest: guest.last_name, 22),
        Column("Name as printed", lambda guest: guest.name, 34),
        Column("Sort name", lambda guest: guest.sort_name, 26),
        Column("Post-nominals", lambda guest: guest.post_nominals, 14),
        Column(evening.groups, lambda guest: guest.livery_name, 26),
        Column("Office", lambda guest: guest.office, 20),
        Column("Guest of", lambda guest: guest.guest_of, 24),
        Column("E-mail", lambda guest: guest.email, 28),
        *(
            seat(number, part, word)
            for number in sorted({number for number, _game in evening.games})
            for part, word in enumerate(("table", "seat"))
        ),
        Column("Place", lambda guest: ranked(guest, 0), 7),
        Column("Total", lambda guest: ranked(guest, 1), 8),
        Column("Through", lambda guest: int(guest.ref in through), 9),
    ]
    return Page.of("Mail merge", columns, evening.guests())
