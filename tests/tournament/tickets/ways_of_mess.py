"""Every way in which the machine makes a list messy: what must be told of it, what is pressed where
the list means the other thing, and which part of the import reads it, to be switched off.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.tournament.tickets import messy_columns as columns
from tests.tournament.tickets import messy_rows as rows
from tests.tournament.tickets import messy_sheets as sheets
from tests.tournament.tickets.messy import Messy, plain_list
from tournament.models import TicketState

ASKED = "asked"
"""In the place of a press: a person must say, and no button can know."""


QUIET = "quiet"
"""In the place of a line: nothing is to be said."""


@dataclass(frozen=True)
class Way:
    """`line` must be told; `press` is how the key of the right button begins, "" where the list is
    read right by itself. `part` is what reads it, and `blind` what stands there when switched off.
    `shape`: it changes how the whole list is laid out, so that no two of these come together.
    """

    spoil: Callable[[Messy, Random], None]
    line: str
    press: str
    part: str
    blind: Callable[..., Any]
    shape: bool = False


def _nothing(*_args: Any, **_named: Any) -> Any:
    return ()


def _no(*_args: Any, **_named: Any) -> bool:
    return False


def _no_words(*_args: Any, **_named: Any) -> str:
    return ""


def _none(*_args: Any, **_named: Any) -> None:
    return None


def _empty(*_args: Any, **_named: Any) -> dict[Any, Any]:
    return {}


def _no_rows(*_args: Any, **_named: Any) -> set[int]:
    return set()


def _no_two(*_args: Any, **_named: Any) -> tuple[set[int], set[int]]:
    return set(), set()


def _the_same(*given: Any) -> Any:
    return given if len(given) > 1 else given[0]


def _answers(*_args: Any) -> str:
    return "answers"


def _the_second(_name: str, cell: str) -> str:
    return cell


def _first_sheet(_sheets: Any, places: Any) -> Any:
    return places[0]


def _first(row: Any, _bare: Any) -> Any:
    return row


def _second(_file: Any, found: Any) -> Any:
    return found


def _coming(_words: str) -> TicketState:
    return TicketState.COMING


Q, S, L = "questions.", "shaping.", "layout."
WAYS = {
    "hidden rows": Way(columns.hide, "hidden row", "", "spreadsheet._hidden", _no_rows),
    "struck-through rows": Way(columns.strike, "struck-through", "", "spreadsheet._struck", _no),
    "merged cells": Way(columns.merge, "", "", "spreadsheet._merged", _empty, shape=True),
    "more sheets": Way(columns.more_sheets, "more sheet", "sheets", Q + "_sheets", _nothing),
    "a sheet of each group": Way(
        columns.sheet_of_each_group, "more sheet", "sheets", Q + "_sheets", _nothing, shape=True
    ),
    "a hidden sheet": Way(columns.hidden_sheet, "hidden sheet", "", L + "_main", _first_sheet),
    "a cover sheet": Way(columns.cover, "sheet that is no list", "", L + "_main", _first_sheet),
    "no headings": Way(columns.no_headings, "no headings", "", L + "_is_data", _no, shape=True),
    "two rows of headings": Way(
        columns.two_rows_of_headings, "", "", L + "_in_one_row", _the_same, shape=True
    ),
    "notes above and below": Way(columns.notes, "below the list", "", L + "_below", _no_two),
    "a name below": Way(columns.names_below, "holds a name alone", "lone", Q + "_lone", _nothing),
    "group rows": Way(rows.group_rows, "name", "", L + "_groups", _no_rows, shape=True),
    "rows of clubs": Way(
        rows.club_rows, "not on the list", "new groups", L + "_groups", _no_rows, shape=True
    ),
    "a group in its first row": Way(
        rows.first_of_group, "", "down", Q + "_below", _nothing, shape=True
    ),
    "ditto marks": Way(rows.dittoes, "", "", S + "_dittoes", _empty, shape=True),
    "apologies below": Way(rows.sections, "below “", "", S + "_off_by_section", _none, shape=True),
    "no reply below": Way(
        rows.unsure_section, "below “", "section:", Q + "_sections", _nothing, shape=True
    ),
    "two in a row": Way(rows.couples, "two or more", "", S + "several", _nothing),
    "a household": Way(rows.household, "more than one", ASKED, S + "household", _no),
    "placeholders": Way(rows.placeholders, "", "", "rows.asked_for", _no),
    "orders without names": Way(
        rows.buyers, "names nobody", "", "judging._give_buyers", _none, shape=True
    ),
    "surnames that are none": Way(
        rows.no_surname, "surname is none", "", S + "no_surname", _no, shape=True
    ),
    "entities": Way(rows.entities, "", "", "letters.without_entities", _the_same),
    "joiners": Way(rows.joiners, "", "", "models.guest.joins", _no),
    "a lost letter": Way(rows.lost_letter, "Not printable", ASKED, "rows._words", _the_second),
    "clubs of their own": Way(
        rows.clubs, "not on the list", "new groups", Q + "_strangers", _nothing
    ),
    "near spellings": Way(
        rows.near_groups, "No such livery", ASKED, "guests.companies.Companies.near", _nothing
    ),
    "surname first": Way(rows.surname_first, "surname first", "", S + "turned", _no_words),
    "written small": Way(
        rows.small, "without its capitals", "small", S + "with_capitals", _no_words
    ),
    "off, behind the name": Way(rows.off_behind, "is off", "", S + "behind", _none),
    "the group behind the name": Way(
        rows.group_behind, "remark behind", "", S + "behind", _none, shape=True
    ),
    "a dietary mark behind": Way(rows.diet_behind, "remark behind", "", S + "behind", _none),
    "a total": Way(rows.total, "A total", ASKED, "judging.totals", _no_rows),
    "headings again": Way(
        rows.heads_again, "below the list", "", L + "_headings_again", _no_rows, shape=True
    ),
    "answers": Way(columns.answers, "like answers", "column:", "contents._are_answers", _no),
    "RSVP": Way(columns.rsvp, "", "", "judging.state_of", _coming),
    "numbers of guests": Way(
        columns.numbers, "numbers of places", "column:", "contents._are_numbers", _no
    ),
    "plus ones": Way(
        columns.plus_ones, "numbers of places", "column:", "contents._are_numbers", _no
    ),
    "names beside": Way(columns.second_names, "holds names", "column:", "contents._are_names", _no),
    "kinds of ticket": Way(columns.kinds, "with “", "kind:", S + "kinds_not_playing", _empty),
    "tables": Way(columns.tables, "dinner plan", "", "contents._kind", _no_words),
    "tables with names": Way(columns.named_tables, "dinner plan", "", "contents._kind", _no_words),
    "lists side by side": Way(
        sheets.side_by_side, "beside the first", "", L + "under_one_head", _nothing, shape=True
    ),
    "a column of each group": Way(
        sheets.column_of_each_group,
        "beside the first",
        "",
        L + "without_heads",
        _nothing,
        shape=True,
    ),
    "struck words": Way(
        sheets.crossed_out,
        "struck through, or a part",
        "",
        "spreadsheet.struck_parts",
        _empty,
        shape=True,
    ),
    "struck words on a page": Way(
        sheets.crossed_out_on_a_page,
        "struck through, or a part",
        "",
        "foreign.without_struck",
        _first,
        shape=True,
    ),
    "comments": Way(sheets.commented, "on a cell", "", "spreadsheet.comments", _empty, shape=True),
    "titles across": Way(
        sheets.titles_across, "name groups", "", "spreadsheet._across", _no_rows, shape=True
    ),
    "kept as text": Way(sheets.kept_as_text, "", "", "letters._unguarded", _the_same, shape=True),
    "a date for a name": Way(
        sheets.dated, "no name", ASKED, "rows._words", _the_second, shape=True
    ),
    "two words under “Name”": Way(
        sheets.two_words_under_name, "", "", "forms._in_two_columns", _second, shape=True
    ),
    "coloured rows": Way(
        sheets.coloured,
        "of their own",
        "coloured",
        "spreadsheet._coloured",
        _no_rows,
        shape=True,
    ),
    "a hidden column": Way(
        sheets.hidden_column, "is hidden", "column:", "spreadsheet._unseen", _nothing, shape=True
    ),
    "columns of spaces": Way(sheets.spaces, "", "", "letters._in_columns", _the_same, shape=True),
    "a sheet of the cancelled": Way(
        sheets.sheet_of_the_cancelled, "more sheet", "sheets", L + "_tells_who", _no, shape=True
    ),
    "ticks for who is out": Way(sheets.ticked, "below “", "", S + "_ticked", _none, shape=True),
    "replies of one's own": Way(
        sheets.replies, "like answers", ASKED, "contents._are_answers", _no, shape=True
    ),
    "other headings below": Way(
        sheets.other_headings_below,
        "below the list",
        "",
        L + "_under_the_first",
        _the_same,
        shape=True,
    ),
    "commas": Way(sheets.commas, "has a comma", ASKED, S + "_with_commas", _nothing, shape=True),
    "no tick": Way(sheets.unticked, "nothing under", "kind:", "contents._not_ticked", _empty, True),
    "numbers without a heading": Way(
        sheets.numbers_without_a_heading,
        "numbers of places",
        "column:",
        "contents._are_numbers",
        _no,
        True,
    ),
    "notes of more": Way(
        sheets.notes_of_more, "more than one", ASKED, S + "brings_more", _no, True
    ),
    "whose guest it is": Way(rows.guest_of_behind, "remark behind", "", S + "behind", _none),
    "other columns": Way(columns.harmless, QUIET, "", "contents._kind", _answers),
    "other letters": Way(columns.letters, "names right", "letters:", Q + "_letters", _nothing),
    "ways of writing": Way(columns.ways_of_writing, "", "", "letters._delimiter", lambda _t: ","),
    "a page of the web": Way(
        columns.page_of_the_web, "", "", "foreign._Tables.handle_starttag", _none, shape=True
    ),
}
OF_A_WORKBOOK = frozenset({"hidden rows", "struck-through rows", "merged cells", "more sheets"})
OF_A_WORKBOOK |= {"a sheet of each group", "a hidden sheet", "a cover sheet"}
OF_TEXT = frozenset({"other letters", "ways of writing", "a page of the web"})
COLUMNS = frozenset({"answers", "RSVP", "numbers of guests", "plus ones", "names beside"})
COLUMNS |= {"kinds of ticket"}
"""Ways of which two in one list would each change what the other says of a row."""
FIRST = ("clubs of their own", "two in a row", "off, behind the name", "a dietary mark behind")
"""Ways that add nothing may go with any other; they spoil a row before others add some."""
LAST = ("tables", "tables with names", "other columns", "a total")
BESIDE = (*FIRST, "placeholders", "notes above and below", "tables", "other columns")


def spoilt(ways: list[str], chance: Random) -> Messy:
    """A list spoilt in these ways."""
    mess = plain_list(chance)
    for way in ways:
        WAYS[way].spoil(mess, chance)
    return mess


def messy_list(seed: int) -> tuple[list[str], Messy]:
    """A list spoilt in one or more ways, and which; every way in its turn."""
    chance, names = Random(seed), list(WAYS)
    main = names[seed % len(names)]
    beside = [way for way in chance.sample(BESIDE, 2) if chance.random() < 0.4 and way != main]
    if WAYS[main].shape or main in {*COLUMNS, *OF_A_WORKBOOK, *OF_TEXT, "no headings"}:
        beside = []
    ways = sorted([main, *beside], key=lambda way: (way not in FIRST, way in LAST))
    return ways, spoilt(ways, chance)
