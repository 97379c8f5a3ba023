"""Guests go home, and what becomes of their table, before a round or in the middle of it: broken
up, filled up, or one guest goes to a free seat; and sometimes that is taken back.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

from tests.walks.offers import name_of, offered, reasoned
from tests.walks.pages import Form, Page
from tests.walks.people import Person, WallError

if TYPE_CHECKING:
    from tests.walks.walk import Walk

GOES = (
    r".{0,120}? from (?P<left>\d+) [A-Z] to table (?P<table>\d+), seat [A-Z]"
    r"(?: from \w+ (?P<since>\d+) on(?:; misses \w+ (?P<first>\d+)(?: to (?P<last>\d+))?)?)?"
)
"""How a page says where a guest goes, after the name: which games they miss, if any."""
TAKEN_BACK = 0.25
Seated = Mapping[str, list[tuple[str, str]]]
"""Who sits at each table, as a list offers them: values and labels."""


# ---------------------------------------------------------------------- who goes home


def leaver(walk: "Walk", dice: Random) -> None:
    """One guest goes home."""
    _leave(
        walk,
        dice,
        lambda tables: [dice.choice([one for seated in tables.values() for one in seated])],
    )


def half_a_table(walk: "Walk", dice: Random) -> None:
    """Two of the smallest table go home."""
    _leave(walk, dice, lambda tables: min(tables.values(), key=len)[:2])


def whole_table(walk: "Walk", dice: Random) -> None:
    """Everybody of a table goes home, where as many are left as the cut takes."""
    _leave(
        walk, dice, lambda tables: tables[dice.choice(sorted(tables))] if len(tables) > 2 else []
    )


def _leave(walk: "Walk", dice: Random, chosen: Callable[[Seated], list[tuple[str, str]]]) -> None:
    who, number = walk.desk("leave", dice.random()), walk.round
    leaving = walk.at(f"seating/{number}/change/?leave=")
    form = who.open(leaving).form("change/$", holding="leave-guest")
    tables: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for value, label in offered(form, "leave-guest"):
        tables[label.rsplit("table ", 1)[-1].split()[0]].append((value, label))
    for value, label in chosen(tables) if tables else []:
        form = who.open(leaving).form("change/$", holding="leave-guest")
        if form is None or walk.present - len(walk.counted.gone) <= walk.plan.through + 1:
            return
        games = [game for game, _label in offered(form, "leave-game")]
        fields = {
            "leave-guest": value,
            "leave-game": games[0] if walk.phase != "playing" else dice.choice(games),
        }
        answer = who.send(form, reasoned(form, **fields))
        if not answer.refused and answer.status < 400:
            walk.counted.gone.add(name_of(label))
            table = label.rsplit("table ", 1)[-1].split()[0]
            walk.left[name_of(label)] = number, int(table), int(fields["leave-game"])
        walk.did(answer)


# ---------------------------------------------------------------------- what becomes of the table


def broken_up(walk: "Walk", dice: Random) -> None:
    """All but two of a table go home, and these are moved to other tables, whatever was played."""
    _few_at_a_table(walk, dice, "break_up")


def filled(walk: "Walk", dice: Random) -> None:
    """The same, and their table is filled up from others by one press."""
    _few_at_a_table(walk, dice, "fill")


def _few_at_a_table(walk: "Walk", dice: Random, holding: str) -> None:
    number, pages = walk.round, rf"/seating/{walk.round}/tables/\d+/$"
    home = walk.organiser.open(walk.base)
    if not home.link(pages):
        _leave(walk, dice, lambda tables: min(tables.values(), key=len)[2:])
        home = walk.organiser.open(walk.base)
    small = sorted({one for one, _words in home.links if re.search(pages, one)})
    if not small or number <= walk.closed:
        return
    who = walk.desk("moves", dice.random())
    page = who.open(dice.choice(small))
    if form := page.form("", holding=holding):
        _perhaps_back(walk, dice, who, form, page)


def moved(walk: "Walk", dice: Random) -> None:
    """One guest is moved to a free seat of another table."""
    who = walk.desk("moves", dice.random())
    page = who.open(walk.at(f"seating/{walk.round}/"))
    seats = sorted({one for one, _words in page.links if re.search(r"\?one=\d+$", one)})
    if not seats:
        return
    page = who.open(dice.choice(seats))
    form = next(
        (one for one in page.forms if one.method == "get" and one.named("move-place")), None
    )
    if form is None or not (places := offered(form, "move-place")):
        return
    page = who.send(form, {"move-place": dice.choice(places)[0]})
    doing = [one for one in page.forms if one.method == "post" and one.named("move-place")]
    if doing:
        _perhaps_back(walk, dice, who, doing[0], page)


def swapped(walk: "Walk", dice: Random) -> None:
    """Two guests change places, from the next game on where one of them has played."""
    who = walk.desk("swap", dice.random())
    page = who.open(walk.at(f"seating/{walk.round}/"))
    for step in (r"\?one=\d+$", r"swap/\?one=\d+&other=\d+$"):
        seats = sorted({address for address, _words in page.links if re.search(step, address)})
        if not seats:
            return
        page = who.open(dice.choice(seats))
    form = page.form("swap/", holding="seen_one")
    if form is not None:
        _pressed(walk, who, form, page)


def _pressed(walk: "Walk", who: Person, form: Form, shown: Page) -> None:
    """It is done as shown; what was shown is what counts."""
    number, words = walk.round, next(part.words for part in shown.parts if form in part.forms)
    answer = who.send(form, reasoned(form))
    if answer.refused or answer.status >= 400:
        raise WallError("not moved", answer.refused or answer.words[:500])
    for name in walk.looks.badges():
        if found := re.search(re.escape(name) + GOES, words):
            _counted(walk, number, name, found.groupdict())
    walk.did(answer)


def _perhaps_back(walk: "Walk", dice: Random, who: Person, form: Form, shown: Page) -> None:
    """Moves done as shown, and sometimes taken back."""
    number, counted = walk.round, walk.counted
    before = dict(counted.missed), dict(counted.not_played)
    _pressed(walk, who, form, shown)
    back = who.open(walk.at(f"seating/{number}/")).link(r"/seating/moves/\d+/back/$")
    if not back or dice.random() > TAKEN_BACK:
        return
    asking = who.open(back).form("back/$", holding="reason")
    if asking is None:
        raise WallError("no way back", back)
    answer = who.send(asking, reasoned(asking))
    if not answer.refused:
        walk.counted.missed, walk.counted.not_played = before
    walk.did(answer)


def _counted(walk: "Walk", number: int, name: str, goes: Mapping[str, str | None]) -> None:
    """Games played on at the new table before they came are missed; those that the old one will
    not play are no more theirs.
    """
    first = int(goes["first"] or goes["since"] or 1)
    if goes["first"]:
        missed = range(first, int(goes["last"] or first) + 1)
        walk.counted.missed[name, number, int(goes["table"] or 0)] = missed
    for place, guests in list(walk.counted.not_played.items()):
        if place[:2] == (number, int(goes["left"] or 0)) and place[2] >= first:
            rest = tuple(guest for guest in guests if guest != name)
            walk.counted.not_played[place] = rest
