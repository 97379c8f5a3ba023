"""An evening of matches of two: paired, published, played at the desk and on phones, and what
befalls it.
"""

import re
from random import Random
from typing import TYPE_CHECKING

from tests.walks.offers import offered, reasoned
from tests.walks.pages import Button, Form, Page, Part
from tests.walks.people import Person, WallError
from tests.walks.recount import Match

if TYPE_CHECKING:
    from tests.walks.walk import Walk

ENTER = re.compile(r"Enter table (\S+): (.*) and (.*)")
TAP = re.compile(r"\d+/\d+/[12]/\d+")
BUTTON = re.compile(r"(?:Table \d+: )?(.*?)(?: wins)?")
ON_THE_PHONE, TAPPED = 0.4, 0.7
DRAWN = 0.1


def next_of_matches(walk: "Walk", home: Page, part: Part) -> bool:
    """What the card of the home has: a result that waits, the next press, or the end."""
    taps = next((form for form in part.forms if form.action.endswith("/pairings/won/")), None)
    waiting = [button for button in taps.buttons if TAP.fullmatch(button.value)] if taps else []
    if taps and waiting:
        _played(walk, taps, waiting[0])
        return True
    for act in ("pair", "publish", "close"):
        for form in part.forms:
            if form.action.endswith(f"/do/{act}/"):
                _pressed(walk, form, act)
                return True
    over = next((form for form in part.forms if form.action.endswith("/close/")), None)
    if over is not None:
        walk.did(walk.organiser.press(over))
    return over is not None


def _played(walk: "Walk", taps: Form, half: Button) -> None:
    """The first match that waits: on the phone of its table, tapped on the home, or on its page."""
    number, table, _letter, version = (int(part) for part in half.value.split("/"))
    dice = walk.plan.dice("match", number, table)
    way = dice.random()
    if way < ON_THE_PHONE:
        return _on_the_phone(walk, dice, table)
    who = walk.official("match", number, table)
    if way < TAPPED:
        return _tapped(walk, who, (number, table, version), dice)
    return enter(walk, who, walk.at(f"pairings/{number}/{table}/"), dice)


def _tapped(walk: "Walk", who: Person, place: tuple[int, int, int], dice: Random) -> None:
    """The games of a match tapped in its two halves."""
    number, table, version = place
    taps = who.open(walk.base).form("pairings/won/$")
    if taps is None:
        raise WallError("no match to tap", f"round {number}, table {table}")
    first, second = (
        next(
            button.words
            for button in taps.buttons
            if button.value.startswith(f"{number}/{table}/{letter}")
        )
        for letter in "12"
    )
    games = _games(walk, dice, needs_winner=knocks_out(walk, number))
    if set(games[-1]) == {"-"} and len(games) > 1:
        games = "11" if walk.plan.best_of == 3 else "111"
    answer = who.send(taps, {}, Button("a half", "won", f"{number}/{table}/{games}/{version}"))
    if answer.refused or answer.status >= 400:
        raise WallError("tap refused", f"{answer.url}: {answer.refused or answer.words[:400]}")
    one, other = (BUTTON.fullmatch(words)[1] for words in (first, second))  # type: ignore[index]
    walk.phase = "matches"
    walk.counted.matches[number, table] = Match(one, other, games)
    walk.did(answer)


def _pressed(walk: "Walk", form: Form, act: str) -> None:
    walk.phase = {"pair": "drafted", "publish": "paired", "close": "stage over"}[act]
    page = walk.organiser.press(form)
    if page.refused:
        raise WallError(f"cannot {act}", page.refused)
    if act == "publish":
        walk.counted.rounds_of_matches[int(form.as_it_stands()["round"][0])] = walk.stages
    walk.did(page)
    if act == "close":
        walk.stages += 1


def _games(walk: "Walk", dice: Random, *, needs_winner: bool) -> str:
    """A letter for each game of a match until one has won it, or time ends it."""
    best = int(walk.plan.best_of)
    if not needs_winner and dice.random() < DRAWN:
        return {1: "-", 3: "12-", 5: "1212-"}[best]
    games = ""
    while max(games.count("1"), games.count("2")) <= best // 2:
        games += dice.choice("12")
    return games


def enter(walk: "Walk", who: Person, address: str, dice: Random, **more: str) -> None:
    """The result of a match on its page."""
    page = who.open(address)
    number, table = (int(part) for part in page.path.rstrip("/").split("/")[-2:])
    form = page.form(r"pairings/\d+/\d+/$", holding=r"game_\d+")
    if form is None:
        raise WallError("no match form", page.words[:400])
    one, other = page.heading.split(" and ", 1)
    games = _games(walk, dice, needs_winner=knocks_out(walk, number))
    fields = {f"game_{at}": letter for at, letter in enumerate(games, 1)} | more
    answer = who.send(form, fields)
    if agreeing := answer.form(r"pairings/\d+/\d+/$", holding="agreed"):
        answer = who.press(agreeing)
    if answer.refused or answer.status >= 400:
        if more:
            return
        raise WallError("match not saved", f"{answer.url}: {answer.refused or answer.words[:400]}")
    walk.phase = "matches"
    walk.counted.matches[number, table] = Match(one, other, games)
    walk.did(answer)


def _on_the_phone(walk: "Walk", dice: Random, table: int) -> None:
    """The match that the phone of a table shows: the first one that waits there."""
    pad = walk.phones.pad(table)
    state = pad.state()
    match, people, number = state["match"], state["people"], state["round"]["number"]
    games = _games(walk, dice, needs_winner=match["needs_winner"])
    sent = {
        "key": f"match-{number}-{table}-{walk.plan.seed}",
        "round": number,
        "players": match["players"],
    }
    status, answer = pad.call("match", sent | {"seen": match["version"], "games": games})
    walk.story.tell(f"{pad.name} sends the match of round {number}: {games}")
    if status != 201 and match["version"] == 0:
        raise WallError("match refused", f"{pad.name}: {answer}")
    if dice.random() < 0.3:
        again = pad.call("match", sent | {"seen": match["version"], "games": games})
        if again[0] != 200 or not again[1]["repeated"]:
            raise WallError("match sent twice", f"{pad.name}: {again}")
    one, other = (people[ref]["name"] for ref in match["players"])
    walk.phase = "matches"
    walk.counted.matches[number, table] = Match(one, other, games)
    told = pad.state()["match"]
    walk.did(pad.open(pad.address))
    if told["games"] not in (games, "") and told["players"] == match["players"]:
        raise WallError("match on the phone", f"{pad.name}: sent {games}, shown {told}")


def knocks_out(walk: "Walk", number: int) -> bool:
    """Whether a round belongs to a knock-out, in which somebody must win."""
    stage = walk.counted.rounds_of_matches.get(number, walk.stages)
    pairing = walk.plan.pairing
    return pairing == "knock_out" or (pairing == "swiss_then_knock_out" and stage == 1)


# ---------------------------------------------------------------------- what befalls it


def match_corrected(walk: "Walk", dice: Random) -> None:
    """A result was entered wrongly."""
    who = walk.desk("match corrected", dice.random())
    page = who.open(walk.at("pairings/"))
    done = [address for address, words in page.links if words.startswith("Correct table")]
    if done:
        enter(walk, who, dice.choice(done), dice, reason="It was the other way round")


def not_there(walk: "Walk", dice: Random) -> None:
    """One of two is not there: a walkover; or neither, and both lose."""
    who = walk.desk("not there", dice.random())
    page = who.open(walk.at("pairings/"))
    waiting = [address for address, words in page.links if ENTER.fullmatch(words)]
    if not waiting:
        return
    page = who.open(dice.choice(waiting))
    number, table = (int(part) for part in page.path.rstrip("/").split("/")[-2:])
    form = page.form(r"pairings/\d+/\d+/$", holding="reason")
    if form is None:
        return
    what = dice.choice(("walkover_one", "walkover_other", "double_forfeit"))
    if what == "double_forfeit" and knocks_out(walk, number):
        what = "walkover_one"
    [button] = [one for one in form.buttons if (one.name, one.value) == ("what", what)]
    answer = who.send(form, reasoned(form), button)
    if answer.refused or answer.status >= 400:
        raise WallError("walkover refused", answer.refused or answer.words[:400])
    one, other = page.heading.split(" and ", 1)
    walk.counted.matches[number, table] = Match(
        one, other, {"walkover_one": "1", "walkover_other": "2"}.get(what, ""), what
    )
    walk.phase = "matches"
    walk.did(answer)


def drafted_anew(walk: "Walk", dice: Random) -> None:
    """The draft is thrown away, or two in it change places."""
    olive = walk.organiser
    page = olive.open(walk.base)
    swap = page.form("do/swap/$", holding="one")
    movable = [value for value, _label in offered(swap, "one")]
    if swap is not None and len(movable) > 2 and dice.random() < 0.6:
        one, other = dice.sample(movable, 2)
        walk.did(olive.press(swap, one=one, other=other))
    elif away := page.form("do/throw-away/$"):
        walk.did(olive.press(away))


def published_too_soon(walk: "Walk", dice: Random) -> None:
    """A published round of which nothing is played becomes a draft again."""
    olive = walk.organiser
    page = olive.open(walk.at("pairings/"))
    if form := page.form("do/withdraw/$"):
        walk.did(olive.send(form, reasoned(form)))
        walk.phase = "drafted"


def wishes(walk: "Walk", dice: Random) -> None:
    """Somebody sits a round out; two shall meet, or shall not."""
    olive = walk.organiser
    page = olive.open(walk.at("pairings/"))
    form = page.form(r"do/bye/$") if dice.random() < 0.5 else page.form(r"do/bond/$")
    if form is None:
        return
    guests = [
        value for value, _label in offered(form, "guest" if form.action.endswith("bye/") else "one")
    ]
    if len(guests) < 2:
        return
    if form.action.endswith("bye/"):
        walk.did(olive.press(form, guest=dice.choice(guests)))
    else:
        one, other = dice.sample(guests, 2)
        walk.did(
            olive.press(
                form, one=one, other=other, bond=dice.choice(("apart", "apart_once", "meet"))
            )
        )


def player_goes_home(walk: "Walk", dice: Random) -> None:
    """A player has to leave: marked on the guest list, and paired no more."""
    olive, badges = walk.organiser, walk.looks.badges()
    if len(badges) - len(walk.counted.gone) < 6:
        return
    name = dice.choice(sorted(set(badges) - walk.counted.gone))
    page = olive.open(walk.at(f"guests/{badges[name]}/"))
    form = page.form(r"guests/\d+/$", holding="status")
    if form is None:
        return
    gone = next(
        (
            value
            for value, label in offered(form, "status")
            if "home" in label.lower() or "left" in label.lower()
        ),
        "",
    )
    if gone:
        answer = olive.press(form, status=gone)
        if not answer.refused and answer.status < 400:
            walk.counted.gone.add(name)
        walk.did(answer)


def somebody_comes_late(walk: "Walk", dice: Random) -> None:
    """Somebody who was not in the first pairing comes into the Swiss."""
    olive = walk.organiser
    page = olive.open(walk.at("guests/add/"))
    if adding := page.form("guests/add/$", holding="name"):
        walk.did(olive.press(adding, name=f"Wanda Late {dice.randint(100, 999)}"))
    page = olive.open(walk.at("pairings/"))
    form = page.form("do/late/$")
    if form is not None and (guests := offered(form, "guest")):
        value, label = dice.choice(guests)
        halves = dice.choice([value for value, _label in form.named("halves").options])  # type: ignore[union-attr]
        answer = olive.send(form, reasoned(form, guest=value, halves=halves))
        if not answer.refused:
            walk.counted.stated[label] = int(halves)
        walk.did(answer)


def stage_again(walk: "Walk", dice: Random) -> None:
    """The stage that was closed is opened again."""
    olive = walk.organiser
    page = olive.open(walk.at("pairings/"))
    if form := page.form("do/reopen/$"):
        answer = olive.send(form, reasoned(form))
        if not answer.refused:
            walk.stages -= 1
            walk.phase = "matches"
        walk.did(answer)
