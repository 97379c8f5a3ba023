"""What an entry of the ledger says, in a sentence.

What the machine itself is in want of, in sentences for the home of the evening.
"""

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from scoring.words import capital, listed, many
from tournament.counting.consequences import points_words
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.event.words import called, value_words
from tournament.home.health import clock_behind, stumbles
from tournament.matches.reading import MATCH_WORDS
from tournament.models import Event, LedgerEntry
from tournament.seating.words import KINDS as SEATING
from tournament.seating.words import act_words
from tournament.server.keeper import BESIDE, SERVED_TWICE
from tournament.server.storage import beside, nearly_full, trouble

Names = Mapping[str, str]
OF_A_GAME = {
    "sheet": "The sheet of {} came in",
    "correct": "The sheet of {} was corrected",
    "resolve": "Two sheets of {} were settled",
    "conflict": "A second sheet of {} came in, and does not count",
    "check": "The sheet of {} was checked",
    "uncheck": "The check of {} was taken back",
    "dismiss": "A flag on {} was dismissed",
    "raise_again": "A flag on {} was raised again",
    "second_key": "The sheet of {} was typed a second time",
    "take_back_save": "The sheet of {} was taken back by its typist",
    "undo_correction": "The correction of {} was taken back by its typist",
    "swap_hands": "Two hands of {} changed seats",
    "not_played": "{} will not be played",
    "play_after_all": "{} is played after all",
    "dealer": "It was said who deals {}",
}
OF_A_ROUND = {
    "close": "{} was closed",
    "reopen": "{} was opened again",
    "time_out": "{} was closed with {units} that were not played",
    "resume": "{} was taken up again",
}
PLAIN = {
    "seal": "The cut was sealed",
    "break_seal": "The seal of the cut was broken",
    "print_cut": "The list of the cut was printed",
    "unprint_cut": "The printing of the list was taken back",
    "reveal": "The cut was announced",
    "withdraw_reveal": "The announcement was withdrawn",
    "hold": "The public board was frozen",
    "release": "The public board follows again",
    "freeze_by_itself": "It was chosen whether the board freezes by itself",
    "read": "A name was read out",
    "unread": "A name was covered again",
    "reveal_podium": "The final standing was shown",
    "withdraw_podium": "The final standing was taken from the public pages",
    "close_evening": "The evening was closed",
    "undo": "What was done by one press was taken back",
    "reopen_evening": "The evening was opened again",
    "mail_returned": "Mails to guests came back",
    "mail_arrived": "A mail had not come back after all",
    "cards": "Totals of cards were typed",
    "take_back_cards": "A cut of cards was taken back",
    "round_total_back": "The total of a card was taken back",
    "answer_back": "What a guest said was taken back",
    "ask": "A second official was asked",
    "decline": "A second official said no",
    "withdraw_ask": "What waited for a second official was taken back",
    "hall": "The tables were renamed or moved",
    "part_seats": "Seats for a part of a round were taken in",
    "arrivals": "Guests were taken in as here",
    "restored": "A copy of the database was put back: what came after it is gone",
}
UNNAMED = "Something was changed"
"""Of what a later version entered: everything that is entered here has its own words."""
MADE = {
    "void": "The {unit} was made void",
    "replay": "The {unit} is played again",
    "tally": "A tally was corrected",
}


def entry_words(entry: LedgerEntry, names: Names, event: Event) -> str:
    """The entry as a sentence without its full stop; `names` gives the printed name of a ref."""
    kind, body = entry.kind, entry.body
    if kind in OF_A_GAME:
        return capital(OF_A_GAME[kind].format(place_words(event, body)))
    if kind in OF_A_ROUND:
        return capital(
            OF_A_ROUND[kind].format(_round(event, body["round"]), units=event_format(event).units)
        )
    if kind in SEATING or kind in ("substitute", "unsubstitute"):
        return act_words(entry, names, event)
    if kind in OWN:
        return OWN[kind](body, names, event)
    return PLAIN.get(kind, UNNAMED)


def place_words(event: Event, body: Mapping[str, Any]) -> str:
    """`game 3 of table 7, round 1`."""
    place = f"table {table_label(event, body['table'])}, {_round(event, body['round'])}"
    return f"{event_format(event).unit} {body['game']} of {place}"


def _round(event: Event, number: int) -> str:
    return "the play-off" if number == event.playoff_round else f"round {number}"


def _name(names: Names, ref: Any) -> str:
    return names.get(str(ref), "Somebody")


def _adjust(body: Mapping[str, Any], names: Names, event: Event) -> str:
    if body["kind"] == "points":
        words = points_words(_name(names, body["guest"]), body["points"], body.get("round"))
    else:
        words = (
            f"{MADE[body['kind']].format(unit=event_format(event).unit)},"
            f" {place_words(event, body)}"
        )
    return f"Adjustment {body['number']}: {words}"


SEVERAL = 2
"""So many guests are named; more are counted."""


def _reply(body: Mapping[str, Any], names: Names, event: Event) -> str:
    refs = body["guests"]
    answering = (
        many(len(refs), "finalist")
        if len(refs) > SEVERAL
        else listed(_name(names, ref) for ref in refs)
    )
    if body["declined"]:
        return f"{answering} declined"
    return f"{answering} {'is' if len(refs) == 1 else 'are'} here for the play-off"


def _settings(body: Mapping[str, Any], names: Names, event: Event) -> str:
    changes = (
        f"{called(name)}: {value_words(name, value)}" for name, value in body["after"].items()
    )
    return f"Changed what was declared. {'; '.join(changes)}"


def _guest(body: Mapping[str, Any], names: Names, event: Event) -> str:
    actions = {
        "add": "was added",
        "change": "was changed on the list",
        "remove": "was taken off the list",
    }
    if body["act"] in actions:
        name = (
            body.get("before", {}).get("name")
            if body["act"] == "remove"
            else _name(names, body["guest"])
        )
        return f"{name} {actions[body['act']]}"
    if body["act"] == "team":
        guests = many(len(body["before"]), "guest")
        return (
            f"{guests} put in the team {body['team']}" if body["team"] else f"{guests} in no team"
        )
    return "Places were held" if body["act"] == "hold" else "A list of guests was taken in"


OWN: Mapping[str, Callable[[Mapping[str, Any], Names, Event], str]] = {
    "adjust": _adjust,
    "cancel_adjustment": lambda body, names, event: (
        f"Adjustment {body['adjustment']} was taken back"
    ),
    "settings": _settings,
    "wipe_names": lambda body, names, event: (
        f"{_name(names, body['guest'])} was erased at their wish"
        if "guest" in body
        else "The names of the guests were wiped; each is a badge now"
    ),
    "send_mails": lambda body, names, event: (
        f"Mails with {body['mails']} went out to {many(len(body['guests']), 'guest')}"
    ),
    "guest": _guest,
    "arrival": lambda body, names, event: (
        f"{_name(names, body['guest'])} came in"
        if body["here"]
        else f"{_name(names, body['guest'])} was not here after all"
    ),
    "walk_in": lambda body, names, event: (
        f"{', '.join(_name(names, ref) for ref in body['guests'])} walked in"
    ),
    "cut_of_cards": lambda body, names, event: (
        "Cards were cut:"
        f" {', '.join(f'{_name(names, ref)} {card}' for ref, card in body['cards'].items())}"
    ),
    "round_total": lambda body, names, event: (
        f"The card of {_name(names, body['guest'])} counts {body['points']} for"
        f" {_round(event, body['round'])} in all"
    ),
    "answer": lambda body, names, event: (
        f"{_name(names, body['guest'])} said what they held in {place_words(event, body)}"
    ),
    "move": lambda body, names, event: (
        f"The sheet of {place_words(event, body['from'])} moved to {place_words(event, body['to'])}"
    ),
    "ruling": lambda body, names, event: f"Ruling {body['number']} was given",
    "accept_ruling": lambda body, names, event: f"Ruling {body['ruling']} was accepted",
    "overrule_ruling": lambda body, names, event: f"Ruling {body['ruling']} was overruled",
    "explain_ruling": lambda body, names, event: f"Ruling {body['ruling']} was explained",
    "reply": _reply,
    "take_reply_back": lambda body, names, event: (
        f"What {listed(_name(names, ref) for ref in body['guests'])} answered was taken back"
    ),
    "playoff_live": lambda body, names, event: (
        "The board follows the play-off" if body["live"] else "The board leaves the play-off out"
    ),
    "second_keying": lambda body, names, event: (
        "Paper is typed twice" if body["wanted"] else "Paper is typed once"
    ),
    "show_chances": lambda body, names, event: (
        "Guests see their chances" if body["shown"] else "Officials alone see chances"
    ),
    **MATCH_WORDS,
}


def troubles(last: datetime | None = None) -> list[str]:
    """A full disk, copies that failed, a wrong clock, a second server; nothing where all is well.

    `last` is the time of the last entry, where it is known.
    """
    try:
        full = nearly_full(beside())
    except OSError:
        full = ""
    copies, behind = trouble(), clock_behind(last)
    sentences = (
        full,
        stumbles(),
        f"The last copy of the database is faulty. {copies}" if copies else "",
        (
            f"This computer’s clock is wrong. {behind} Set its date and time right; nothing entered"
            " is lost."
            if behind
            else ""
        ),
        SERVED_TWICE if os.environ.get(BESIDE) else "",
    )
    return [words for words in sentences if words]
