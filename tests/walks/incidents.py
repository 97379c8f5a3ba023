"""What befalls an evening, done by somebody through the pages; what a page refuses with a sentence
was not done.
"""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

from tests.walks import desk, matches, mishaps, moves, stale_forms
from tests.walks.offers import agreed, offered, reasoned
from tests.walks.people import WallError
from tests.walks.recount import Place
from tests.walks.tables import answered, dealt, spelt, who_sits

if TYPE_CHECKING:
    from tests.walks.walk import Walk

PLAYED = ("playing", "half time")
Befalls = Callable[["Walk", Random], None]


# ---------------------------------------------------------------------- who comes, who does not


def no_shows(walk: "Walk", dice: Random) -> None:
    """Some never come: the others are let in, and the door is closed."""
    olive, away = walk.organiser, dice.randint(1, 3)
    page = olive.open(walk.at("door/"))
    badges = [
        button
        for form in page.those(r"door/in/$")
        for button in form.buttons
        if button.name == "badge"
    ]
    if len(badges) - away <= max(walk.plan.through, 8):
        return
    never = {one.value for one in dice.sample(badges, away)}
    for button in badges:
        if button.value not in never:
            form = next(
                one
                for one in page.those(r"door/in/$")
                if any(held.value == button.value for held in one.buttons)
            )
            page = olive.press(form, next(one for one in form.buttons if one.value == button.value))
    page = walk.organiser.open(walk.at("door/"))
    if closing := page.link(r"/door/close/$"):
        page = olive.open(closing)
        if closes := page.form("close/$"):
            walk.did(olive.press(closes))
            walk.present -= away
            walk.closed_door = True


def came_after_all(walk: "Walk", dice: Random) -> None:
    """Somebody who had been given up stands in the door."""
    page = walk.organiser.open(walk.at("door/"))
    for form in page.those(r"door/in/$"):
        for button in form.buttons:
            if "after all" in button.words:
                walk.did(walk.organiser.press(form, button))
                return _place_somebody(walk, dice)
    return None


def walk_in(walk: "Walk", dice: Random) -> None:
    """Somebody nobody knows wants to play."""
    olive = walk.organiser
    page = olive.open(walk.at("guests/add/"))
    form = page.form("guests/add/$", holding="name")
    if form is None:
        raise WallError("no form guests/add", page.words[:400])
    name = f"Wanda {dice.choice(('Late', 'Walker', 'Comer'))} {dice.randint(100, 999)}"
    walk.did(olive.press(form, name=name))
    if walk.round > 1:
        walk.counted.gone.add(name)
    _place_somebody(walk, dice)


def _place_somebody(walk: "Walk", dice: Random) -> None:
    """The first of those without a seat gets one of the places on offer; who went home in the first
    round stays there.
    """
    who, number = walk.desk("place", dice.random()), walk.round
    page = who.open(walk.at(f"seating/{number}/change/"))
    names = {
        address: re.sub(r".* for ", "", words)
        for address, words in page.links
        if re.search(r"change/\?late=\d+$", address)
    }
    home = walk.counted.gone if number == 1 else ()
    address = next((address for address, name in names.items() if name not in home), "")
    if not address:
        return
    name = names[address]
    page = who.open(address)
    form = page.form("change/", holding="late-game")
    if form is None:
        return
    games, places = (
        offered(form, "late-game"),
        _with_this_round(offered(form, "late-places"), number),
    )
    if not places:
        return
    value, label = dice.choice(places[:3])
    game, repeats = dice.choice(games)[0], walk.looks.repeats()
    answer = who.send(form, reasoned(form, **{"late-game": game, "late-places": value}))
    if not answer.refused and answer.status < 400:
        walk.present += 1
        _came(walk, name, value, number, int(game))
        if walk.looks.repeats() > repeats and "meeting twice" not in label:
            raise WallError(
                "meet twice", f"{name} gets “{label}”, which says nothing of whom they meet again"
            )
    walk.did(answer)


def _came(walk: "Walk", name: str, seats: str, number: int, game: int) -> None:
    """What is counted of somebody who sits down late, or is back: only who sat in every round has
    a total.
    """
    counted, games = walk.counted, walk.plan.games
    table = int(seats.split()[0].partition(".")[2][:-1])
    there, left_table, first = walk.left.get(name, (0, 0, 0))
    had = {(place[0], place[2]) for place, said in counted.games.items() if name in said}
    if first > 1 and there < number:
        counted.missed[name, there, left_table] = range(first, games + 1)
        had |= {(there, missed) for missed in range(first, games + 1)}
    if not had >= {(r, g) for r in range(1, number) for g in range(1, games + 1)}:
        counted.gone.add(name)
        return
    counted.gone.discard(name)
    since = first if there == number else 1
    if game > since:
        counted.missed[name, number, table] = range(since, game)


def _with_this_round(places: list[tuple[str, str]], number: int) -> list[tuple[str, str]]:
    """The offers that hold a seat of the round that is played or comes next."""
    return [(value, label) for value, label in places if value.startswith(f"{number}.")]


def two_walk_ins(walk: "Walk", dice: Random) -> None:
    """A couple nobody knows stands in the door."""
    walk_in(walk, dice)
    walk_in(walk, dice)


# ---------------------------------------------------------------------- seats


def sat_wrongly(walk: "Walk", dice: Random) -> None:
    """Two sat at each other's places from some game on, and it is found out when the sheets are
    in.
    """
    places = sorted({(number, table) for number, table, _game in walk.counted.games})
    if len(places) < 2 or walk.plan.game != "swedish_pursuit":
        return
    number, table = dice.choice(places)
    other = dice.choice([one for at, one in places if at == number and one != table] or [0])
    games = _both_played(walk, number, (table, other))
    if not games:
        return
    games = games[games.index(dice.choice(games)) :]
    mine, theirs = (
        set.intersection(*(set(walk.counted.games[number, one, game]) for game in games))
        for one in (table, other)
    )
    if mine and theirs:
        pair = dice.choice(sorted(mine)), dice.choice(sorted(theirs))
        _found_out(walk, dice, (number, table, other), games, pair)


def _both_played(walk: "Walk", number: int, tables: tuple[int, int]) -> list[int]:
    """The games on record at two tables of a round, where these are the same."""
    one, other = (
        {game for at, where, game in walk.counted.games if (at, where) == (number, table)}
        for table in tables
    )
    return sorted(one) if one == other else []


def _found_out(
    walk: "Walk", dice: Random, at: tuple[int, int, int], games: list[int], pair: tuple[str, str]
) -> None:
    (number, table, other), badges = at, walk.looks.badges()
    who = walk.desk("sat", dice.random())
    page = who.open(walk.at(f"desk/put-right/?round={number}&table={table}&game=1"))
    form = page.form("put-right/seats/$", holding="badge")
    if form is None or not badges.keys() >= set(pair):
        return
    hands = dice.choice(("player", "seat"))
    asked = {"round": str(number), "from_game": str(games[0]), "hands": hands}
    page = who.send(form, asked | {"badge": badges[pair[0]], "other": badges[pair[1]]})
    form = page.form("put-right/seats/$", holding="reason")
    if form is None or page.refused or not any(button.value == "save" for button in form.buttons):
        return
    answer = agreed(walk, who, who.send(form, reasoned(form)))
    if answer:
        for game in games:
            _swapped(walk, (number, table, game), (number, other, game), *pair, hands)
        walk.did(answer)


def _swapped(walk: "Walk", here: Place, there: Place, one: str, two: str, hands: str) -> None:
    mine, theirs = dict(walk.counted.games[here]), dict(walk.counted.games[there])
    held, other = mine.pop(one), theirs.pop(two)
    mine[two], theirs[one] = (other, held) if hands == "player" else (held, other)
    walk.counted.games[here], walk.counted.games[there] = mine, theirs


# ---------------------------------------------------------------------- sheets


def correction(walk: "Walk", dice: Random) -> None:
    """A sheet was typed wrongly: what really lay there is put in its place."""
    places = sorted(walk.counted.games.keys() - walk.differing.keys())
    if not places:
        return
    number, table, game = place = dice.choice(places)
    who = walk.desk("corrects", dice.random())
    page = who.open(walk.at(f"sheets/{number}/{table}/{game}/"))
    address = page.link(r"/correct/$") or walk.at(f"sheets/{number}/{table}/{game}/correct/")
    page = who.open(address)
    form = page.form("correct/$", holding="hand_[A-Z]")
    if form is None:
        if place in walk.counted.void:
            return
        raise WallError("no correction", page.words[:400])
    boxes = form.many("hand_[A-Z]")
    said, blocked = dealt(dice, walk.plan, [who_sits(box)[1] for box in boxes])
    page = answered(
        who,
        who.send(form, spelt(form, boxes, said) | {"blocked": "on" if blocked else None}),
        points=False,
    )
    form = next(
        (one for one in page.forms if any(button.value == "save" for button in one.buttons)), None
    )
    if form is None:
        return
    answer = agreed(
        walk,
        who,
        who.send(form, reasoned(form), next(b for b in form.buttons if b.value == "save")),
    )
    if answer:
        walk.counted.games[place] = said
        walk.did(answer)


def not_played(walk: "Walk", dice: Random) -> None:
    """A table declares that a game will not be played."""
    missing = _missing(walk)
    if not missing:
        return
    place = dice.choice(sorted(missing))
    who = walk.desk("unplayed", dice.random())
    page = who.open(walk.at(f"sheets/{place[0]}/{place[1]}/{place[2]}/"))
    if form := page.form("unplayed/$", holding="reason"):
        answer = who.send(form, reasoned(form))
        if not answer.refused:
            walk.counted.not_played[place] = missing[place]
        walk.did(answer)


def time_out(walk: "Walk", dice: Random) -> None:
    """Time runs out: what is not in will not be played."""
    missing = _missing(walk)
    who = walk.desk("time", dice.random())
    page = who.open(walk.at(f"rounds/{walk.round}/time-out/"))
    form = page.form("time-out/$", holding="reason")
    if form is None or not missing:
        return
    answer = who.send(form, reasoned(form))
    if not answer.refused and answer.status < 400:
        walk.counted.not_played |= missing
        walk.closed_round()
    walk.did(answer)


def _missing(walk: "Walk") -> dict[Place, tuple[str, ...]]:
    """The games of the round that nobody has typed, with who sits there."""
    page = walk.organiser.open(walk.at(f"desk/?view=list&round={walk.round}&all=1"))
    found: dict[Place, tuple[str, ...]] = {}
    shown = {
        one
        for address, _words in page.links
        if (one := re.search(r"/sheets/(\d+)/(\d+)/(\d+)/$", address))
    }
    for number, table, game in sorted({tuple(map(int, one.groups())) for one in shown}):
        if number == walk.round and (number, table, game) not in walk.counted.games:
            grid = walk.organiser.open(walk.at(f"desk/{number}/{table}/"))
            form = grid.form(r"desk/\d+/\d+/$", holding=rf"hand_{game}_[A-Z]")
            if form:
                found[number, table, game] = tuple(
                    who_sits(one)[1] for one in form.many(rf"hand_{game}_[A-Z]")
                )
    return found


def reopened(walk: "Walk", dice: Random) -> None:
    """The last round is opened again."""
    number, who = walk.closed, walk.desk("reopens", dice.random())
    if not number:
        return
    page = who.open(walk.at(f"rounds/{number}/reopen/"))
    if form := page.form("reopen/$", holding="reason"):
        answer = who.send(form, reasoned(form))
        if not answer.refused and answer.status < 400:
            walk.closed -= 1
            walk.phase = "playing"
        walk.did(answer)


# ---------------------------------------------------------------------- the end of the evening


def broken_seal(walk: "Walk", dice: Random) -> None:
    """The seal is broken."""
    _unsealed(walk, dice, "break-seal/$", "closed")


def withdrawn(walk: "Walk", dice: Random) -> None:
    """What was announced is withdrawn."""
    _unsealed(walk, dice, "withdraw/$", "sealed")


def _unsealed(walk: "Walk", dice: Random, action: str, phase: str) -> None:
    who = walk.desk("seal", dice.random())
    page = who.open(walk.at("cut/"))
    if form := page.form(action):
        answer = agreed(walk, who, who.send(form, reasoned(form)))
        if answer:
            walk.phase = phase
            walk.did(answer)


def declines(walk: "Walk", dice: Random) -> None:
    """A finalist takes the last train."""
    page = walk.organiser.open(walk.at("play-off/"))
    asked = [
        (form, button)
        for form in page.those("reply/$")
        for button in form.buttons
        if "Declines" in button.words
    ]
    if asked and len(walk.declined) < 2:
        form, button = dice.choice(asked[: walk.plan.through])
        answer = walk.organiser.press(form, button)
        if not answer.refused:
            walk.declined.append(button.words.rpartition(": ")[2])
        walk.did(answer)


def unseated(walk: "Walk", dice: Random) -> None:
    """The play-off is taken apart again before it began."""
    who = walk.desk("unseats", dice.random())
    page = who.open(walk.at("play-off/"))
    if form := page.form("unseat/$"):
        answer = who.send(form, reasoned(form))
        if not answer.refused:
            walk.phase = "revealed"
        walk.did(answer)


def held_board(walk: "Walk", dice: Random) -> None:
    """The public board is held, or follows again."""
    who = walk.desk("holds", dice.random())
    page = who.open(walk.at("cut/"))
    if form := page.form("(hold|release)-board/$"):
        walk.did(who.press(form))


def twice(walk: "Walk", dice: Random) -> None:
    """From now on an impatient hand presses every button two times."""
    walk.organiser.impatient = 5
    walk.done += 1


INCIDENTS: Mapping[str, tuple[Befalls, tuple[str, ...]]] = {
    "leaver": (moves.leaver, ("drawn", "published", "playing", *PLAYED)),
    "half a table": (moves.half_a_table, ("half time", "half time", "published", "playing")),
    "whole table": (moves.whole_table, ("half time", "playing")),
    "no shows": (no_shows, ("published",)),
    "came after all": (came_after_all, PLAYED),
    "two walk-ins": (two_walk_ins, ("published",)),
    "walk-in": (walk_in, ("drawn", "published", "playing", *PLAYED)),
    "swap": (moves.swapped, ("drawn", "published", "half time")),
    "sat wrongly": (sat_wrongly, ("half time", "closed", "playing", "playing")),
    "correction": (correction, (*PLAYED, "closed", "sealed", "revealed")),
    "not played": (not_played, ("playing",)),
    "time out": (time_out, ("playing",)),
    "reopened": (reopened, ("half time", "closed")),
    "broken seal": (broken_seal, ("sealed",)),
    "withdrawn": (withdrawn, ("revealed",)),
    "declines": (declines, ("revealed",)),
    "unseated": (unseated, ("seated",)),
    "held board": (held_board, (*PLAYED, "closed")),
    "two sheets": (desk.two_sheets, PLAYED),
    "keyed again": (desk.keyed_again, ("playing", "half time", "closed")),
    "card totals": (desk.card_totals, ("playing", "half time", "closed")),
    "taken back": (desk.taken_back, PLAYED),
    "signed": (desk.signed, ("playing",)),
    "ruling": (desk.ruling, (*PLAYED, "closed", "sealed")),
    "broken up": (moves.broken_up, ("published", "half time", "playing", "playing")),
    "more prizes": (desk.more_prizes, (*PLAYED, "closed")),
    "doubt": (desk.doubt, (*PLAYED, "closed")),
    "signs in": (desk.signs_in, ("list", "drawn", "published")),
    "called": (desk.called, ("playing",)),
    "twice": (twice, ("drawn", "published", *PLAYED, "closed", "sealed", "revealed")),
}
OF_MATCHES: Mapping[str, tuple[Befalls, tuple[str, ...]]] = {
    "match corrected": (matches.match_corrected, ("matches", "matches", "stage over")),
    "not there": (matches.not_there, ("paired", "matches")),
    "drafted anew": (matches.drafted_anew, ("drafted",)),
    "published too soon": (matches.published_too_soon, ("paired",)),
    "wishes": (matches.wishes, ("list", "drafted", "matches", "paired")),
    "player goes home": (matches.player_goes_home, ("paired", "matches", "stage over")),
    "somebody comes late": (matches.somebody_comes_late, ("matches", "paired")),
    "stage again": (matches.stage_again, ("stage over",)),
    "twice again": (twice, ("drafted", "matches")),
}
ALSO: Mapping[str, tuple[Befalls, tuple[str, ...]]] = {
    **stale_forms.STALE,
    **mishaps.MISHAPS,
    "moved": (moves.moved, ("drawn", "published", "playing", "half time")),
    "filled": (moves.filled, ("published", "half time", "playing", "playing")),
}
BEFALLS = {**INCIDENTS, **OF_MATCHES, **ALSO}
MOMENTS: Mapping[bool, Mapping[str, tuple[str, ...]]] = {
    paired: {kind: moments for kind, (_act, moments) in known.items()}
    for paired, known in ((False, INCIDENTS), (True, OF_MATCHES))
}
"""What may come at which moments of an evening at tables, and of one of matches."""
BESIDES: Mapping[str, tuple[str, ...]] = {kind: moments for kind, (_act, moments) in ALSO.items()}
"""What comes to an evening at tables besides, thrown by dice of its own."""
