"""What goes wrong around a table while it plays: a card lost, a name misspelt, a sheet typed for
another table, a game played again.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tests.walks import desk
from tests.walks.offers import agreed, reasoned
from tests.walks.people import Person, WallError
from tests.walks.recount import Place, Said
from tests.walks.stale_forms import saving
from tests.walks.tables import answered, dealt, spelt, type_table, who_sits

if TYPE_CHECKING:
    from tests.walks.walk import Walk


# ---------------------------------------------------------------------- a code renewed


def code_renewed(walk: "Walk", dice: Random) -> None:
    """The card of a table is lost: a new code opens the pad, the old one nothing any more."""
    tables = sorted({place[1] for place in desk.not_typed(walk)})
    if not tables:
        return
    table = dice.choice(tables)
    old = walk.phones.pad(table)
    old.state()
    who = walk.desk("renews", table)
    page = who.open(walk.at("phones/"))
    pressed = next(
        (
            (form, button)
            for form in page.forms
            for button in form.buttons
            if button.words.endswith(f"for table {table}")
        ),
        None,
    )
    if pressed is None:
        raise WallError("no new code", page.words[:500])
    del walk.phones.pads[table]
    walk.did(who.press(*pressed))
    status = old.client.get("/pad/state").status_code
    if status not in (401, 403, 404, 410):
        raise WallError("old code", f"the lost card of table {table} still opens: {status}")
    new = walk.phones.pad(table)
    if new.address == old.address:
        raise WallError("old code", f"table {table} has the same code as before")
    if new.state()["round"] is None:
        raise WallError("new code", f"the new card of table {table} shows no round")


# ---------------------------------------------------------------------- a guest renamed


def renamed(walk: "Walk", dice: Random) -> None:
    """A name is spelt rightly while the sheet of that guest's table lies open in a browser."""
    badges = walk.looks.badges()
    if not badges:
        return
    name = dice.choice(sorted(badges))
    new = f"{name.rpartition(' ')[0] or 'Ann'} Newname-{dice.randint(100, 999)}"
    second, (number, table, game) = walk.people["umpire"], _next_game(walk, dice)
    form = None
    if game:
        page = second.open(walk.at(f"sheets/{number}/{table}/{game}/"))
        form = page.form(rf"sheets/{number}/{table}/{game}/$", holding=r"hand_[A-Z]")
    who = walk.desk("renames", name)
    changing = who.open(walk.at(f"guests/{badges[name]}/")).form(r"guests/\d+/$", holding="name")
    if changing is None:
        raise WallError("cannot rename", name)
    answer = who.send(changing, {"name": new})
    if answer.refused:
        return
    found = who.open(walk.at(f"guests/{badges[name]}/")).form(r"guests/\d+/$", holding="name")
    if found is None or found.as_it_stands()["name"] != [new]:
        raise WallError("old name", f"{new}: {found and found.as_it_stands()}")
    called(walk, name, new)
    if form is not None:
        boxes = form.many("hand_[A-Z]")
        seated = [new if who_sits(box)[1] == name else who_sits(box)[1] for box in boxes]
        said = dealt(dice, walk.plan, seated, blocked=False)[0]
        typed = {who_sits(one)[1]: said[seat] for one, seat in zip(boxes, seated, strict=True)}
        page = answered(second, second.send(form, spelt(form, boxes, typed)), points=False)
        if page.refused:
            raise WallError("not saved", page.refused)
        walk.counted.games[number, table, game] = said
        walk.phase = "playing"
        answer = page
    walk.did(answer)


def _next_game(walk: "Walk", dice: Random) -> Place:
    return dice.choice(desk.not_typed(walk) or [(0, 0, 0)])


def called(walk: "Walk", name: str, new: str) -> None:
    """Everything that was counted of a guest is counted under the other name."""

    def again(held: Any) -> Any:
        if isinstance(held, str):
            return new if held == name else held
        if isinstance(held, dict):
            return {again(key): again(value) for key, value in held.items()}
        if isinstance(held, list | tuple | set | frozenset):
            return type(held)(again(one) for one in held)
        return held

    for what in ("games", "not_played", "missed", "gone", "ruled", "drawn", "drawn_after"):
        setattr(walk.counted, what, again(getattr(walk.counted, what)))
    walk.differing, walk.declined = again(walk.differing), again(walk.declined)
    walk.left = again(walk.left)
    walk.looks.hosts, walk.looks.numbers = again(walk.looks.hosts), {}


# ---------------------------------------------------------------------- the wrong table


def wrong_table(walk: "Walk", dice: Random) -> None:
    """A sheet is handed in for one table and typed for another; it is moved where it belongs."""
    missing = desk.not_typed(walk)
    pairs = [
        (one, other)
        for one in missing
        for other in missing
        if one[2] == other[2] and one[1] != other[1]
    ]
    if not pairs:
        return
    typed, (number, table, game) = dice.choice(pairs)
    umpire = walk.people["umpire"]
    forms = [
        umpire.open(walk.at(f"sheets/{number}/{one}/{game}/")).form(
            r"sheets/\d+/\d+/\d+/$", holding="hand_[A-Z]"
        )
        for one in (typed[1], table)
    ]
    if forms[0] is None or forms[1] is None:
        return
    here, there = (form.many("hand_[A-Z]") for form in forms if form is not None)
    if [one.name for one in here] != [one.name for one in there]:
        return
    said = dealt(dice, walk.plan, [who_sits(one)[1] for one in there], blocked=False)[0]
    by_seat = {
        who_sits(one)[1]: said[who_sits(other)[1]] for one, other in zip(here, there, strict=True)
    }
    page = answered(umpire, umpire.send(forms[0], spelt(forms[0], here, by_seat)), points=False)
    if page.refused:
        raise WallError("not saved", page.refused)
    walk.counted.games[typed] = by_seat
    walk.phase = "playing"
    walk.did(page)
    _moved(walk, walk.desk("moves", typed), typed, (number, table, game), said)


def _moved(walk: "Walk", who: Person, typed: Place, place: Place, said: dict[str, Said]) -> None:
    number, table, game = place
    page = who.open(walk.at(f"desk/put-right/?round={number}&table={typed[1]}&game={game}"))
    form = next(
        one
        for one in page.those("put-right/", holding="what")
        if one.as_it_stands()["what"] == ["sheet"]
    )
    page = who.send(form, {"game": str(game), "to_table": str(table), "to_game": str(game)})
    held = saving(page)
    if page.refused or held is None:
        raise WallError("not moved", f"{typed} to {place}: {page.refused or page.words[:500]}")
    answer = who.send(held[0], reasoned(held[0]), held[1])
    if answer.refused:
        raise WallError("not moved", answer.refused)
    del walk.counted.games[typed]
    walk.dealt_again[typed] += 1
    walk.counted.games[place] = said
    walk.did(answer)


# ---------------------------------------------------------------------- a game played again


def replayed(walk: "Walk", dice: Random) -> None:
    """By a ruling a game is played again: its sheet counts no more; sometimes that is cancelled,
    before or after the new sheet is in, and the old one counts again.
    """
    places = sorted(
        place
        for place in walk.counted.games.keys() - walk.counted.void - walk.differing.keys()
        if place[0] == walk.round and place[0] > walk.closed
    )
    number = desk.ruled(walk, dice) if places else ""
    if not number:
        return
    place, who = dice.choice(places), walk.desk("replays", number)
    asked = dict(zip(("round", "table", "game"), map(str, place), strict=True))
    page = who.open(walk.at(f"rulings/{number}/adjust/replay/"))
    form = page.form("adjust/replay/$", holding="reason")
    if form is None:
        raise WallError("no adjustment", page.words[:400])
    page = who.send(form, reasoned(form, **asked))
    held = saving(page)
    if held is None:
        raise WallError("no replay", page.refused or page.words[:500])
    if agreed(walk, who, who.send(held[0], reasoned(held[0]), held[1])) is None:
        return
    before = walk.counted.games.pop(place)
    walk.dealt_again[place] += 1
    page = walk.did(who.open(walk.at(f"rulings/{number}/")))
    how = dice.choice(("plays", "cancels", "plays and cancels"))
    if how.startswith("plays"):
        type_table(walk, who, place[0], place[1])
    if how.endswith("cancels"):
        _cancelled(walk, who, number, place, before)


def _cancelled(walk: "Walk", who: Person, number: str, place: Place, before: Any) -> None:
    if desk.cancelled(walk, who, number):
        walk.counted.games[place] = before
        walk.did(who.open(walk.at(f"rulings/{number}/")))


MISHAPS: dict[str, tuple[Callable[["Walk", Random], None], tuple[str, ...]]] = {
    "code renewed": (code_renewed, ("published", "playing", "half time")),
    "renamed": (renamed, ("list", "published", "playing", "playing", "half time", "closed")),
    "wrong table": (wrong_table, ("published", "playing", "half time")),
    "replayed": (replayed, ("playing",)),
}
