"""Two officials have the same thing open in their browsers: one saves it, then the other does. What
the first one saved stands, and the second one is told.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from tests.walks import desk
from tests.walks.offers import agreed, offered, reasoned
from tests.walks.pages import Button, Form, Page
from tests.walks.people import Person, WallError
from tests.walks.recount import Place, Said
from tests.walks.tables import answered, dealt, spelt, type_table, who_sits

if TYPE_CHECKING:
    from tests.walks.walk import Walk

TOLD = (
    "changed this sheet meanwhile",
    "changed this meanwhile",
    "have changed since",
    "Two versions of",
    "Another sheet came first",
    "This conflict is settled",
)
"""What the second one reads: that somebody was faster, or both versions side by side."""


def _pair(walk: "Walk", dice: Random) -> tuple[Person, Person]:
    """Who is faster, and who comes second."""
    both = [walk.organiser, walk.people["head umpire"]]
    dice.shuffle(both)
    return both[0], both[1]


def saving(page: Page) -> tuple[Form, Button] | None:
    """The button that does what was previewed."""
    return next(
        (
            (form, button)
            for form in page.forms
            for button in form.buttons
            if button.value == "save"
        ),
        None,
    )


def told_of_it(page: Page, what: str) -> None:
    """The second one is refused with a sentence, or shown what lies there now."""
    if not any(words in page.words for words in TOLD):
        raise WallError("overwritten", f"{what}: {page.url}: {page.words[:700]}")


# ---------------------------------------------------------------------- a sheet corrected twice


def two_corrections(walk: "Walk", dice: Random) -> None:
    """Both correct one sheet, each by what they think lay there."""
    places = sorted(walk.counted.games.keys() - walk.counted.void - walk.differing.keys())
    if not places:
        return
    place = dice.choice(places)
    first, second = _pair(walk, dice)
    mine, theirs = (_correcting(walk, dice, who, place) for who in (first, second))
    if mine is None or theirs is None or mine[1] == walk.counted.games[place]:
        return
    previewed = dice.random() < 0.5
    page, said = theirs
    if previewed:
        page = _previewed(second, page, said)
    desk.corrected(walk, first, _previewed(first, *mine), place, mine[1])
    if walk.counted.games[place] != mine[1]:
        return
    if not previewed:
        page = _previewed(second, page, said)
    elif held := saving(page):
        page = second.send(held[0], reasoned(held[0]), held[1])
    else:
        return  # they typed what stood there, and have nothing to save
    if said != mine[1]:
        told_of_it(page, f"the sheet of {place}")
    walk.did(page)


def _correcting(
    walk: "Walk", dice: Random, who: Person, place: Place
) -> tuple[Page, dict[str, Said]] | None:
    """The page of correction in somebody's browser, and what they will type."""
    number, table, game = place
    page = who.open(walk.at(f"sheets/{number}/{table}/{game}/correct/"))
    form = page.form("correct/$", holding="hand_[A-Z]")
    if form is None:
        return None
    return page, dealt(
        dice, walk.plan, [who_sits(one)[1] for one in form.many("hand_[A-Z]")], blocked=False
    )[0]


def _previewed(who: Person, page: Page, said: dict[str, Said]) -> Page:
    form = page.form("correct/$", holding="hand_[A-Z]")
    assert form is not None
    fields = spelt(form, form.many("hand_[A-Z]"), said) | {"blocked": None}
    return answered(who, who.send(form, fields), points=False)


# ---------------------------------------------------------------------- a grid typed twice


def two_grids(walk: "Walk", dice: Random) -> None:
    """Both have the grid of a table open; the second one's paper says something else."""
    missing = desk.not_typed(walk)
    if not missing:
        return
    number, table, _game = dice.choice(missing)
    first, second = _pair(walk, dice)
    form = second.open(walk.at(f"desk/{number}/{table}/")).form(
        rf"desk/{number}/{table}/$", holding=r"hand_\d+_[A-Z]"
    )
    if form is None:
        return
    typed = type_table(walk, first, number, table)
    fields: dict[str, str | None] = {}
    other: dict[Place, dict[str, Said]] = {}
    for place in sorted(typed):
        boxes = form.many(rf"hand_{place[2]}_[A-Z]")
        names = [who_sits(box)[1] for box in boxes]
        other[place] = dealt(dice, walk.plan, names, blocked=False)[0]
        fields |= spelt(form, boxes, other[place])
    page = answered(second, second.send(form, fields), points=False)
    differing = {place: said for place, said in other.items() if said != typed[place]}
    if differing:
        told_of_it(page, f"the grid of {number, table}")
    walk.differing |= differing
    walk.did(page)


# ---------------------------------------------------------------------- a mistake mended twice


def mended_twice(walk: "Walk", dice: Random) -> None:
    """Both find the same two hands entered for each other, or two sheets, and both press."""
    places = [
        place for place in sorted(walk.counted.games) if place[:2] not in _settled_first(walk)
    ]
    whole = [place for place in places if place not in walk.counted.void]
    if not whole:
        return
    number, table, game = place = dice.choice(whole)
    games = walk.counted.games
    others = [one for one in whole if one[:2] == place[:2] and games[one] != games[place]]
    first, second = _pair(walk, dice)
    asked = _hands(walk, dice, place)
    if others and dice.random() < 0.5:
        asked = {"what": "sheet", "to_table": str(table), "to_game": str(dice.choice(others)[2])}
    if not asked:
        return
    asked |= {"round": str(number), "table": str(table), "game": str(game)}
    held = [_to_be_mended(walk, who, asked) for who in (first, second)]
    if held[0] is None or held[1] is None:
        return
    (form, button), (late, again) = held[0], held[1]
    answer = agreed(walk, first, first.send(form, reasoned(form), button))
    if answer is None:
        return
    _mend(walk, asked, place)
    walk.did(answer)
    page = second.send(late, reasoned(late), again)
    told_of_it(page, f"{asked}")
    walk.did(page)


def _settled_first(walk: "Walk") -> set[tuple[int, int]]:
    """Tables with two sheets of one game: these are settled before anything is put right."""
    return {place[:2] for place in walk.differing}


def _hands(walk: "Walk", dice: Random, place: Place) -> dict[str, str]:
    """Two seats of a sheet whose hands are not the same."""
    number, table, game = place
    page = walk.organiser.open(walk.at(f"sheets/{number}/{table}/{game}/correct/"))
    form = page.form("correct/$", holding="hand_[A-Z]")
    seats = [who_sits(one) for one in form.many("hand_[A-Z]")] if form else []
    sitting = walk.counted.games[place]
    if len(seats) < 2 or {name for _seat, name in seats} != set(sitting):
        return {}
    (one, mine), (other, theirs) = dice.sample(seats, 2)
    if sitting[mine] == sitting[theirs]:
        return {}
    return {"what": "hands", "one": one, "other": other, "of": f"{mine}\n{theirs}"}


def _to_be_mended(walk: "Walk", who: Person, asked: dict[str, str]) -> tuple[Form, Button] | None:
    """What it changes is on somebody's screen."""
    page = who.open(walk.at("desk/put-right/"))
    form = next(
        one
        for one in page.those("put-right/", holding="what")
        if one.as_it_stands()["what"] == [asked["what"]]
    )
    fields = {name: value for name, value in asked.items() if name not in ("what", "of")}
    page = who.send(form, fields)
    return None if page.refused else saving(page)


def _mend(walk: "Walk", asked: dict[str, str], place: Place) -> None:
    games = walk.counted.games
    if asked["what"] == "hands":
        mine, theirs = asked["of"].split("\n")
        sitting = dict(games[place])
        sitting[mine], sitting[theirs] = sitting[theirs], sitting[mine]
        games[place] = sitting
    else:
        there = (place[0], place[1], int(asked["to_game"]))
        games[place], games[there] = games[there], games[place]


# ---------------------------------------------------------------------- a conflict settled twice


def settled_twice(walk: "Walk", dice: Random) -> None:
    """Both have the page of two differing sheets open, and each chooses another one."""
    if not walk.differing:
        desk.two_sheets(walk, dice)
    if not walk.differing:
        return
    place = dice.choice(sorted(walk.differing))
    address = walk.at(f"sheets/{place[0]}/{place[1]}/{place[2]}/conflict/")
    first, second = _pair(walk, dice)
    late = second.open(address).form("conflict/", holding="why")
    if late is None:
        raise WallError("no choice", address)
    desk.settle(walk, first.open(address), first)
    if place in walk.differing:
        return
    page = second.send(late, {"why": late.many("why")[0].value}, dice.choice(_choices(late)))
    if page.status < 400:
        told_of_it(page, f"the choice of {place}")
    walk.did(page)


def _choices(form: Form) -> list[Button]:
    return [button for button in form.buttons if button.name == "choice"]


# ---------------------------------------------------------------------- a penalty given twice


def ruled_twice(walk: "Walk", dice: Random) -> None:
    """Both see what points by one ruling would change, and both press."""
    played = {guest for sitting in walk.counted.games.values() for guest in sitting}
    number = desk.ruled(walk, dice) if played - walk.counted.gone else ""
    if not number:
        return
    first, second = _pair(walk, dice)
    address = walk.at(f"rulings/{number}/adjust/points/")
    form = first.open(address).form("adjust/points/$", holding="reason")
    known = [
        (value, label.partition(" ")[2])
        for value, label in offered(form, "guest")
        if label.partition(" ")[2] in played
    ]
    if not known:
        return
    value, name = dice.choice(known)
    held = []
    for who in (first, second):
        form = who.open(address).form("adjust/points/$", holding="reason")
        assert form is not None
        page = who.send(form, reasoned(form, guest=value, points="5", into=""))
        held.append(saving(page))
    if held[0] is None or held[1] is None:
        return
    (form, button), (late, again) = held[0], held[1]
    if (answer := agreed(walk, first, first.send(form, reasoned(form), button))) is None:
        return
    walk.counted.ruled.append((name, 5))
    walk.did(answer)
    page = second.send(late, reasoned(late), again)
    told_of_it(page, f"five points for {name} by ruling {number}")
    walk.did(page)


STALE: dict[str, tuple[Callable[["Walk", Random], None], tuple[str, ...]]] = {
    "two corrections": (two_corrections, ("playing", "half time", "closed", "sealed")),
    "two grids": (two_grids, ("playing", "half time", "published")),
    "mended twice": (mended_twice, ("playing", "half time", "closed")),
    "settled twice": (settled_twice, ("playing", "playing", "half time")),
    "ruled twice": (ruled_twice, ("playing", "half time", "closed")),
}
