"""The ways in which a list is spoilt by where it stands on its sheet and what is marked there."""

from random import Random

from tests.tournament.tickets.messy import CLUBS, Messy


def side_by_side(mess: Messy, chance: Random) -> None:
    """Two lists stand side by side under the same headings, each with a title or without."""
    half, gap = len(mess.rows) // 2, [""] * chance.randint(0, 2)
    left, right = mess.rows[:half], mess.rows[half:]
    if chance.random() < 0.5:
        mess.second_headings = ["Table 1", "", *gap, "Table 2"]
    mess.headings = [*mess.headings, *gap, *mess.headings]
    mess.rows = [
        [*(left[number] if number < half else ["", ""]), *gap, *row]
        for number, row in enumerate(right)
    ]
    mess.comers = [[person for row in mess.comers for person in row], *[[] for _row in right[1:]]]


def column_of_each_group(mess: Messy, chance: Random) -> None:
    """Each group has a column of its own, with its name on top, or its table."""
    columns = dict[str, list[str]]()
    for name, group in mess.rows:
        columns.setdefault(group, []).append(name)
    full = {group: names for group, names in columns.items() if len(names) > 1}
    full |= {"Salters": ["Zelda Oak", "Zelda Elm"], "Vintners": ["Yorick Oak", "Yorick Elm"]}
    kept = [*full.items()]
    by_table = chance.random() < 0.3
    mess.headings = [f"Table {n}" if by_table else title for n, (title, _c) in enumerate(kept, 1)]
    height = max(len(column) for _title, column in kept)
    mess.rows = [
        [column[number] if number < len(column) else "" for _title, column in kept]
        for number in range(height)
    ]
    everybody = [(name, "" if by_table else title) for title, column in kept for name in column]
    mess.comers = [everybody, *[[] for _row in mess.rows[1:]]]


def crossed_out(mess: Messy, chance: Random) -> None:
    """Another name stood there before and is struck through."""
    for number in chance.sample(range(len(mess.rows)), 2):
        mess.struck_words[number] = ("Zelda Oak ", mess.rows[number][0])


def crossed_out_on_a_page(mess: Messy, chance: Random) -> None:
    """The same on a page of the web."""
    mess.as_html = True
    row, tag = chance.choice(mess.rows), chance.choice(["s", "del", "strike"])
    row[0] = f"<{tag}>Zelda Oak</{tag}> {row[0]}"


def commented(mess: Messy, chance: Random) -> None:
    """What somebody should know hangs on a cell as a comment."""
    words = chance.choice(["Cannot come after all", "Brings his wife", "Ask again on Monday"])
    mess.comments[chance.randrange(len(mess.rows))] = words


def titles_across(mess: Messy, chance: Random) -> None:
    """A title stands over the guests below it, merged over the columns."""
    for number, title in zip((0, len(mess.rows) // 2 + 1), chance.sample(CLUBS, 2), strict=True):
        mess.rows.insert(number, [title])
        mess.comers.insert(number, [])
        mess.across.add(number)


def kept_as_text(mess: Messy, _chance: Random) -> None:
    """Each cell is a formula that keeps a text a text."""
    mess.rows = [[f'="{cell}"' for cell in row] for row in mess.rows]


def dated(mess: Messy, chance: Random) -> None:
    """A spreadsheet made a date of a name."""
    mess.rows[chance.randrange(len(mess.rows))][0] = chance.choice(
        ["2026-05-01", "1/4/26", "46143"]
    )


def two_words_under_name(mess: Messy, _chance: Random) -> None:
    """“Name” stands over first names and over surnames."""
    mess.headings = ["Name", "Name", mess.headings[1]]
    mess.rows = [[*row[0].split(), *row[1:]] for row in mess.rows]


def coloured(mess: Messy, chance: Random) -> None:
    """Some rows have another colour: pressed, they are left out."""
    for number in chance.sample(range(len(mess.rows)), 2):
        mess.coloured.add(number)
        mess.comers[number] = []


def hidden_column(mess: Messy, _chance: Random) -> None:
    """The column of the groups is hidden: pressed, nobody has one."""
    mess.unseen_column = "B"
    mess.comers = [[(name, "") for name, _livery in row] for row in mess.comers]


def spaces(mess: Messy, chance: Random) -> None:
    """Spaces alone part the columns."""
    width = chance.randint(26, 30)
    lines = [mess.headings, *mess.rows]
    mess.text = "\n".join(f"{name:{width}}{group}" for name, group in lines)


def sheet_of_the_cancelled(mess: Messy, chance: Random) -> None:
    """Who does not come has a sheet of their own, before or behind the list."""
    title = chance.choice(["Cancelled", "Waiting list", "Apologies", "Declined"])
    mess.sheets[title] = [mess.headings, ["Zelda Oak", "Mercers"], ["Yorick Oak", "Grocers"]]
    mess.first_sheet = chance.choice([title, ""])


def ticked(mess: Messy, chance: Random) -> None:
    """Who does not come is ticked in a column for that."""
    mark = chance.choice(["x", "✓", "yes", "3/2"])
    out = set(chance.sample(range(len(mess.rows)), 2))
    if chance.random() < 0.5:
        mess.column("Coming", ["" if n in out else "x" for n in range(len(mess.rows))])
    heading = chance.choice(["Not coming", "Declined", "Cancelled", "Apologies", "Can't come"])
    mess.column(heading, [mark if n in out else "" for n in range(len(mess.rows))])
    for number in out:
        mess.comers[number] = []


def replies(mess: Messy, chance: Random) -> None:
    """What the replies say is known to one person alone."""
    heading = chance.choice(["Reply", "Response", "Y/N", "Accepted?", "Will come"])
    words = chance.choice([("A", "D"), ("+", "~"), ("1st", "2nd"), ("AM", "ZK")])
    mess.column(heading, [words[number % 4 == 0] for number in range(len(mess.rows))])


def other_headings_below(mess: Messy, _chance: Random) -> None:
    """Below the half of the list its headings come again, in another order."""
    half = len(mess.rows) // 2
    below = [[livery, name] for name, livery in mess.rows[half:]]
    mess.rows = [*mess.rows[:half], [*reversed(mess.headings)], *below]
    mess.comers.insert(half, [])


def commas(mess: Messy, chance: Random) -> None:
    """A name has a comma that may mean anything."""
    row = chance.choice(mess.rows)
    forename, surname = row[0].split()
    row[0] = f"{surname}, {forename}, {chance.choice(['Master', 'Clerk', 'Jun'])}"


def unticked(mess: Messy, chance: Random) -> None:
    """Who comes, or plays, is ticked, and others are not: pressed, these get no seat."""
    out = set(chance.sample(range(len(mess.rows)), 2))
    heading = chance.choice(["Coming", "Attending", "Cards", "Playing"])
    mark = chance.choice(["x", "✓", "Yes"])
    mess.column(heading, ["" if n in out else mark for n in range(len(mess.rows))])
    for number in out:
        mess.comers[number] = []


def numbers_without_a_heading(mess: Messy, chance: Random) -> None:
    """A list without headings ends with how many come of each row: pressed, so many come."""
    mess.headings = []
    for place, (row, people) in enumerate(zip(mess.rows, mess.comers, strict=True)):
        number = 2 if place == 0 else chance.randint(1, 2)
        row.append(str(number))
        people += [(f"Guest of {row[1]}, name to follow", row[1])] * (number - 1)


def notes_of_more(mess: Messy, chance: Random) -> None:
    """A note speaks of somebody more."""
    words = chance.choice(["+1 Tom", "bringing his wife", "with a friend", "plus one please"])
    at = chance.randrange(len(mess.rows))
    mess.column("Notes", [words if n == at else "" for n in range(len(mess.rows))])
