"""A wrong start card, an effect of it that was overlooked, or a wrong first player."""

import re
from dataclasses import replace
from typing import Any

from scoring.cards import card_symbol, parse_card
from scoring.law.case import Case, Settled, named


def wrong_start(case: Case) -> Settled:
    """A wrong start card, an effect of it that was overlooked, or a wrong first player."""
    facts = case.facts
    verdict = case.ask({"kind": "start"})
    finding = f"{named(facts['turned_up'])} turned up at the start"
    if "began" in facts:
        finding = f"{named(facts['turned_up'])} turned up at the start; seat {facts['began']} began"
    law = case.law(verdict)
    if "dealer" not in facts and "next_turn" in verdict.then and "players" in facts:
        law = tuple(replace(part, words=_from_dealer(part.words, case)) for part in law)
    if verdict.legal and facts.get("began", verdict.then["next_turn"]) == verdict.then["next_turn"]:
        return case.nothing(finding, law, f"The start is right: {_start(case, verdict.then)}.")
    if "next_turn" not in verdict.then and "began" not in facts and case.noticed == "at_once":
        return Settled(
            finding, law, "complete", (case.by_law(law, "Another start card is turned up."),)
        )
    if case.noticed == "at_once":
        remedy = case.by_law(law, f"The start is corrected: {_start(case, verdict.then)}.")
        return Settled(finding, law, "correct", (remedy,))
    return Settled(finding, law, "stands", (case.discretion(case.late),))


def _start(case: Case, then: Any) -> str:
    """The right start in words, from what the verdict says follows."""
    if "next_turn" not in then:
        return "another card is turned up"
    top, seat = card_symbol(parse_card(then["top"])), f"seat {then['next_turn']}"
    words = f"{top} opens the pile, and {seat} begins"
    if then.get("pending"):
        words += f", and takes {then['pending']} cards unless they lay a 2"
    elif then["direction"] == -1:
        words += ", anticlockwise"
    return words if "dealer" in case.facts else _from_dealer(words, case)


_SEAT = re.compile(r"\b([Ss])eat (\d+)(, on the dealer's left,)?")


def _from_dealer(words: str, case: Case) -> str:
    """Where nobody told who dealt, seats are told from the dealer, who was taken to sit last."""
    players = case.facts["players"]

    def place(match: re.Match[str]) -> str:
        steps = int(match[2]) % players
        person = {0: "dealer", 1: "player on the dealer's left"}.get(
            steps, f"player {steps} to the dealer's left"
        )
        if steps > 1 and steps == players - 1:
            person = "player on the dealer's right"
        return f"{'T' if match[1] == 'S' else 't'}he {person}"

    return _SEAT.sub(place, words)
