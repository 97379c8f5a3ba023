"""The ways in which the rows and names of a list are spoilt."""

from random import Random

from tests.tournament.tickets.messy import CLUBS, LIVERIES, NAMES, Messy, Person


def held(livery: str) -> Person:
    """A place of a group for a name that follows."""
    return f"Guest of {livery}, name to follow", livery


def _any_row(mess: Messy, chance: Random) -> int:
    """A row whose guest is still called as at first."""
    plain = [
        number
        for number, row in enumerate(mess.rows)
        if row[0] in NAMES and row[1] in LIVERIES and mess.comers[number]
    ]
    return chance.choice(plain)


def group_rows(mess: Messy, chance: Random) -> None:
    """A row of its own names the group of those below it."""
    shape = chance.choice(["{}", "{}", "{}:", "{} ({})", "{} - {} guests"])
    shout = shape == "{}" and chance.random() < 0.5
    rows, comers, last = list[list[str]](), list[list[Person]](), ""
    liveries = [row[1] for row in mess.rows]
    for (name, livery, *rest), people in zip(mess.rows, mess.comers, strict=True):
        if livery != last:
            title = shape.format(livery, liveries.count(livery))
            rows.append([title.upper() if shout else title])
            comers.append([])
            last = livery
        rows.append([name, f"{name.split()[0].lower()}@example.org", *rest])
        comers.append(people)
    mess.rows, mess.comers = rows, comers
    mess.headings[1] = "Email"


def club_rows(mess: Messy, _chance: Random) -> None:
    """The same with clubs that nobody knows."""
    clubs = dict(
        zip(dict.fromkeys(row[1] for row in mess.rows), [*CLUBS, "Old Boys"], strict=False)
    )
    for number, row in enumerate(mess.rows):
        row[1] = clubs[row[1]]
        mess.comers[number] = [(name, row[1]) for name, _livery in mess.comers[number]]
    group_rows(mess, Random(1))


def first_of_group(mess: Messy, _chance: Random) -> None:
    """The group stands in its first row alone."""
    last = ""
    for row in mess.rows:
        livery = row[1]
        row[1] = "" if livery == last else livery
        last = livery


def dittoes(mess: Messy, chance: Random) -> None:
    """A mark stands for the group above."""
    mark, last = chance.choice(['"', "ditto", "do.", "〃", "as above", "''", '- " -']), ""
    for row in mess.rows:
        livery = row[1]
        row[1] = mark if livery == last else livery
        last = livery


def sections(mess: Messy, chance: Random) -> None:
    """A title says what became of those below it."""
    title = chance.choice(["Apologies", "WAITING LIST", "Declined:", "Reserves", "Not coming (2)"])
    number = chance.randint(3, len(mess.rows) - 2)
    mess.rows.insert(number, [title])
    mess.comers.insert(number, [])
    if chance.random() < 0.5:
        mess.gaps.add(number)
    mess.comers[number:] = [[] for _row in mess.comers[number:]]


def unsure_section(mess: Messy, chance: Random) -> None:
    """A title says that those below it have not answered; pressed, they do not come."""
    sections(mess, chance)
    title = next(n for n, row in enumerate(mess.rows) if len(row) == 1)
    mess.rows[title] = [chance.choice(["No reply yet", "Maybe", "Invited", "Awaiting reply"])]


def couples(mess: Messy, chance: Random) -> None:
    """One row names two."""
    row = _any_row(mess, chance)
    name, livery = mess.rows[row][:2]
    first, last = name.split()
    guest = held(livery)[0]
    spoilt, people = chance.choice(
        [
            (f"{first} & Zelda {last}", [name, f"Zelda {last}"]),
            (f"{first} and Zelda {last}", [name, f"Zelda {last}"]),
            (f"{last}, {first} & Zelda", [name, f"Zelda {last}"]),
            (f"Mr and Mrs {first} {last}", [f"Mr {name}", f"Mrs {name}"]),
            (f"{name} + guest", [name, guest]),
            (f"{name} plus one", [name, guest]),
            (f"{name} (+1)", [name, guest]),
            (f"{name} and partner", [name, guest]),
            (f"{name} w/ guest", [name, guest]),
            (f"{name} / Zelda Oak", [name, "Zelda Oak"]),
            (f"{name} w/ Zelda Oak", [name, "Zelda Oak"]),
            (f"{name} (and Zelda Oak)", [name, "Zelda Oak"]),
            (f"{name}, Zelda {last}", [name, f"Zelda {last}"]),
            (f"{name}\nZelda Oak", [name, "Zelda Oak"]),
            (f"{name} x2", [name, guest]),
            (f"{name} x 3", [name, guest, guest]),
            (f"{name} (2)", [name, guest]),
            (f"{name} - 2 places", [name, guest]),
            (f"{name} + 2 children", [name, guest, guest]),
            (f"{name}, party of 3", [name, guest, guest]),
            (f"{livery} x 2", [guest, guest]),
        ]
    )
    mess.rows[row][0] = spoilt
    mess.comers[row] = [(person, livery) for person in people]


def guest_of_behind(mess: Messy, chance: Random) -> None:
    """Behind a name it says whose guest it is, or how they come along."""
    row = _any_row(mess, chance)
    name = mess.rows[row][0]
    first, last = name.split()
    shape = chance.choice(
        [
            "{0} {1} (guest of Zelda Oak)",
            "{1}, {0} (Guest of Zelda Oak)",
            "{0} {1} - guest of Mr Oak",
            "{0} {1}, guest of The Master",
            "{0} {1} guest of Zelda Oak",
            "{0} {1} [VIP]",
            "Guest: {0} {1}",
            "Partner - {0} {1}",
            "{0} {1} <zelda@example.org>",
            "{1}, {0} (guest)",
        ]
    )
    mess.rows[row][0] = shape.format(first, last)


def household(mess: Messy, chance: Random) -> None:
    """One row names a family, and nobody says how many they are."""
    mess.add([chance.choice(["The Oak family", "The Oaks", "Zelda Oak et al"]), "Mercers"])
    mess.comers[-1] = [("Zelda Oak", "Mercers"), ("Yorick Oak", "Mercers")]


def placeholders(mess: Messy, chance: Random) -> None:
    """A word stands where a name should be."""
    livery = chance.choice(LIVERIES)
    words = ["Info Requested", "To be confirmed", "TBC", "N/A", "Player 3", "Name to follow", "?"]
    words += ["Guest 2", "Plus one", "TBA", "Attendee 4", "???", "Guest TBC", "Unknown", "+1"]
    word = chance.choice(words)
    name = "Guest 2, name to follow" if word == "Guest 2" else held(livery)[0]
    mess.add([word, livery], (name, livery))


def buyers(mess: Messy, chance: Random) -> None:
    """A shop order that names nobody: its first place is its buyer's."""
    mess.column("Order number", [f"A{n}" for n, _row in enumerate(mess.rows)])
    mess.column("Buyer name", [row[0] for row in mess.rows])
    for number in range(chance.randint(1, 3)):
        name = "Zelda Oak" if number == 0 else "Guest of Zelda Oak, name to follow"
        mess.add(["", "", "A99", "Zelda Oak"], (name, ""))


def no_surname(mess: Messy, chance: Random) -> None:
    """A dot or the like stands for a surname that somebody has not."""
    mess.headings[:1] = ["First name", "Last name"]
    mess.rows = [[*row[0].split(), *row[1:]] for row in mess.rows]
    dummy = chance.choice([".", "-", "N/A", "x", "Zoltan", "..", "?", "n/a", "none", "XX", "—"])
    mess.add(["Zoltan", dummy, "Mercers"], ("Zoltan", "Mercers"))


def entities(mess: Messy, chance: Random) -> None:
    """Letters are written as on a web page."""
    spoilt, name = chance.choice(
        [
            ("Pat O&#039;Quill", "Pat O'Quill"),
            ("J&uuml;rgen Oak", "Jürgen Oak"),
            ("Pat O&rsquo;Quill", "Pat O’Quill"),
            ("Pat O&amp;#39;Quill", "Pat O'Quill"),
            ("Zo&#xEB; Oak", "Zoë Oak"),
            ("Ann&nbsp;Oak", "Ann Oak"),
        ]
    )
    mess.add([spoilt, "Mercers"], (name, "Mercers"))


def joiners(mess: Messy, chance: Random) -> None:
    """Names with a joiner, a maqaf, a hyphen that does not break."""
    name = chance.choice(
        ["نرگس آریا\u200cنژاد", "דוד בן־אברהם", "Ann Oak\u2011Elm", "ක්\u200dරිස් Oak"]
    )
    mess.add([name, "Mercers"], (name, "Mercers"))


def lost_letter(mess: Messy, chance: Random) -> None:
    """A letter of a name is lost: it is asked for, and no button writes the name."""
    name = chance.choice(
        ["Zo\ufffd Oak", "Ji?í Oak", "Siobhan O&039Quill", "J&uumlrgen Oak", "Zo¿ë Oak"]
    )
    mess.add([name, "Mercers"], ("Somebody Oak", "Mercers"))


def clubs(mess: Messy, chance: Random) -> None:
    """A group that is on no list."""
    row = _any_row(mess, chance)
    mess.rows[row][1] = chance.choice(CLUBS)
    mess.comers[row] = [(mess.rows[row][0], mess.rows[row][1])]


def near_groups(mess: Messy, chance: Random) -> None:
    """A group is misspelt: nothing is taken for it unless somebody says so."""
    row = _any_row(mess, chance)
    mess.rows[row][1] = chance.choice(["Mercerss", "Drapper", "Fishmogers", "Skiners"])


def surname_first(mess: Messy, chance: Random) -> None:
    """Names are written surname first, titles among them."""
    for number, row in enumerate(mess.rows):
        if row[0] in NAMES:
            forename, surname = row[0].split()
            title = chance.choice(["", "", "Mr ", "Dr ", "Mrs "])
            row[0] = f"{surname}, {title}{forename}"
            mess.comers[number] = [(f"{title}{forename} {surname}", mess.comers[number][0][1])]


def small(mess: Messy, chance: Random) -> None:
    """A name is written small, or loud; pressed, it has its capitals."""
    row = mess.rows[_any_row(mess, chance)]
    forename, surname = row[0].split()
    row[0] = chance.choice(
        [
            row[0].lower(),
            row[0].upper(),
            f"{forename} {surname.upper()}",
            f"{surname.upper()} {forename}",
        ]
    )


def off_behind(mess: Messy, chance: Random) -> None:
    """“CANCELLED” stands behind a name."""
    row = _any_row(mess, chance)
    behind = [" - CANCELLED", " (cancelled)", " withdrawn", " [not coming]", ": sends apologies"]
    behind += [" (waiting list)", " – no longer coming", ", declined"]
    mess.rows[row][0] += chance.choice(behind)
    mess.comers[row] = []


def group_behind(mess: Messy, chance: Random) -> None:
    """The group stands behind the name, in brackets or after a comma."""
    shape = chance.choice(["{} ({})", "{}, {}", "{} - {}", "{} [{}]"])
    for row in mess.rows:
        if row[0] in NAMES and row[1] in LIVERIES:
            row[0] = shape.format(*row[:2])
            row[1] = ""


def diet_behind(mess: Messy, chance: Random) -> None:
    """A dietary mark stands behind the name."""
    row = _any_row(mess, chance)
    mess.rows[row][0] += chance.choice([" (v)", " (vegetarian)", " [wheelchair]", " (no nuts)"])


def total(mess: Messy, chance: Random) -> None:
    """The last row counts the guests."""
    words = chance.choice(["Total {}", "TOTAL: {}", "Guests: {}", "Grand total {}", "{} guests"])
    mess.add([words.format(len(mess.rows))])


def heads_again(mess: Messy, chance: Random) -> None:
    """The headings stand again where a new page begins."""
    number = chance.randint(2, len(mess.rows) - 1)
    mess.rows.insert(number, list(mess.headings))
    mess.comers.insert(number, [])
