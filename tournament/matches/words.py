"""What a step of the matches says in the log."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.words import listed
from tournament.models import Event

Names = Mapping[str, str]
Words = Callable[[Mapping[str, Any], Names, Event], str]
RESULTS = {"walkover": "a walkover", "double_forfeit": "lost by both"}


def _round(words: str) -> Words:
    return lambda body, names, event: words.format(body["round"])


def _guest(words: str) -> Words:
    return lambda body, names, event: words.format(
        names.get(body["guest"], body["guest"]), body.get("round", "")
    )


def _stage(words: str) -> Words:
    return lambda body, names, event: words.format(body["stage"] + 1)


def _result(body: Mapping[str, Any], names: Names, event: Event) -> str:
    said = RESULTS.get(body["result"], f"games {' '.join(body['games'])}")
    where = f"Table {body['table']} of round {body['round']}"
    if not body.get("again"):
        return f"{where}: {said}"
    return f"{where}: {said}; round {listed(map(str, body['again']))} is paired again"


def _back(body: Mapping[str, Any], names: Names, event: Event) -> str:
    return f"The result of table {body['table']} of round {body['round']} was taken back"


def _swap(body: Mapping[str, Any], names: Names, event: Event) -> str:
    one, other = (names.get(body[side], body[side]) for side in ("one", "other"))
    return f"{one} and {other} changed places in the draft of round {body['round']}"


TO_MEET = {
    (True, True): "{one} and {other} are to meet in round {round}",
    (True, False): "{one} and {other} are to meet",
    (False, True): "{one} and {other} are not to meet in round {round}",
    (False, False): "{one} and {other} are not to meet",
}
FREE_TO_MEET = {
    (True, True): "{one} and {other} no longer have to meet in round {round}",
    (True, False): "{one} and {other} no longer have to meet",
    (False, True): "{one} and {other} may meet in round {round} again",
    (False, False): "{one} and {other} may meet again",
}
"""By whether they were to meet, and whether in one round alone."""


def _bond(words: Mapping[tuple[bool, bool], str]) -> Words:
    def said(body: Mapping[str, Any], names: Names, event: Event) -> str:
        one, other = (names.get(body[side], body[side]) for side in ("one", "other"))
        form = words[bool(body["forced"]), bool(body["round"])]
        return form.format(one=one, other=other, round=body["round"])

    return said


MATCH_WORDS: Mapping[str, Words] = {
    "pair": _round("Round {} was paired as a draft"),
    "unpair": _round("The draft of round {} was thrown away"),
    "swap_pairs": _swap,
    "pairs_out": _round("The pairings of round {} were published"),
    "pairs_back": _round("The pairings of round {} were made a draft again"),
    "match": _result,
    "match_back": _back,
    "ask_bye": _guest("{} sits out round {}"),
    "unask_bye": _guest("{} plays round {} after all"),
    "late_entry": _guest("{} came into the Swiss late"),
    "late_entry_back": _guest("The late entry of {} was taken back"),
    "bond": _bond(TO_MEET),
    "unbond": _bond(FREE_TO_MEET),
    "close_stage": _stage("Stage {} was closed"),
    "open_stage": _stage("Stage {} was opened again"),
}
"""A sentence without its full stop for each step."""
