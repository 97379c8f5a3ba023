"""What the pages say of the evening, counted again from its rows: each sentence with what must be
so where it stands. Nothing of it is taken from the steps.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from django.utils import timezone

from tests.walks import sentences_of_matches as matches
from tests.walks.book import AWAY, LAST_ROUND, WORDS, Book, Sitting, number, stopped
from tests.walks.sentences_aloud import ALOUD
from tournament.models import Conflict, Event, LedgerEntry, Ruling

Truth = Callable[[Book, re.Match[str]], bool]
NUMBER = r"(\d+|[A-Za-z]+)"
ROUND = r"(?:the )?([Rr]ound \d+|[Pp]lay-off|[Ee]xtra game)"


def _is_read(book: Book, match: re.Match[str]) -> bool:
    shown = {book.read("cut"), book.read("podium")}
    return int(match[1]) in shown and int(match[2]) == book.reading.get("count")


def _all_read(book: Book, stage: str) -> bool:
    return book.read(stage) is not None and book.read(stage) == book.reading.get("count")


def _in_round(is_so: Callable[[Sitting], bool]) -> Truth:
    return lambda book, match: is_so(book.named(match[1]))


def _to_come(book: Book, match: re.Match[str]) -> bool:
    row = book.named(match[1])
    return row.goes_on and len(row.games) - row.entered == number(match[2])


def _entered(book: Book, match: re.Match[str]) -> bool:
    figures = int(match[1]), int(match[2])
    return book.any(lambda row: row.goes_on and (row.entered, len(row.games)) == figures)


def _waits_with(book: Book, match: re.Match[str]) -> bool:
    figures = number(match[1]), number(match[2])
    return book.any(lambda row: row.waits and (row.tables, len(row.games)) == figures)


def _seats(book: Book, match: re.Match[str]) -> bool:
    present = [guest for guest in book.guests if guest.status not in AWAY]
    return not book.sittings and len(present) == number(match[1])


def _door(book: Book, match: re.Match[str]) -> bool:
    here = [guest for guest in book.guests if guest.arrived_at and guest.status not in AWAY]
    awaited = [
        guest for guest in book.guests if guest.status == "registered" and not guest.arrived_at
    ]
    return (int(match[1]), int(match[2])) == (len(here), len(here) + len(awaited))


def _differ(book: Book, match: re.Match[str]) -> bool:
    rows = Conflict.objects.filter(event=book.event, resolved_by=None)
    if match.lastindex is None:
        return rows.exists()
    games = rows.filter(game__number=int(match[2])).select_related("game__table__round")
    place = [(row.game.table.number, row.game.table.round.number) for row in games]
    return any(book.sittings[at].name == match[3] for _table, at in place)


def _not_sealed(book: Book, _found: re.Match[str]) -> bool:
    return book.played_out and book.seal is None


def _level(book: Book, match: re.Match[str]) -> bool:
    """So many are level on a total, and fewer places are left for them."""
    guests, total, places = number(match[1]), number(match[2]), number(match[3])
    if book.totals is None:
        return book.played_out and guests > places
    below = sum(points < total for points in book.totals.values())
    level = sum(points == total for points in book.totals.values())
    return book.played_out and places < guests <= level and below + places <= book.event.cut_size


def _small(book: Book, match: re.Match[str]) -> bool:
    return book.any(
        lambda row: row.waits and book.sitting_at(row.number, int(match[1])) == number(match[2])
    )


def _moves(book: Book, match: re.Match[str]) -> bool:
    """Most guests of each letter move so: `A stays, B moves on one table, C two, D follows the
    card`; every letter that is sat at is named.
    """
    row = next((row for row in book.sittings.values() if row.waits and row.number > 1), None)
    moved = book.moves(row.number) if row else {}
    if match[0].startswith("Everybody keeps"):
        return bool(moved) and all(_most(steps, 0) for steps in moved.values())
    letters: list[str] = []
    for group, words in MOVES.findall(match[0]):
        named, step = re.findall("[A-Z]", group), words.split()[-1]
        letters += named
        steps = number(step) if step in WORDS else 0
        if "card" not in words and not all(_most(moved.get(name), steps) for name in named):
            return False
    return set(letters) == set(moved)


def _target(book: Book, match: re.Match[str]) -> bool:
    """In a round that is open somebody has the target that was agreed."""
    over = stopped(book.event)
    opened = book.any(
        lambda row: row.state == "published" and any(at == row.number for at, _ in over)
    )
    last = match[2] is None or LAST_ROUND in over
    return opened and last and f"target={match[1]}" in book.event.choices.split()


MOVES = re.compile(r"((?:[A-Z](?:, | and )?)+) (stays?|moves? on \w+|follows? the card|\w+)")


def _most(steps: Counter[int] | None, step: int) -> bool:
    return steps is not None and 2 * steps[step] > sum(steps.values())


def _own_seat(book: Book, _found: re.Match[str]) -> bool:
    """Somebody does not move as most of their letter do."""
    row = next((row for row in book.sittings.values() if row.waits and row.number > 1), None)
    moved = book.moves(row.number).values() if row else ()
    return any(len(steps) > 1 for steps in moved)


def _at(entry: LedgerEntry | None) -> str:
    return timezone.localtime(entry.at).strftime("%H:%M") if entry else ""


def _closed(book: Book, match: re.Match[str]) -> bool:
    return (
        book.over
        and book.last is not None
        and ((_at(book.last), book.last.actor) == (match[1], match[2]))
    )


def _read_at(book: Book, match: re.Match[str]) -> bool:
    last = LedgerEntry.objects.filter(event=book.event, kind="read").order_by("-number").first()
    return _at(last) == match[1] and (_all_read(book, "cut") or _all_read(book, "podium"))


def _only_the_last(row: Sitting) -> bool:
    """Whether each table has nothing but its last game to come."""
    waiting = {game for (_table, game), is_in in row.games.items() if not is_in}
    return waiting == {max(game for _table, game in row.games)} if row.games else False


def _looked_at_again(book: Book, _found: re.Match[str]) -> bool:
    return book.seal is not None or bool(book.reading)


def _results_wait(book: Book, _found: re.Match[str]) -> bool:
    return book.played_out and not book.revealed and book.read("cut") is None


CLAIMS: Mapping[str, Truth] = {
    rf"{NUMBER} (?:is|are) on the list yet": lambda book, match: (
        not book.sittings and (match[1] == "Nobody" or number(match[1]) == len(book.guests))
    ),
    r"Add the guests|Seat the guests": lambda book, _: not book.sittings,
    rf"{NUMBER} guests? are on the list, and nobody is seated": _seats,
    r"Draw (round \d+)|(Round \d+) is drawn from those": lambda book, match: (
        not book.named(match[1] or match[2]).state and bool(book.qualifying)
    ),
    r"Publish the seating|It is drawn\. Nobody sees it yet|Publish (?:round \d+)": lambda book, _: (
        book.any(lambda row: row.state == "draft")
    ),
    r"Print the papers|No score card is printed yet": lambda book, _: (
        book.nobody_plays and not book.printed & {"score-cards", "without-paper"}
    ),
    r"Something changed since the printing|Print what changed": lambda book, _: (
        book.nobody_plays and "score-cards" in book.printed
    ),
    r"Check the guests in": lambda book, _: book.nobody_plays,
    r"(\d+) of (\d+) guests are here": _door,
    r"Seat those who are here": lambda book, _: book.nobody_plays and book.seatless > 0,
    rf"{NUMBER} guests? (?:is|are) here without a seat": lambda book, match: (
        book.nobody_plays and book.seatless == number(match[1])
    ),
    r"Mend the small tables|\w+ more are too small": lambda book, _: book.any(
        lambda row: row.waits
    ),
    rf"Table (\d+) has {NUMBER} guests?\.": _small,
    rf"Start {ROUND}": _in_round(lambda row: row.waits),
    rf"{NUMBER} tables?, {NUMBER} sheets? to come": _waits_with,
    rf"{ROUND}: {NUMBER} sheets? to come": _to_come,
    r"(\d+) of (\d+) sheets are in": _entered,
    r"Choose between two sheets": _differ,
    r"Two different sheets came in for table (\S+), \w+ (\d+), (round \d+|the [a-z -]+)": _differ,
    r"Say why a ruling departs": lambda book, _: book.event.rulings.exists(),
    r"Ruling (\d+) departs from": lambda book, match: Ruling.objects.filter(
        event=book.event, number=int(match[1]), departs=True
    ).exists(),
    rf"Close {ROUND}": _in_round(lambda row: row.full),
    r"No sheet is to come": lambda book, _: book.any(lambda row: row.full and not row.games),
    r"All (\d+) sheets are in\.": lambda book, match: book.any(
        lambda row: row.full and len(row.games) == int(match[1])
    ),
    r"Its sheet is in\.": lambda book, _: book.any(lambda row: row.full and len(row.games) == 1),
    r"The cut cannot be drawn|Let them cut cards(?! for the place)": _not_sealed,
    rf"{NUMBER} guests are level on (\d+) (?:points\. )?[Ff]or {NUMBER} places?": _level,
    r"Seal the cut": _not_sealed,
    rf"All rounds are closed; {NUMBER} goe?s? through": lambda book, match: (
        book.played_out and book.seal is None and book.event.cut_size == number(match[1])
    ),
    r"Break the seal|The results have changed since the sealing": lambda book, _: (
        book.seal is not None
    ),
    r"Read the names out": lambda book, _: book.awaits_the_reading,
    r"The list is sealed; nobody in the hall knows it": lambda book, _: (
        book.awaits_the_reading and not book.heard
    ),
    r"The list is sealed again; names were read before": lambda book, _: (
        book.awaits_the_reading and book.heard
    ),
    r"(\d+) of (\d+) (?:is|are) read|The walls and the board follow the reading": (
        lambda book, match: bool(book.reading) if match[1] is None else _is_read(book, match)
    ),
    rf"All {NUMBER} are read|The name is read": lambda book, match: (
        (_all_read(book, "cut") or _all_read(book, "podium"))
        and number(match[1] or "one") == book.reading.get("count")
    ),
    r"The last name was read at (\S+)\.": _read_at,
    r"The board still shows the reading": lambda book, _: not book.told,
    r"Ask who plays on": lambda book, _: book.revealed and not book.finalists,
    rf"{NUMBER} finalists? (?:is|are) not asked yet": lambda book, match: (
        book.revealed and book.is_unasked(number(match[1]))
    ),
    r"Let the reserves cut cards|are level for a place in the play-off": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"Seat the play-off|All have answered: those who play on": lambda book, _: (
        book.revealed and not book.finalists and sum(book.answers.values()) > 0
    ),
    r"It decides a prize and adds to no total": lambda book, _: book.any(
        lambda row: row.stage == "extra" and row.state == "published"
    ),
    r"Decide the prizes|is level: an extra game or a cut of cards": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at
    ),
    r"Read the podium|All games are played\. Nobody knows the winner yet": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at and book.read("podium") is None
    ),
    r"Hand over the prizes|All games are played\. Close the evening": lambda book, _: (
        book.revealed and book.over_the_tables and not book.over
    ),
    r"The evening is over": lambda book, _: book.over,
    r"Closed at (\S+) by ([^.]+)\.": _closed,
    r"Say who is who in the league|like somebody of another evening": lambda book, _: (
        book.over and book.event.in_leagues.exists()
    ),
    # What is said to the hall.
    r"Good evening, and welcome|We play in aid of": lambda book, _: book.nobody_plays,
    r"Your table and your seat stand beside": lambda book, _: (
        book.nobody_plays and book.any(lambda row: row.state == "published")
    ),
    r"Round (\d+) is over\. Nothing is decided": lambda book, match: (
        book.named(f"round {match[1]}").state == "closed" and not book.played_out
    ),
    r"Your card says where|Your new table and seat stand": lambda book, _: book.any(
        lambda row: row.waits and row.number > 1
    ),
    r"Everybody keeps their seat|\b[A-Z]\b[^.:]* (?:stays?|moves? on|follows? the card)\b[^.]*\.": (
        _moves
    ),
    r"Whoever was given another seat": _own_seat,
    rf"Please take your seats\. {ROUND} begins now": _in_round(lambda row: row.waits),
    r"It begins now": lambda book, _: book.any(lambda row: row.waits and row.stage == "extra"),
    r"This is the last \w+\. Finish it": lambda book, _: book.any(
        lambda row: row.goes_on and row.begun
    ),
    r"Please finish each \w+, then sign": lambda book, _: book.any(
        lambda row: row.goes_on and row.begun and not _only_the_last(row)
    ),
    rf"About {NUMBER} minutes to go": lambda book, match: (
        number(match[1]) > 0 and number(match[1]) % 5 == 0 and book.any(lambda row: row.goes_on)
    ),
    rf"{ROUND} is over\. Thank you\.": _in_round(lambda row: row.full),
    r"The target of (\d+) is reached(?: at tables? [^:.]+)?(: this round is the last)?\.": (
        _target
    ),
    r"The target is reached, and the last round is over\.": lambda book, _: (
        book.any(lambda row: row.full) and LAST_ROUND in stopped(book.event)
    ),
    r"Every sheet is in\.": lambda book, _: book.any(lambda row: row.full),
    r"The round is over\. Thank you": lambda book, _: book.any(lambda row: row.full),
    r"The results are being looked over|The names follow shortly": _results_wait,
    r"Play is on\.": lambda book, _: book.any(lambda row: row.goes_on),
    r"All \w+ are in\. Listen": lambda book, _: book.any(lambda row: row.full),
    r"the lower card goes through": _not_sealed,
    r"All games are in\. The results": lambda book, _: book.played_out,
    r"The results are sealed": lambda book, _: book.seal is not None and not book.revealed,
    r"One moment, please\. A result is being looked at again": _looked_at_again,
    r"We come to those who go through": lambda book, _: (
        book.awaits_the_reading
        or (book.seal is not None and not book.revealed and book.read("cut") == 0)
    ),
    r"Would those who were read please come to the front": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"These play on\. Please go to the tables of": lambda book, _: book.any(
        lambda row: row.waits and row.stage == "playoff"
    ),
    rf"{ROUND} is being played\. Please keep the space": _in_round(lambda row: row.goes_on),
    r"The extra game decides a prize": lambda book, _: book.any(
        lambda row: row.stage == "extra" and row.state == "published"
    ),
    r"We come to the prizes": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at and not book.read("podium")
    ),
    r"These are your \w+\.|Ladies and gentlemen, your winner": lambda book, _: (
        _all_read(book, "cut") or _all_read(book, "podium")
    ),
    # What guests read on their own page, and at the foot of the board.
    r"Your seat is told when the seating is published": lambda book, _: (
        not book.any(lambda row: row.state != "draft")
    ),
    r"Your games are in\. Listen for what comes next": lambda book, _: not book.nobody_plays,
    rf"Your games are in; {ROUND} goes on": _in_round(lambda row: row.goes_on),
    r"The names are read out soon|Sealed: the names are read out soon": lambda book, _: (
        book.seal is not None and not book.revealed
    ),
    r"The play-off comes next|You play on: please": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"You do not play on: thank": lambda book, _: (
        book.revealed and not book.finalists and book.answers[True] > 0
    ),
    r"The play-off begins soon": lambda book, _: book.named("play-off").waits,
    r"The play-off is being played\.(?! Please)": lambda book, _: book.named("play-off").goes_on,
    r"The play-off is over\. (?:Listen|An extra)": lambda book, _: (
        book.named("play-off").full or book.named("play-off").state == "closed"
    ),
    r"An extra game decides a prize": lambda book, _: book.any(
        lambda row: row.stage == "extra" and row.state == "published"
    ),
    r"All \w+ are played\. The podium|The podium is read out soon": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at
    ),
    r"Thank you for playing\.": lambda book, _: book.revealed and book.over_the_tables,
    r"Provisional until sealed": lambda book, _: book.seal is None,
    r"(?<!please\. )A result is being looked at again": _looked_at_again,
    r">Sealed<": lambda book, _: book.revealed,
    r"The final standing": lambda book, _: book.told,
    **ALOUD,
}
"""Each thing that a page may say of how far the evening is, and what must be so then."""
CLAIM = {re.compile(pattern): truth for pattern, truth in CLAIMS.items()}


def false_in(words: str, event: Event) -> list[str]:
    """What some words say of an evening and its rows do not."""
    if event.paired:
        return sorted(matches.false_in(words, event))
    book, errors = Book(event), set[str]()
    for pattern, truth in CLAIM.items():
        for match in pattern.finditer(words):
            if not truth(book, match):
                errors.add(match[0])
    return sorted(errors)
