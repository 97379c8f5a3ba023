"""A disputed play as it is told on a phone: how its facts are asked, and all that was told,
which travels in the address, so that it can be reloaded and shared.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlencode

from scoring.disputes.adjudication import ClaimError, adjudicate, read_claim, situations
from scoring.disputes.settlements import EVERYDAY
from scoring.law.facts import FACTS, MOST_PLAYERS, Fact
from scoring.law.rulebook import Rules
from scoring.law.ruling import NOTICED, SOURCES, Claim
from scoring.law.situations import Situation

LETTERS = ascii_uppercase[:MOST_PLAYERS]
"""Seats as people name them."""
SEAT = "seat"
LABELS: Mapping[str, str] = {
    SEAT: "Who",
    "cards": "Laid",
    "sequences": "Put down",
    "nominate": "Suit named",
    "top": "Card showing",
    "suit_in_force": "Suit in force",
    "pending": "Penalty cards due",
    "brought": "Penalty brought by",
    "direction": "Play goes",
    "way_before": "Play went before it",
    "stock": "Cards in the stock",
    "hand": "Hand",
    "already_picked_up": "Picked up this turn",
    "passed_over": "A turn missed for it",
    "missed": "Passed without a card",
    "pile_top_last": "Top two of the pile",
    "laid_off_this_turn": "Laid off this turn",
    "drawn_this_turn": "Drew this turn",
    "up_to": "Player is up to",
    "opponent_up_to": "Opponent is up to",
    "opponent_has_put_down": "Opponent put down",
    "players": "Players",
    "named_before": "Suit named before",
    "own_suit": "Suit of the card itself",
    "by": "Challenged by",
    "offender_hand_count": "Cards held now",
    "held_then": "Cards held then",
    "said": "Said in time",
    "turn_came_back": "Turn came back",
    "offender_has_acted": "Had a turn since",
    "last": "Played last",
    "lies": "Now on top",
    "confirmed": "Scores confirmed",
    "twos": "2s not answered",
    "fours": "4s not answered",
    "unanswered": "Laid, not answered",
    "taken": "Cards taken",
    "two_was_last": "By the last card",
    "turn": "Whose turn",
    "before": "Played just before",
    "card_before": "Card laid before",
    "dealt": "Dealt to each",
    "decks": "Packs",
    "turned_up": "Turned up",
    "dealer": "Dealer",
    "began": "Began",
    "card": "Card seen",
    "whose": "The card was",
    "consecutive_misses": "Turns missed in a row",
    "claimed": "Written down",
    "period_over": "Time to correct is over",
    "player_says": "Player says",
    "checker_says": "Checker says",
    "checker": "Signed by",
    "released": "Let go of the card",
    "owner_known": "Whose card is known",
    "recovered": "The card turned up",
}
"""A short name for every fact of `scoring`, for small buttons."""
_LAID = ("cards", "sequences", "top", "pile_top_last", "up_to", "opponent_up_to")
LEADING: Mapping[str, tuple[str, ...]] = {
    "card_did_not_match": _LAID,
    "last_card_not_said": ("said", SEAT, "last", "lies", "direction"),
    "out_of_turn": (SEAT, "turn"),
    "penalty_not_taken": ("twos", "fours", "unanswered", "taken"),
    "suit_named": ("nominate", "named_before"),
    "did_not_play": ("missed", "top", "hand", "drawn_this_turn"),
    "blocked_game": ("players", "stock", "consecutive_misses"),
    "win_with_illegal_card": _LAID,
    "tally_miscounted": ("claimed", "hand"),
    "wrong_deal": ("players", "dealt", "decks"),
    "wrong_direction": (SEAT, "players", "before", "card_before", "way_before"),
    "wrong_start_card": ("turned_up", "players", "dealer", "began"),
    "card_exposed": ("whose", "card"),
    "tally_contested": ("player_says", "checker_says"),
    "wrong_checker": (SEAT, "checker", "players"),
    **{kind: situation.facts[:1] for kind, situation in EVERYDAY.items()},
}
"""For every kind of claim the facts that are asked one after the other; the others wait as small
buttons.
"""
PILE, BELOW, FIRST = "pile_top_last", "below", "first"
"""Two cards of a pile count; where one is told, `below` says that it was the first one."""
IMPLIED: Mapping[str, tuple[str, ...]] = {
    "last_card_not_said": ("held_then", "offender_hand_count")
}
"""Of a situation the facts, of which the first that its game asks is one while the game goes on, as
the name of the situation says: where any of them is told, it is as it was told.
"""
_GOES_ON = ("at_once", "after_next_play")
_FEW = tuple(range(6))
QUICK: Mapping[str, tuple[int, ...]] = {
    "pending": (0, 2, 4, 6, 8),
    "stock": _FEW,
    "players": (2, 3, 4, 5, 6, 7, 8),
    "offender_hand_count": _FEW,
    "held_then": _FEW,
    "twos": (0, 1, 2, 3, 4),
    "fours": (0, 1, 2, 3, 4),
    "unanswered": (0, 1, 2, 3, 4),
    "taken": (0, 1, 2, 4, 6, 8),
    "dealt": (4, 5, 6, 7, 8),
    "decks": (1, 2),
    "consecutive_misses": (0, 1, 2, 3, 4, 5, 6),
}
"""The figures that are tapped rather than typed."""
YES_NO = (("yes", "Yes"), ("no", "No"))
WAYS = (("1", "Clockwise"), ("-1", "Anticlockwise"))
NOTICED_WORDS: Mapping[str, str] = {
    "at_once": "Before the next play",
    "after_next_play": "After the next play",
    "after_game": "After the game",
    "after_round": "After the round",
}
SOURCE_WORDS: Mapping[str, str] = {
    "agreed": "All agree",
    "cards_seen": "Cards seen",
    "balance": "More likely than not",
    "unknown": "Cannot be known",
}


LONGEST = 400
_QUOTED = re.compile(r"“(\w+)”")
_FIGURES = re.compile(r"-?[0-9]{1,9}")


class UnknownSituationError(ValueError):
    """A kind of claim that this game does not know."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What has been told of one situation so far.

    `told` holds the facts as texts of the address (cards `QS 10H`, seats as letters); `on` is the
    fact asked now; `key` a suit or rank tapped that waits for the other half; `table` and `round`
    say where, if that is known; `refers_to` is the number of an earlier ruling that this one would
    come back to.
    """

    kind: str
    situation: Situation
    rules: Rules
    told: Mapping[str, str]
    on: str = ""
    key: str = ""
    table: str = ""
    round: str = ""
    refers_to: str = ""

    @property
    def noticed(self) -> str:
        """When it was noticed, before the next play unless said otherwise."""
        return self.told.get("noticed") or next(iter(NOTICED))

    @property
    def source(self) -> str:
        """How the facts were found."""
        return self.told.get("source") or next(iter(SOURCES))

    @property
    def facts(self) -> tuple[str, ...]:
        """Every fact that can be told, in the order of asking; `seat` among them."""
        leading = [name for name in LEADING[self.kind] if name in (*self.situation.facts, SEAT)]
        return tuple(dict.fromkeys((*self.situation.needed, *leading, SEAT, *self.situation.facts)))

    @property
    def asked_first(self) -> tuple[str, ...]:
        """The facts that are asked one after the other."""
        leading = [name for name in LEADING[self.kind] if name in self.facts]
        return tuple(dict.fromkeys((*leading, *self.situation.needed)))

    @property
    def missing(self) -> tuple[str, ...]:
        """What must be told before anything can be answered."""
        return tuple(name for name in self.situation.needed if not self.told.get(name))

    @property
    def query(self) -> str:
        """The address behind the question mark."""
        return urlencode(self.carried)

    @property
    def carried(self) -> dict[str, str]:
        """All that the address holds, by name: what was told, what is asked, and where."""
        more = {name: getattr(self, name) for name in ("table", "round", "refers_to", "on", "key")}
        return {name: text for name, text in (dict(self.told) | more).items() if text}

    @property
    def next_open(self) -> str:
        """The first fact asked that has not been told, or none."""
        return next((name for name in self.asked_first if not self.told.get(name)), "")

    def but(self, name: str, text: str) -> "Asked":
        """The same with one fact told otherwise; an empty text takes it back."""
        return replace(self, told={**self.told, name: text})


def read_asked(kind: str, query: Mapping[str, str], rules: Rules) -> Asked:
    """What an address tells.

    Raises UnknownSituationError; whatever else is wrong is found by `claim_told`.
    """
    situation_by_name = situations(rules)
    if kind not in situation_by_name:
        raise UnknownSituationError(
            f"{rules.rulebook.title} has no situation of that name: choose one from the list."
        )
    names = (
        *situation_by_name[kind].facts,
        *situation_by_name[kind].older,
        SEAT,
        "noticed",
        "source",
        BELOW,
    )
    answers = {
        name: query.get(name, "").strip()[:LONGEST] for name in names if query.get(name, "").strip()
    }
    fields = {
        name: query.get(name, "").strip()[:20] for name in ("table", "round", "refers_to", "key")
    }
    case = Asked(kind, situation_by_name[kind], rules, answers, **fields)
    on = query.get("on", "")
    return replace(case, on=on if on in case.facts else case.next_open)


def claim_told(case: Asked) -> dict[str, Any]:
    """The claim as `scoring` reads it, from the texts of the address.

    Raises ClaimError with a sentence.
    """
    facts = {
        name: _value(FACTS[name], text, case.rules)
        for name, text in case.told.items()
        if name in FACTS and text
    }
    implied = [name for name in IMPLIED.get(case.kind, ()) if name in case.situation.facts]
    if implied and case.noticed in _GOES_ON and not facts.keys() & set(implied):
        facts[implied[0]] = 1
    raw: dict[str, Any] = {
        "kind": case.kind,
        "noticed": case.noticed,
        "source": case.source,
        "facts": facts,
    }
    if case.told.get(SEAT):
        raw[SEAT] = _seat(LABELS[SEAT], case.told[SEAT], case.rules)
    return _as_far_as_seen(raw, case)


def _as_far_as_seen(raw: dict[str, Any], case: Asked) -> dict[str, Any]:
    """Where nobody said what lay under the top card, a play that does not fit it alone may fit the
    pile: then the pile is not known.
    """
    facts = raw["facts"]
    if len(str(facts.get(PILE, "")).split()) != 1 or case.told.get(BELOW) == FIRST:
        return raw
    without = raw | {"facts": {name: text for name, text in facts.items() if name != PILE}}
    act = adjudicate(read_claim(raw, case.rules), case.rules).rectification.act
    return raw if act == "none" else without


def claim(case: Asked) -> Claim:
    """The claim that was told.

    Raises ClaimError with a sentence that names the field as the page does.
    """
    try:
        return read_claim(claim_told(case), case.rules)
    except ClaimError as wrong:
        raise ClaimError(
            _QUOTED.sub(lambda match: f"“{LABELS.get(match[1], match[1])}”", str(wrong))
        ) from None


def asked_again(claim: Claim, rules: Rules) -> Asked:
    """A claim on record as it was told: what `claim` makes of it again is the same."""
    answers = {name: text_of(FACTS[name], value) for name, value in claim.facts.items()}
    answers |= {"noticed": claim.noticed, "source": claim.source}
    if claim.seat is not None:
        answers[SEAT] = LETTERS[claim.seat - 1]
    return Asked(claim.kind, situations(rules)[claim.kind], rules, answers)


def text_of(fact: Fact, value: Any) -> str:
    """A fact as the address holds it."""
    if fact.kind == "seat":
        return LETTERS[value - 1]
    if fact.kind == "yes_no":
        return "yes" if value else "no"
    if fact.kind == "sequences":
        return "/".join(" ".join(item) for item in value)
    return " ".join(value) if fact.kind == "cards" else str(value)


def _value(fact: Fact, text: str, rules: Rules) -> Any:
    """A text of the address as the fact's kind wants it; what cannot be read is left for
    `read_claim` to refuse.
    """
    if fact.kind == "seat":
        return _seat(fact.name, text, rules)
    if fact.kind in ("number", "direction"):
        return int(text) if _FIGURES.fullmatch(text) else text
    if fact.kind == "yes_no":
        return {"yes": True, "no": False}.get(text, text)
    return text


def _seat(name: str, text: str, rules: Rules) -> int:
    letter, letters = text.upper(), LETTERS[: rules.deal.seats_max]
    if len(letter) == 1 and letter in letters:
        return letters.index(letter) + 1
    raise ClaimError(f"“{name}” must be a seat from A to {letters[-1]}, not “{text[:20]}”.")
