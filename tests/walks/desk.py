"""What befalls the desk and the umpires: two sheets of one game, a second keying, card totals, a
ruling.
"""

import re
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.walks import recount
from tests.walks.offers import agreed, offered, reasoned
from tests.walks.pages import Button, Form, Page
from tests.walks.people import Person, WallError
from tests.walks.recount import Place, Said
from tests.walks.tables import answered, dealt, is_blocked, spelt, type_game, type_table, who_sits

if TYPE_CHECKING:
    from tests.walks.walk import Walk

WHO = re.compile(r"Seat ([A-Z]), (.*): the card says")
CANCELLED = 0.2
THIRD = 0.5
"""How often a third sheet of a game comes while somebody chooses between two."""
WRONG = 0.3
"""How often a second look at paper finds something else than the first."""


def not_typed(walk: "Walk") -> list[Place]:
    """The games that the list of sheets leads to and nobody has typed."""
    page = walk.organiser.open(walk.at(f"desk/?view=list&round={walk.round}&all=1"))
    shown = {found.groups() for address, _words in page.links if (found := SHEET.search(address))}
    places = {(int(number), int(table), int(game)) for number, table, game in shown}
    known = walk.counted.games.keys() | walk.counted.not_played.keys()
    return sorted(place for place in places if place[0] == walk.round and place not in known)


SHEET = re.compile(r"/sheets/(\d+)/(\d+)/(\d+)/$")


def _boxes(form: Form, game: int | None = None) -> dict[str, str]:
    """Who sits at the boxes of a form, by the name of the box."""
    pattern = r"hand_[A-Z]" if game is None else rf"hand_{game}_[A-Z]"
    return {one.name: who_sits(one)[1] for one in form.many(pattern)}


# ---------------------------------------------------------------------- two sheets of one game


def two_sheets(walk: "Walk", dice: Random) -> None:
    """Two officials type the same game from two papers that differ; a person chooses. Now and then
    a third comes while they do: it is told before anything is settled.
    """
    missing = not_typed(walk)
    if not missing:
        return
    number, table, game = place = dice.choice(missing)
    address, late = walk.at(f"sheets/{number}/{table}/{game}/"), walk.people["umpire"]
    form, another = (
        late.open(address).form(rf"sheets/{number}/{table}/{game}/$", holding=r"hand_[A-Z]")
        for _tab in "12"
    )
    if form is None or another is None:
        return
    type_game(walk, walk.desk("two sheets", dice.random()), place)
    said, answer = _differing(walk, dice, form)
    if said == walk.counted.games[place]:
        return
    walk.differing[place] = said
    walk.did(answer)
    chosen = dice.random() < 0.5
    if dice.random() < THIRD:
        choosing = walk.organiser.open(f"{address}conflict/").form("conflict/", holding="why")
        third, _answer = _differing(walk, dice, another)
        if choosing and third not in (said, walk.counted.games[place]):
            why = {"why": choosing.many("why")[0].value}
            page = walk.organiser.send(choosing, why)
            if "Another sheet came while you chose" not in page.words:
                raise WallError("overwritten", f"the third sheet of {place}: {page.words[:500]}")
    if chosen:
        settle(walk, walk.organiser.open(f"{address}conflict/"))


def _differing(walk: "Walk", dice: Random, form: Form) -> tuple[dict[str, Said], Page]:
    """What another paper says, sent by the form of one who had not seen that the game is in."""
    late, boxes = walk.people["umpire"], form.many(r"hand_[A-Z]")
    said, blocked = dealt(dice, walk.plan, [who_sits(box)[1] for box in boxes])
    fields = spelt(form, boxes, said) | ({"blocked": "on"} if blocked else {})
    return said, answered(late, late.send(form, fields), points=False)


def settle(walk: "Walk", page: Page, who: Person | None = None) -> None:
    """One of two differing sheets is chosen, by the organiser where nobody else is told."""
    number, table, game = place = tuple(int(part) for part in page.path.split("/")[-5:-2])
    form = page.form("conflict/", holding="why")
    if form is None:
        raise WallError("no choice", f"{page.url}: {page.words[:500]}")
    dice = walk.plan.dice("settles", place, walk.looks.acts)
    choice = dice.choice([button for button in form.buttons if button.name == "choice"])
    why = form.many("why")[0].value
    fields = {"why": why} | ({"witness": "Walter Witness"} if form.named("witness") else {})
    answer = (who or walk.organiser).send(form, fields, choice)
    if answer.refused or answer.status >= 400:
        raise WallError("not settled", f"{answer.url}: {answer.refused or answer.words[:500]}")
    said = walk.differing.pop((number, table, game), None)
    if choice.value == "mine" and said is not None:
        walk.counted.games[number, table, game] = said
    walk.did(answer)


# ---------------------------------------------------------------------- paper looked at again


def _whole_tables(walk: "Walk") -> list[tuple[int, int]]:
    """The tables of any round at which every game is typed."""
    open_ones = {place[:2] for place in not_typed(walk)}
    unsure = {place[:2] for place in (*walk.counted.void, *walk.differing)}
    return sorted({place[:2] for place in walk.counted.games} - open_ones - unsure)


def keyed_again(walk: "Walk", dice: Random) -> None:
    """A table is keyed a second time without seeing the first; where they differ the second may be
    right.
    """
    tables = _whole_tables(walk)
    if not tables or walk.plan.game != "swedish_pursuit":
        return
    number, table = dice.choice(tables)
    who = walk.desk("again", dice.random())
    page = who.open(walk.at(f"desk/{number}/{table}/again/"))
    form = page.form("again/$", holding=r"hand_\d+_[A-Z]")
    games = (
        sorted({int(one.name.split("_")[1]) for one in form.many(r"hand_\d+_[A-Z]")})
        if form
        else []
    )
    if form is None or not games:
        return
    game = dice.choice(games)
    boxes, place = form.many(rf"hand_{game}_[A-Z]"), (number, table, game)
    said = walk.counted.games[place]
    if wrong := dice.random() < WRONG:
        said = dealt(dice, walk.plan, list(said))[0]
    fields = spelt(form, boxes, said) | (
        {f"blocked_{game}": "on"} if is_blocked(walk, said) else {}
    )
    page = answered(who, who.send(form, fields), points=False)
    if page.refused.startswith("You typed game"):
        who, address = _beside(walk, who), walk.at(f"desk/{number}/{table}/again/")
        form = who.open(address).form("again/$", holding=r"hand_\d+_[A-Z]")
        page = answered(who, who.send(form, fields), points=False) if form else page
    if not wrong:
        if "agree" not in page.words:
            raise WallError("keyed alike", f"{page.url}: {page.words[:500]}")
        walk.did(page)
        return
    if form := page.form(rf"sheets/{number}/{table}/{game}/correct/$"):
        corrected(walk, who, who.press(form), place, dict(said))


def _beside(walk: "Walk", who: Person) -> Person:
    """The other of the two at the desk: nobody keys a game of their own a second time."""
    return walk.people["head umpire" if who is walk.organiser else "organiser"]


def corrected(walk: "Walk", who: Person, page: Page, place: Place, said: dict[str, Said]) -> None:
    """What a correction changes was seen: it is saved."""
    page = answered(who, page, points=False)
    saving = [
        (form, button) for form in page.forms for button in form.buttons if button.value == "save"
    ]
    if not saving:
        return
    form, button = saving[0]
    if answer := agreed(walk, who, who.send(form, reasoned(form), button)):
        walk.counted.games[place] = said
        walk.did(answer)


def card_totals(walk: "Walk", dice: Random) -> None:
    """The totals of the paper cards are typed: right ones are verified, a wrong one is named."""
    tables = _whole_tables(walk)
    if not tables:
        return
    number, table = dice.choice(tables)
    who = walk.desk("totals", dice.random())
    page = who.open(walk.at(f"desk/{number}/{table}/totals/"))
    form = page.form("totals/$", holding="card_[A-Z]")
    if form is None:
        raise WallError("no totals", page.words[:400])
    sums = _sums(walk, number, table)
    asked = [
        (one.name, found.group(2))
        for one in form.many("card_[A-Z]")
        if (found := WHO.fullmatch(one.label))
    ]
    fields = {name: _written(sums[guest]) for name, guest in asked if guest in sums}
    wrong = bool(fields) and dice.random() < WRONG
    if wrong:
        name = dice.choice(sorted(fields))
        fields[name] = str(Fraction(fields[name].replace("½", ".5")) // 1 + 7)
    page = who.send(form, fields)
    if wrong != ("not say" in page.words):
        raise WallError("card totals", f"table {table}: {fields}: {page.words[:600]}")
    walk.did(page)


def _sums(walk: "Walk", number: int, table: int) -> dict[str, Fraction]:
    """What the games of a table make for each guest."""
    sums: dict[str, Fraction] = {}
    for (at, where, _game), sitting in walk.counted.games.items():
        if (at, where) == (number, table):
            for guest, points in recount.points_of(sitting, walk.counted.rules).items():
                sums[guest] = sums.get(guest, Fraction()) + points
    return sums


def _written(points: Fraction) -> str:
    return f"{points.numerator // points.denominator}{'½' if points.denominator == 2 else ''}"


def taken_back(walk: "Walk", dice: Random) -> None:
    """A typist sees at once that the wrong paper lay there, and takes the save back."""
    missing = not_typed(walk)
    if not missing:
        return
    number, table, _game = dice.choice(missing)
    who = walk.desk("undo", dice.random())
    games = type_table(walk, who, number, table)
    page = who.open(walk.at("desk/"))
    form = page.form("acts/back/$")
    if form is None:
        raise WallError("no way back", page.words[:400])
    page = who.press(form)
    if page.refused:
        return
    for place in games:
        del walk.counted.games[place]
    walk.did(page)


def signed(walk: "Walk", dice: Random) -> None:
    """The umpire's sheet of a table is signed: all its games are checked; or
    not signed after all.
    """
    tables = _whole_tables(walk)
    if not tables:
        return
    number, table = dice.choice(tables)
    who = walk.desk("signed", dice.random())
    page = who.open(walk.at(f"desk/{number}/{table}/"))
    if form := page.form("signed/$"):
        walk.did(who.press(form))


# ---------------------------------------------------------------------- rulings


def ruling(walk: "Walk", dice: Random) -> None:
    """A table calls; an umpire asks the rules, makes the answer a ruling, and the desk adjusts the
    scores by it.
    """
    if number := ruled(walk, dice):
        _adjusted(walk, dice, number)


def ruled(walk: "Walk", dice: Random) -> str:
    """The number of a ruling that an umpire made of what the rules say; empty where they said
    nothing.
    """
    umpire = walk.official("ruling", dice.random())
    page = umpire.open(walk.at("ask/"))
    kinds = [address for address, _words in page.links if re.search(r"/ask/[a-z_-]+/", address)]
    if not kinds:
        raise WallError("nothing to ask", page.words[:300])
    for address in dice.sample(kinds, len(kinds)):
        page = umpire.open(address)
        asked = [
            (form, button)
            for form in page.forms
            for button in form.buttons
            if "verdict" in button.words
        ]
        if not asked:
            continue
        page = umpire.open(_asked(*asked[0]))
        if making := page.form("rulings/make/$"):
            page = umpire.press(making)
            if page.refused:
                raise WallError("no ruling", page.refused)
            walk.did(page)
            return page.path.rstrip("/").rsplit("/", 1)[-1]
    return ""


def _asked(form: Form, button: Button) -> str:
    """The address that a form leads to which only asks."""
    fields = [(name, value) for name, values in form.as_it_stands().items() for value in values]
    return f"{(button.action or form.action).partition('?')[0]}?{urlencode(fields)}"


def _guest(label: str) -> str:
    """Who is meant by `3 Ann Oak`."""
    return label.partition(" ")[2]


def _to_be_void(walk: "Walk") -> list[Place]:
    """Games of closed rounds that count, and that no other table was spared."""
    spared = {(number, game) for number, _table, game in walk.counted.not_played}
    counting = walk.counted.games.keys() - walk.counted.void - walk.differing.keys()
    return sorted(
        place
        for place in counting
        if place[0] <= walk.closed and (place[0], place[2]) not in spared
    )


def _adjusted(walk: "Walk", dice: Random, number: str) -> None:
    """Points on a player, in the total alone; or a game void for all who sat there."""
    desk, kind = walk.desk("adjusts", number), dice.choice(("points", "void"))
    page = desk.open(walk.at(f"rulings/{number}/adjust/{kind}/"))
    form = page.form(f"adjust/{kind}/$", holding="reason")
    if form is None:
        raise WallError("no adjustment", page.words[:400])
    played = {guest for sitting in walk.counted.games.values() for guest in sitting}
    known = [(value, label) for value, label in offered(form, "guest") if _guest(label) in played]
    games = _to_be_void(walk)
    if not (games if kind == "void" else known):
        return
    value, label = dice.choice(known) if known else ("", "")
    points, place = dice.choice((-5, 3, 10)), dice.choice(games) if games else (0, 0, 0)
    fields = {"guest": value, "points": str(points), "into": ""}
    if kind == "void":
        fields = dict(zip(("round", "table", "game"), map(str, place), strict=True))
    page = desk.send(form, reasoned(form, **fields))
    saving = [
        (form, button) for form in page.forms for button in form.buttons if button.value == "save"
    ]
    if not saving:
        return
    form, button = saving[0]
    answer = agreed(walk, desk, desk.send(form, reasoned(form), button))
    if answer:
        counts, given = place if kind == "void" else None, (_guest(label), points)
        _ruled(walk, counts, given)
        walk.did(answer)
        if dice.random() < CANCELLED and cancelled(walk, desk, number):
            _ruled(walk, counts, given, back=True)
            walk.did(desk.open(walk.at(f"rulings/{number}/")))


def _ruled(
    walk: "Walk", void: Place | None, points: tuple[str, int], *, back: bool = False
) -> None:
    """A void game, or else points, counted; or counted no more."""
    if void:
        (walk.counted.void.discard if back else walk.counted.void.add)(void)
    else:
        (walk.counted.ruled.remove if back else walk.counted.ruled.append)(points)


def cancelled(walk: "Walk", who: Person, number: str) -> bool:
    """Whether the latest adjustment of a ruling was taken back."""
    page = who.open(walk.at(f"rulings/{number}/"))
    address = page.link(r"adjustments/\d+/cancel/$")
    form = who.open(address).form("cancel/$", holding="reason") if address else None
    if form is None:
        raise WallError("no way back", page.words[:500])
    return agreed(walk, who, who.send(form, reasoned(form))) is not None


# ---------------------------------------------------------------------- seats, prizes, guests


def more_prizes(walk: "Walk", dice: Random) -> None:
    """A prize more, and one less: the list is what the page of the prizes shows."""
    olive = walk.organiser
    page = olive.open(walk.at("prizes/list/"))
    form = page.form("prizes/list/$", holding=r"prize-\d+-name")
    if form is None:
        raise WallError("no prize list", page.words[:400])
    at = max(int(one.name.split("-")[1]) for one in form.many(r"prize-\d+-name"))
    how = dice.choice([value for value, _label in offered(form, f"prize-{at}-won_by")])
    answer = olive.send(form, {f"prize-{at}-name": f"The cup of {how}", f"prize-{at}-won_by": how})
    if asking := next(
        (one for one in answer.forms if one.named("step") and one.named("reason")), None
    ):
        answer = olive.send(asking, reasoned(asking))
    if answer.refused or answer.status >= 400:
        raise WallError("prize refused", answer.refused or answer.words[:500])
    page = olive.open(walk.at("prizes/list/"))
    if f"The cup of {how}" not in [field.value for form in page.forms for field in form.fields]:
        raise WallError("prize lost", page.words[:500])
    walk.did(olive.open(walk.at("prizes/")))


def doubt(walk: "Walk", dice: Random) -> None:
    """A guest says on the own page that a game is wrong; an umpire looks at it."""
    badges = walk.looks.badges()
    carded = walk.phones.carded(int(badges[name]) for name in sorted(badges))
    if not carded:
        return
    guest, address = walk.phones.guest(dice.choice(carded))
    page = guest.open(address)
    form = page.form("/G/")
    if form is None:
        raise WallError("no flag for guests", page.words[:400])
    fields = {"words": "I had two cards"} if form.named("words") else {}
    if games := offered(form, "game"):
        fields["game"] = games[-1][0]
    page = guest.send(form, fields)
    if "The umpires are told" not in page.words:
        raise WallError("doubt lost", page.words[:500])
    umpire = walk.official("doubt", dice.random())
    page = umpire.open(walk.at("doubts/"))
    if seen := page.form(r"doubts/\d+/"):
        walk.did(umpire.press(seen))


def signs_in(walk: "Walk", dice: Random) -> None:
    """A code is put on the wall; somebody gives a name by it, and the desk accepts."""
    olive = walk.organiser
    page = olive.open(walk.at("door/"))
    if form := page.form("walk-in/code/$"):
        page = olive.press(form)
    wall = olive.open(walk.at("walk-in/wall/"))
    secret = re.search(r"/sign-in/[^/\s]+/", f"{wall.words} {[one for one, _words in wall.links]}")
    if secret is None:
        return
    guest = Person("Somebody at the wall", walk.story)
    page = guest.open(walk.at(secret.group(0)[1:]))
    form = page.form("", holding="name")
    if form is None:
        raise WallError("cannot sign in", page.words[:400])
    guest.press(form, name=f"Wally Wall {dice.randint(100, 999)}")
    page = olive.open(walk.at("door/"))
    if accepting := page.form("walk-in/accept/$"):
        walk.did(olive.press(accepting))
        walk.present += 1


def called(walk: "Walk", dice: Random) -> None:
    """A phone calls for an umpire, who goes there."""
    umpire = walk.people["umpire"]
    page = umpire.open(walk.at("calls/"))
    duty = page.form("calls/duty/$")
    if duty is None:
        raise WallError("no duty", page.words[:300])
    if "Go on duty" in duty.buttons[0].words:
        umpire.press(duty)
    places = sorted({table for number, table, _game in walk.counted.games if number == walk.round})
    if not places:
        return
    pad = walk.phones.pad(dice.choice(places))
    status, told = pad.call("call", {"reason": "A Queen on a Queen"})
    walk.story.tell(f"{pad.name} calls an umpire")
    if status != 200 or not told["called_at"]:
        raise WallError("call refused", f"{pad.name}: {told}")
    page = umpire.open(walk.at("calls/"))
    for act in ("take", "settle"):
        form = page.form(f"calls/{act}/$")
        if form is None:
            raise WallError("call lost", page.words[:400])
        page = umpire.press(form)
    walk.did(page)
