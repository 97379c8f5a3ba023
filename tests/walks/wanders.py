"""What nobody plans: at some moment of an evening its officials press whatever their pages offer,
with whatever a list, a box or a habit suggests.

No count is kept of it. What holds all the same: no page breaks, no link is dead, the ledger is in
order, and the evening goes out as an archive and comes in again equal.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tests.walks.looks import HEAVY
from tests.walks.pages import Field, Form, Page
from tests.walks.people import PASSWORD, Person, Values, shape

if TYPE_CHECKING:
    from tests.walks.walk import Walk

T = TypeVar("T")
STEPS = 24
"""So many times somebody goes from the home to a page and presses something there."""
GOES_ON = 0.7
"""How likely what a press leads to, a preview mostly, is pressed on."""
VERIFIED = 0.25
FARTHEST = 4
LEFT_OUT = re.compile(r"/log-?(out|in)/|/settings/remove/|/officials/\d+/|/account")
"""Who has logged out, or has no evening or office any more, presses nothing after it."""
ENDING = re.compile(r"/e/[^/]+/close/$")
"""Pressed by few: little can be pressed in an evening that is over."""
OFFICIALS = ("organiser", "organiser", "head umpire", "umpire")
HANDS = ("out", "0", "7", "K 4", "=23", "8 8", "A", "joker", "23", "")
WORDS = ("So it was decided", "Nell Newcomer", "12", "Cutlers", "O’Neil & Søn <b>")


def wander(walk: "Walk") -> None:
    """Press about, then look whether all is in order; WallError where it is not."""
    dice, seen = walk.plan.dice("wanders"), Counter[str]()
    for _step in range(STEPS):
        who = walk.people[
            dice.choice([official for official in OFFICIALS if official in walk.people])
        ]
        page = _arrived(walk, who, dice, seen)
        _press(who, page, dice, seen)
        if dice.random() < VERIFIED:
            walk.looks.verify()
    walk.looks.verify()
    walk.looks.archive()


def _arrived(walk: "Walk", who: Person, dice: Random, seen: Counter[str]) -> Page:
    """A page some links away from the home, by ways that were seldom gone."""
    page = who.open(walk.base)
    for _hop in range(dice.randrange(FARTHEST)):
        ways = [
            fromkey
            for fromkey in dict.fromkeys(page.here())
            if fromkey.startswith(walk.base)
            and not fromkey.endswith(HEAVY)
            and not LEFT_OUT.search(fromkey)
        ]
        if not ways:
            break
        address = _rare(ways, ways, dice, seen)
        walk.story.tell(f"{who.name} goes to {address}")
        page = who.open(address, near=page.url)
    return page


def _rare(many: Sequence[T], addresses: Sequence[str], dice: Random, seen: Counter[str]) -> T:
    """One of those whose addresses were met least often."""
    shapes = [shape(address) for address in addresses]
    least = min(seen[one] for one in shapes)
    at = dice.choice([at for at, one in enumerate(shapes) if seen[one] == least])
    seen[shapes[at]] += 1
    return many[at]


def _press(who: Person, page: Page, dice: Random, seen: Counter[str]) -> None:
    for _time in range(FARTHEST):
        pressed = [
            (form, button)
            for form in page.forms
            for button in form.buttons
            if form.method == "post"
            and not any(field.kind == "file" and field.needed for field in form.fields)
            and _may(button.action or form.action, dice)
        ]
        if not pressed:
            return
        addresses = [f"press {button.action or form.action}" for form, button in pressed]
        form, button = _rare(pressed, addresses, dice, seen)
        page = who.send(form, _filled(form, dice), button)
        if dice.random() >= GOES_ON:
            return


def _may(address: str, dice: Random) -> bool:
    return not LEFT_OUT.search(address) and (not ENDING.search(address) or dice.random() < 0.03)


def _filled(form: Form, dice: Random) -> Values:
    """What somebody would put into the fields, or leave there."""
    groups: dict[str, list[Field]] = {}
    for field in form.fields:
        if field.name and field.kind not in ("hidden", "file"):
            groups.setdefault(field.name, []).append(field)
    return {
        name: FILLED.get(alike[0].kind, _typed)(alike, dice)
        for name, alike in groups.items()
        if len(alike) == 1 or alike[0].kind in FILLED
    }


def _picked(alike: Sequence[Field], dice: Random) -> str:
    ticked = [one.value for one in alike if one.ticked]
    return ticked[0] if ticked and dice.random() < 0.6 else dice.choice(alike).value


def _ticked(alike: Sequence[Field], dice: Random) -> list[str] | None:
    """As they stand, but for one in five."""
    return [one.value for one in alike if one.needed or one.ticked != (dice.random() < 0.2)] or None


def _chosen(alike: Sequence[Field], dice: Random) -> str:
    one = alike[0]
    options = [value for value, _label in one.options if value or not one.needed]
    if not options or (one.value and dice.random() < 0.5):
        return one.value or "none"
    return dice.choice(options)


def _typed(alike: Sequence[Field], dice: Random) -> str:
    one = alike[0]
    if one.kind == "password":
        return PASSWORD
    if (one.value and dice.random() < 0.8) or (not one.needed and dice.random() < 0.5):
        return one.value
    if one.kind == "number" or one.attributes.get("inputmode") == "numeric":
        least, most = (one.attributes.get(name, "") for name in ("min", "max"))
        return str(dice.randint(int(float(least or 0)), int(float(most or 30))))
    if one.kind == "date":
        return "2027-02-11"
    if one.kind == "time":
        return "20:15"
    if one.kind == "email":
        return "a.guest@example.org"
    return dice.choice(HANDS if "hand" in one.name or "bare" in one.name else WORDS)


FILLED: Mapping[str, Callable[[Sequence[Field], Random], str | list[str] | None]] = {
    "radio": _picked,
    "checkbox": _ticked,
    "select": _chosen,
}
