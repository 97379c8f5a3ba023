"""The questions that are put to an umpire, each by its name: is this play legal, what follows from
what went wrong, what does a hand count, can this table be.

Facts, plays and claims are told in the words of case files (`python -m scoring adjudicate --help`,
`rule --help`). Whatever is not given is not known, and what decides is then asked for.
"""

from collections.abc import Mapping
from typing import Any

from scoring.counting.hand import Receipt, parse_hand
from scoring.counting.hand import receipt as receipt_of
from scoring.disputes.adjudication import adjudicate as ruling_on
from scoring.disputes.adjudication import read_claim
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.law.possible import ImpossibleError, hand_fault
from scoring.law.ruling import Ruling
from scoring.law.verdict import Verdict
from scoring.law.witness import Fault, Told, faults

Options = Mapping[str, str] | str
Facts = Mapping[str, Any]


def adjudicate(game: str, position: Facts, play: Facts, options: Options = "") -> Verdict:
    """The verdict on a play, call or claim at a table of which only some is known.

    Raises ValueError with a sentence: no such game or option, no such card, a table that cannot be.
    """
    played = engine(game)
    rules = played.rulebook.rules(options)
    read = played.read_position(position, play["kind"])
    question = played.read_question(play, position)
    played.refuse_impossible(position, play, rules)
    return played.check(read, question, rules)


def status(
    game: str, position: Facts, play: Facts | None = None, options: Options = ""
) -> tuple[Fault, ...]:
    """Everything that keeps a table from being as it was told, each with a flag; empty where
    nothing does.

    What is told in a form that cannot be read, or of cards that are not in the pack, is named
    alone. Raises ValueError for no such game, option or card.
    """
    played, question = engine(game), play or {"kind": "discard"}
    rules = played.rulebook.rules(options)
    facts = {**position, **question}
    return tuple(faults(Told(question["kind"], facts, rules, played.bounds(rules))))


def rule(game: str, claim: Facts, options: Options = "") -> Ruling:
    """The ruling on a claim: finding, law, rectification, penalty, finality.

    Raises ClaimError, or RulesError for no such game or option.
    """
    rules = rulebook(game).rules(options)
    return ruling_on(read_claim(claim, rules), rules)


def tally(game: str, hand: str, options: Options = "", *, players: int | None = None) -> Receipt:
    """What a hand counts, card by card, each with its clause.

    `players` tells the number of packs, where that depends on it. Raises ValueError with a
    sentence: a card that cannot be read, or more of them than the packs hold.
    """
    rules = rulebook(game).rules(options)
    cards = parse_hand(hand, jokers=rules.deal.jokers)
    counted = receipt_of(cards, rules)
    if players is not None:
        engine(game).refuse_impossible({"players": players}, {"kind": "tally"}, rules)
    fault = hand_fault(cards, rules, rules.deal.packs(players or rules.deal.seats_max))
    if fault:
        raise ImpossibleError(fault)
    return counted
