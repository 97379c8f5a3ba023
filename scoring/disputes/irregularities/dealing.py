"""Irregularities before the first play: a wrong number of cards or packs, a wrong start card or
first player.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.cards import card_symbol, parse_card
from scoring.law.case import Case, Settled, count, named
from scoring.words import number_word


def wrong_deal(case: Case) -> Settled:
    """A wrong number of cards or packs: dealt anew before the first play, put right from the stock
    after it.
    """
    facts = case.facts
    verdict = case.ask({"kind": "setup"})
    finding = _dealt(facts)
    law = case.law(verdict)
    if "dealt" not in facts and "decks" not in facts and verdict.legal:
        return case.look(finding, law, "how many cards were dealt")
    if verdict.legal:
        return case.nothing(finding, law, "The deal was right: play goes on.")
    if case.noticed == "at_once":
        words = "The cards are gathered, shuffled and dealt again."
        return Settled(finding, law, "redeal", (case.practice("wrong_deal", words),))
    dealt_right = "dealt" not in facts or verdict.then.get("dealt") in (None, facts["dealt"])
    if case.noticed == "after_next_play" and not dealt_right:
        words = (
            "Hands are corrected from the stock: what is missing is drawn, what is too much goes"
            " under it unseen."
        )
        return Settled(finding, law, "correct", (case.practice("wrong_deal", words),))
    return Settled(finding, law, "stands", (case.practice("wrong_deal", case.late),))


def _dealt(facts: Mapping[str, Any]) -> str:
    """What was dealt, as far as it was told."""
    players = f"{number_word(facts['players']).capitalize()} players"
    if "dealt" in facts and "decks" in facts:
        packs = count(facts["decks"], "pack")
        return f"{players} were dealt {count(facts['dealt'])} each from {packs}"
    if "dealt" in facts:
        return f"{players} were dealt {count(facts['dealt'])} each"
    if "decks" in facts:
        return f"{players} were dealt their hands from {count(facts['decks'], 'pack')}"
    return f"{players} were dealt their hands"


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
