"""The ways in which columns, sheets and the file itself make a list messy."""

from random import Random

from tests.tournament.tickets.messy import Messy
from tests.tournament.tickets.messy_rows import held


def hide(mess: Messy, chance: Random) -> None:
    """A row is hidden."""
    row = chance.randrange(len(mess.rows))
    mess.hidden.add(row)
    mess.comers[row] = []


def strike(mess: Messy, chance: Random) -> None:
    """A row, or the name in it, is struck through."""
    row = chance.randrange(len(mess.rows))
    mess.struck[row] = chance.choice([1, 9])
    mess.comers[row] = []


def merge(mess: Messy, _chance: Random) -> None:
    """The group is one merged cell."""
    liveries = [row[1] for row in mess.rows]
    for livery in dict.fromkeys(liveries):
        first, number = liveries.index(livery), liveries.count(livery)
        if number > 1:
            mess.merged.append((first, first + number - 1))


def more_sheets(mess: Messy, chance: Random) -> None:
    """Some of the guests stand on a second sheet, perhaps under other headings."""
    number = chance.randint(2, len(mess.rows) - 2)
    headings = chance.choice([mess.headings, ["Guest", "Company", *mess.headings[2:]]])
    mess.sheets[chance.choice(["Late", "Sheet2", "Table 2"])] = [headings, *mess.rows[number:]]
    del mess.rows[number:]


def sheet_of_each_group(mess: Messy, _chance: Random) -> None:
    """A sheet for each group, and no column that names it."""
    sheets: dict[str, list[list[str]]] = {}
    for name, livery in mess.rows:
        sheets.setdefault(livery, [["Name"]]).append([name])
    mess.title, first = next(iter(sheets.items()))
    mess.headings, mess.rows = first[0], first[1:]
    mess.sheets = {title: rows for title, rows in sheets.items() if title != mess.title}


def hidden_sheet(mess: Messy, chance: Random) -> None:
    """A hidden sheet holds an older list."""
    mess.sheets["Old"] = [mess.headings, ["Zelda Oak", "Mercers"], ["Yorick Elm", "Grocers"]]
    mess.unseen.add("Old")
    mess.first_sheet = chance.choice(["", "Old"])


def cover(mess: Messy, chance: Random) -> None:
    """A sheet that is no list, perhaps before the one that is."""
    title, text = chance.choice(
        [("Read me", "Please see the other tab"), ("Export Summary", "This document was exported")]
    )
    mess.sheets[title] = [[text]]
    mess.first_sheet = chance.choice(["", title])


def no_headings(mess: Messy, _chance: Random) -> None:
    """The first row is a guest."""
    mess.headings = []


def two_rows_of_headings(mess: Messy, chance: Random) -> None:
    """“Name” stands over “First” and “Last”, and the others beside it."""
    mess.second_headings = ["Name", "", chance.choice(["Livery", "Company"])]
    mess.headings[:2] = ["First", "Last", ""]
    mess.rows = [[*row[0].split(), *row[1:]] for row in mess.rows]


def notes(mess: Messy, chance: Random) -> None:
    """Lines above the headings and below the list."""
    mess.above = ["Guest list of the evening of the companies", "as of Tuesday"]
    if chance.random() < 0.3:
        mess.above = [f"Rule {number} of the evening: be kind" for number in range(14)]
    texts = [
        "Page 1 of 1",
        "Copyright (c) 2026. All rights reserved.",
        "Printed by the Clerk, 12:30",
        "KEY: (v) vegan",
        "* = vegetarian",
        "Dress code: black tie",
        "Seats left: 4",
    ]
    mess.below += [[text] for text in chance.sample(texts, chance.randint(1, 3))]


def names_below(mess: Messy, chance: Random) -> None:
    """A name stands alone below the list: pressed, it is no guest."""
    mess.below += [[chance.choice(["Jane Clerk", "Yorick Beadle", "Head Office"])]]


def _answers(mess: Messy, chance: Random, heading: str, away: list[str], coming: list[str]) -> None:
    cells = []
    for number, people in enumerate(mess.comers):
        stays = number == 1 or chance.random() < 0.3
        cells.append(chance.choice(away if stays else coming))
        if stays:
            people.clear()
    mess.column(heading, cells)


def answers(mess: Messy, chance: Random) -> None:
    """A column of answers: pressed, those who said no do not come."""
    heading, away, coming = chance.choice(
        [
            ("RSVP Status", ["No", "Regrets"], ["Yes"]),
            ("Reply", ["No", "Declined", "Not attending"], ["Yes"]),
            ("Approved?", ["No"], ["Yes"]),
            ("Approval", ["Rejected"], ["Approved"]),
            ("Registration", ["Cancelled", "Withdrawn"], ["Confirmed"]),
            ("Check-in", ["No"], ["Yes"]),
            ("Response to invitation", ["Declines"], ["Accepts"]),
            ("Paid", ["CANCELLED", "Refunded"], ["Paid"]),
            ("State of play", ["Can't make it", "Unable to attend"], ["Will attend", "Yes"]),
        ]
    )
    _answers(mess, chance, heading, away, coming)


def rsvp(mess: Messy, chance: Random) -> None:
    """The same under a heading that is known: nobody need press."""
    heading = chance.choice(["RSVP", "Attending", "Status", "Will you be attending?"])
    _answers(mess, chance, heading, ["No", "Declined", "Sorry, no"], ["Yes", "Yes please"])


def _column_of_numbers(
    mess: Messy, chance: Random, heading: str, words: dict[int, str], least: int
) -> None:
    cells = []
    for number, people in enumerate(mess.comers):
        further = 1 if number == 0 else chance.choice([0, 0, 1])
        cells.append(words[further + least])
        if people:
            people += [held(people[0][1])] * further
    mess.column(heading, cells)


def numbers(mess: Messy, chance: Random) -> None:
    """A column counts the places of each row."""
    heading, words = chance.choice(
        [
            ("# of Guests", {1: "1", 2: "2"}),
            ("Party size", {1: "1", 2: "2"}),
            ("Count", {1: "1", 2: "2"}),
            ("Number of guests", {1: "one", 2: "two"}),
            ("How many people are in your party?", {1: "Just me", 2: "2 people"}),
            ("Tickets bought", {1: "1", 2: "2"}),
            ("Headcount", {1: "1", 2: "2"}),
        ]
    )
    _column_of_numbers(mess, chance, heading, words, 1)


def plus_ones(mess: Messy, chance: Random) -> None:
    """A column counts, or answers for, those whom somebody brings."""
    heading, words = chance.choice(
        [
            ("Additional Guests", {0: "0", 1: "1"}),
            ("Plus one", {0: "No", 1: "Yes"}),
            ("+1", {0: "", 1: "x"}),
            ("Bringing a guest?", {0: "no", 1: "yes"}),
            ("Extra guests", {0: "", 1: "1"}),
            ("Children", {0: "0", 1: "1"}),
        ]
    )
    _column_of_numbers(mess, chance, heading, words, 0)


def second_names(mess: Messy, chance: Random) -> None:
    """A column names those whom somebody brings."""
    heading, nobody = chance.choice(
        [
            ("Partner", ""),
            ("Plus one", "No"),
            ("Guest 2", ""),
            ("Guest 1", ""),
            ("second_guest", ""),
            ("Name of your guest", "n/a"),
            ("Are you bringing a guest? If so their name", "No"),
            ("Spouse", "-"),
        ]
    )
    cells = []
    for number, people in enumerate(mess.comers):
        words = ["Zelda Oak", "Yorick Oak", "TBC"][: 3 if number else 2]
        brings = chance.choice(words) if number % 4 == 0 else ""
        livery = people[0][1] if people else ""
        name = f"{brings.split()[0]} {chr(65 + number)}. Oak" if " " in brings else brings
        cells.append(name or nobody)
        if people and name:
            people.append(held(livery) if name == "TBC" else (name, livery))
    mess.column(heading, cells)


def kinds(mess: Messy, chance: Random) -> None:
    """A kind of ticket, or a remark, does not play."""
    words = ["Dinner only", "Spectator", "Volunteer", "Not playing", "CANCELLED", "cannot come now"]
    words += ["Watching", "Withdrawn 3/2", "no longer coming", "Press", "Dining only"]
    out = chance.randrange(len(mess.rows))
    cells = ["Player"] * len(mess.rows)
    cells[out] = chance.choice(words)
    mess.column(chance.choice(["Ticket type", "Remarks", "Category", "Notes"]), cells)
    mess.comers[out] = []


def tables(mess: Messy, chance: Random) -> None:
    """A plan of the dinner: nobody is pinned by it unasked."""
    heading = chance.choice(["Table", "Table no.", "Seating", "Seat", "Tisch"])
    shape = chance.choice(["{}", "{}", "{} A", "Table {}"])
    mess.column(heading, [shape.format(number // 4 + 1) for number, _row in enumerate(mess.rows)])


def named_tables(mess: Messy, _chance: Random) -> None:
    """Tables that have names."""
    names = ["Rose", "Thistle", "Top table"]
    mess.column("Table", [names[number % 3] for number, _row in enumerate(mess.rows)])


def harmless(mess: Messy, chance: Random) -> None:
    """Columns that say nothing of who comes: no word is lost about them."""
    rows = range(len(mess.rows))
    for heading, cells in chance.sample(
        [
            ("Order date", [f"2026-11-{number % 28 + 1:02}" for number in rows]),
            ("Total paid", ["65.00" for _number in rows]),
            ("Home City", [["Bath", "York", "Ely"][number % 3] for number in rows]),
            ("Mobile", [f"+44 7700 900{number:03}" for number in rows]),
            ("Member since", [str(1990 + number) for number in rows]),
            ("Newsletter", [["Yes", "No"][number % 2] for number in rows]),
            ("Age", [str(20 + number) for number in rows]),
            ("Vegetarian?", [["yes", "no"][number % 2] for number in rows]),
            ("Salesperson", ["Web" for _number in rows]),
        ],
        3,
    ):
        mess.column(heading, cells)


def letters(mess: Messy, chance: Random) -> None:
    """The file is written in an older way: pressed, its names are right."""
    encoding, name = chance.choice(
        [
            ("iso8859-2", "Ondřej Novák"),
            ("cp1251", "Ульяна Беложаева"),
            ("cp1253", "Θεανώ Κρυσταλλοπέτρα"),
            ("cp1254", "Gülşah Çınarlı"),
            ("cp1250", "Żaneta Łąkowska"),
        ]
    )
    mess.encoding = encoding
    mess.add([name, "Mercers"], (name, "Mercers"))


def ways_of_writing(mess: Messy, chance: Random) -> None:
    """Other separators and encodings that say for themselves what they are."""
    mess.add(["Jürgen Oak", "Mercers"], ("Jürgen Oak", "Mercers"))
    mess.encoding = chance.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
    mess.delimiter = chance.choice([";", "\t", "|"])


def page_of_the_web(mess: Messy, _chance: Random) -> None:
    """A table of a page, saved as a workbook."""
    mess.as_html = True
