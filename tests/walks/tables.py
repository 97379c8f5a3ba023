"""What lies before the guests when a game ends, and how it is typed: on the grid of the desk or on
the game's page.
"""

import re
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from tests.walks.pages import Field, Form, Page
from tests.walks.people import Person, WallError
from tests.walks.plan import Plan
from tests.walks.recount import FACE, Place, Said, points_left

if TYPE_CHECKING:
    from tests.walks.walk import Walk

RANKS = "A23456789TJQK"
SIGNED = 0.3
"""How often the umpire's sheet is signed when a table is typed."""
SEAT = re.compile(r"(?:\w+ \d+, )?seat ([A-Z]), (.*): [^:]*", re.IGNORECASE)
"""What a box is called: whose seat it is."""


def counting_of(plan: Plan) -> str:
    """How the games of an evening count, as the recount names it."""
    if "counting" in plan.asked:
        return plan.asked["counting"]
    return "winner_takes" if plan.game == "ottawa" else "hand"


def who_sits(field: Field) -> tuple[str, str]:
    """The seat and the guest of a box."""
    found = SEAT.fullmatch(field.label)
    assert found is not None, f"a box without a name: {field}"
    return found.group(1), found.group(2)


def dealt(
    dice: Random, plan: Plan, guests: list[str], *, blocked: bool = True
) -> tuple[dict[str, Said], bool]:
    """One game as it ends, and whether nobody went out, where that is to happen at all."""
    order = dice.sample(guests, len(guests))
    if plan.game == "pursuit_racing":
        return {guest: Said(laps=max(0, 5 - at)) for at, guest in enumerate(order)}, False
    counting = counting_of(plan)
    if counting in ("places", "spread"):
        return {guest: Said(place=at) for at, guest in enumerate(order, 1)}, False
    if counting == "wins":
        return {guest: Said(out=at == 0) for at, guest in enumerate(order)}, False
    blocked = dice.random() < 0.05 and blocked
    ranks = "5T" if plan.level else RANKS
    packs = 4 if len(guests) <= 4 * len(ranks) else len(guests)  # all ten through sit at one table
    pack = dice.sample(ranks * packs, packs * len(ranks))
    held = {guest: _hand(dice, plan, pack) for guest in guests}
    return held | ({} if blocked else {order[0]: Said(out=True)}), blocked


def _hand(dice: Random, plan: Plan, pack: list[str]) -> Said:
    """Cards off the pack, or bare points; few kinds of hands make ties."""
    if plan.level:
        return Said(cards=pack.pop())
    if dice.random() < 0.1 and plan.game == "swedish_pursuit":
        return Said(points=dice.randint(1, 29))
    return Said(cards="".join(pack.pop() for _ in range(dice.randint(1, 4))))


def words_of(said: Said) -> str:
    """What is typed for a guest where bare numbers are cards."""
    if said.out:
        return "O"
    if said.place is not None:
        return str(said.place)
    if said.laps is not None:
        return str(said.laps)
    return f"={said.points}" if said.points is not None else " ".join(said.cards)


def as_points(said: Mapping[str, Said]) -> dict[str, Said]:
    """The same game as it stands on cards that bear points alone."""
    return {
        guest: one if one.out else Said(points=points_left(one, FACE))
        for guest, one in said.items()
    }


def spelt(
    form: Form, boxes: list[Field], said: Mapping[str, Said], *, points: bool = False
) -> dict[str, str | None]:
    """What goes into the boxes of a game, and which way it is typed where the
    form asks for that.
    """
    words = {box.name: words_of(said[who_sits(box)[1]]) for box in boxes}
    if not form.named("typing"):
        return dict(words)
    if points:
        words = {
            name: "0" if text == "O" else text.removeprefix("=") for name, text in words.items()
        }
    return {**words, "typing": "points" if points else "cards"}


def answered(who: Person, page: Page, *, points: bool) -> Page:
    """What is asked before a game is saved is answered: the numbers are meant
    as they were typed.
    """
    for _ in range(12):
        asking = [
            (form, button)
            for form in page.forms
            for button in form.buttons
            if button.name.startswith("sure_") and button.value == "reading"
        ]
        if not asking:
            return page
        page = who.press(*asking[0])
    raise WallError("asked again and again", page.words[:400])


def is_blocked(walk: "Walk", said: Mapping[str, Said]) -> bool:
    """Whether nobody went out where somebody could have."""
    return counting_of(walk.plan) in ("hand", "winner_takes") and not any(
        one.out for one in said.values()
    )


def type_table(walk: "Walk", who: Person, number: int, table: int) -> dict[Place, dict[str, Said]]:
    """All games of a table that are not in, on the grid of the desk."""
    page = who.open(walk.at(f"desk/{number}/{table}/"))
    form = page.form(rf"desk/{number}/{table}/$", holding=r"hand_\d+_[A-Z]")
    if form is None:
        raise WallError("no grid", f"{page.url}: {page.words[:400]}")
    values: dict[str, str | None] = {}
    games: dict[Place, dict[str, Said]] = {}
    points = walk.plan.points and form.named("typing") is not None
    for game in sorted({int(one.name.split("_")[1]) for one in form.many(r"hand_\d+_[A-Z]")}):
        boxes = form.many(rf"hand_{game}_[A-Z]")
        said, blocked = dealt(
            walk.dealing(number, table, game),
            walk.plan,
            [who_sits(box)[1] for box in boxes],
        )
        said = as_points(said) if points else said
        values |= spelt(form, boxes, said, points=points)
        values |= {f"blocked_{game}": "on"} if blocked else {}
        games[number, table, game] = said
    if form.named("signed") and walk.plan.dice("signed", number, table).random() < SIGNED:
        values["signed"] = "on"
    _typed(walk, answered(who, who.send(form, values), points=points), games)
    return games


def type_game(walk: "Walk", who: Person, place: Place) -> None:
    """One game on its own page."""
    number, table, game = place
    page = who.open(walk.at(f"sheets/{number}/{table}/{game}/"))
    form = page.form(rf"sheets/{number}/{table}/{game}/$", holding=r"hand_[A-Z]")
    if form is None:
        raise WallError("no sheet", f"{page.url}: {page.words[:400]}")
    boxes, dice = form.many(r"hand_[A-Z]"), walk.dealing(number, table, game)
    said, blocked = dealt(dice, walk.plan, [who_sits(box)[1] for box in boxes])
    points = walk.plan.points and form.named("typing") is not None
    said = as_points(said) if points else said
    values = spelt(form, boxes, said, points=points)
    values |= {"blocked": "on"} if blocked else {}
    values |= {"checked": "on"} if dice.random() < 0.5 else {}
    _typed(walk, answered(who, who.send(form, values), points=points), {place: said})


def _typed(walk: "Walk", answer: Page, games: dict[Place, dict[str, Said]]) -> None:
    """Saved, and so counted."""
    if answer.refused or answer.status >= 400:
        raise WallError("not saved", f"{answer.url}: {answer.refused or answer.words[:500]}")
    noted(walk, games)
    walk.did(answer)


def noted(walk: "Walk", games: dict[Place, dict[str, Said]]) -> None:
    """Counted as it was taken in."""
    rounds = walk.plan.rounds
    walk.phase = "playing" if min(games)[0] <= rounds else "final"
    for place, said in games.items():
        if place[0] <= rounds:
            walk.counted.games[place] = said
        elif place[0] == rounds + 1:
            walk.counted.final[place] = said
        else:
            walk.counted.extra[place] = said
