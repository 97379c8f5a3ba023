"""The page of who can still make it."""

from collections.abc import Iterator

from tournament.counting.chances import as_good_words, chances_of, loses_words, needs_words
from tournament.site.spreadsheet import Cell, Page
from tournament.workbook.page import Evening


def chances_page(evening: Evening) -> Page:
    """Everybody's chance with what is proved and what is needed; one sentence
    where there are none.
    """
    columns = [
        ("Place", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        ("Total", 8),
        ("Chance", 9),
        ("Proved, or as good as", 20),
        ("To play", 8),
        ("Needs half the time", 30),
        ("Would lose it", 40),
    ]
    return Page("Chances", columns, _chances(evening))


def _chances(evening: Evening) -> Iterator[list[Cell]]:
    chances = chances_of(evening.event, evening.board)
    if isinstance(chances, str):
        yield [None, None, chances]
        return
    for standing, chance, games in chances.rows:
        livery = evening.board.players[standing.player].livery
        needs, loses = (
            words_of(chance, games, evening.board.format) for words_of in (needs_words, loses_words)
        )
        words = chance.proved or as_good_words(chance)
        share = round(chance.share, 3)
        yield [
            standing.place,
            evening.badges[standing.player],
            standing.name,
            livery,
            standing.total,
            share,
            words,
            games,
            needs,
            loses,
        ]
