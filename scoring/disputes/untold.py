"""What nobody has told of a claim: each untold fact is told each of its values, and where the
verdict turns it depends on that fact.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scoring.cards import RANK_NAMES, RANKS, SUITS, parse_card, rank_of
from scoring.disputes.claims import ClaimError, read_claim, situations
from scoring.disputes.headlines import Tone, headline
from scoring.games.registry import conduct
from scoring.law.facts import FACTS, NONE
from scoring.law.rulebook import Rules
from scoring.law.rules_text import text_of
from scoring.law.ruling import Claim, Noticed, Ruling
from scoring.law.situations import LAID

NEEDS: Mapping[str, tuple[str, ...]] = {
    words: tuple(names) for words, names in text_of("disputes/needs").items()
}
"""The words of a verdict for what it needs, and the facts that say it; `seat` is that of the claim
itself.
"""
_NAMED = {names[0]: words for words, names in NEEDS.items() if len(names) == 1}
_GOES_ON: tuple[Noticed, ...] = ("at_once", "after_next_play")
_ALWAYS: tuple[Noticed, ...] = (*_GOES_ON, "after_game", "after_round")


class Grant(NamedTuple):
    """A fact that a situation takes for granted: in words if it were otherwise, why it may be, and
    at which times of noticing; at the others it is asked.
    """

    otherwise: str
    why: str
    noticed: tuple[Noticed, ...] = _ALWAYS


GRANTED: dict[str, Grant] = {
    "already_picked_up": Grant(
        "a card had been picked up in that turn",
        "The situation is that a card was laid, and a turn is a card laid or a card taken.",
    ),
    "laid_off_this_turn": Grant(
        "they had laid off in that turn before",
        "The situation is one lay-off, and there is one a turn.",
    ),
    "confirmed": Grant(
        "the scores had been confirmed",
        "Nothing is confirmed while a game goes on, and after the round everything is.",
        (*_GOES_ON, "after_round"),
    ),
    "period_over": Grant(
        "the time for corrections were over",
        "Corrections last to the end of the round at least.",
        (*_GOES_ON, "after_game"),
    ),
    "decks": Grant(
        "another number of packs had been used",
        "The situation is a wrong number of cards, not of packs.",
    ),
    "by": Grant(
        "they had challenged themselves",
        "To challenge is what somebody else does.",
    ),
    "two_was_last": Grant(
        "the last card of the game had brought the penalty",
        "The game goes on, so its last card has not been laid.",
        _GOES_ON,
    ),
    "began": Grant(
        "another player had begun",
        "Nobody is said to have begun: the answer says who does.",
    ),
}
"""All that is taken for granted until somebody says otherwise, argued from the words of the
situation and the time of noticing; where it would turn the verdict, that is said beside it.
"""


def is_granted(name: str, claim: Claim) -> bool:
    """Whether the situation of a claim takes this fact for granted."""
    return name in GRANTED and claim.noticed in GRANTED[name].noticed


_OF_A_PLAY = ("card_did_not_match", "win_with_illegal_card", "did_not_play")
_TRIED = {*LAID, "passed_over", "brought"} - {"already_picked_up", "hand", "stock"}
"""Facts of a play that the engines try in every way themselves, and ask for where they decide."""
_GAME_OVER = ("after_game", "after_round")


class Branch(NamedTuple):
    """One value of a fact, and the ruling where it is true."""

    value: Any
    ruling: Ruling

    @property
    def line(self) -> tuple[Tone, str]:
        """Tone and headline."""
        return headline(self.ruling)


class Fork(NamedTuple):
    """A fact that settles a claim: its name, its words, and one branch for each headline it leads
    to.
    """

    fact: str
    need: str
    branches: tuple[Branch, ...]


def forks_of(
    claim: Claim, rules: Rules, ruled: Callable[[Claim, Rules], Ruling], *, granted: bool = False
) -> Iterator[Fork]:
    """Each untold fact that turns the headline of a claim, with one branch for each headline.

    `ruled` rules by what was told alone. Facts taken for granted are asked apart from all others.
    """
    plain = headline(ruled(claim, rules))
    for name in _untold(claim, rules):
        if is_granted(name, claim) is not granted:
            continue
        branches: dict[tuple[Tone, str], Branch] = {}
        for value in values(name, claim, rules):
            further = _with(claim, name, value, rules)
            if further is not None:
                branch = Branch(value, ruled(further, rules))
                branches.setdefault(branch.line, branch)
        if any(line != plain for line in branches):
            need = GRANTED[name].otherwise if granted else _NAMED[name]
            yield Fork(name, need, tuple(branches.values()))


def _untold(claim: Claim, rules: Rules) -> Iterator[str]:
    """The facts that neither were told nor follow from what was told."""
    existing, names = {*claim.facts}, situations(rules)[claim.kind].facts
    if {"players", "before"} <= existing and (
        "card_before" in existing or "card_before" not in names
    ):
        existing.add("turn")
    # Whoever holds one card now held no more when it was due.
    if claim.facts.get("offender_hand_count", 2) < 2:
        existing.add("held_then")
    if "turn" in claim.facts:
        existing |= {"before", "card_before", "way_before"}
    if claim.kind in _OF_A_PLAY:
        existing |= _TRIED
    if "direction" in existing:
        existing.add("way_before")
    return (name for name in names if name not in existing)


def _with(claim: Claim, name: str, value: Any, rules: Rules) -> Claim | None:
    """The claim with one fact more; None where that table cannot be."""
    fields = {
        "kind": claim.kind,
        "noticed": claim.noticed,
        "seat": claim.seat,
        "source": claim.source,
        "facts": {**claim.facts, name: value},
    }
    try:
        return read_claim(fields, rules)
    except ClaimError:
        return None


def values(name: str, claim: Claim, rules: Rules) -> tuple[Any, ...]:
    """The values that are tried of a fact: all of a small one; of the card before one of each
    rank; of a hand only that it was emptied, as the engines try every other hand themselves.
    """
    fact = FACTS[name]
    if name == "card_before":
        cards = tuple(f"{rank.replace('T', '10')}S" for rank in RANKS)
        return (NONE, *(card for card in cards if parse_card(card) in rules.deal.pack))
    if name == "hand":
        return ([],)
    if name == "offender_hand_count" and claim.noticed in _GAME_OVER:
        return (0, 1, 2, 3)
    if fact.kind == "seat":
        players = claim.facts.get("players") or min(6, rules.deal.seats_max)
        return tuple(range(1, players + 1))
    return {
        "number": _NUMBERS.get(name, ()),
        "yes_no": (True, False),
        "direction": (1, -1),
        "suit": tuple(SUITS),
        "choice": tuple(value for value, _words in fact.choices),
    }.get(fact.kind, ())


_NUMBERS: dict[str, tuple[int, ...]] = {
    "stock": (0, 1, 20),
    "players": (2, 3, 4, 5, 6),
    "taken": tuple(range(11)),
    "twos": (0, 1, 2, 3, 4),
    "fours": (0, 1, 2, 3, 4),
    "unanswered": (0, 1, 2, 3, 4),
    "dealt": (4, 5, 6, 7, 8),
    "decks": (1, 2),
    "consecutive_misses": (0, 1, 2, 3, 4, 5, 6),
    "offender_hand_count": (1, 2, 3),
    "held_then": (1, 2, 3),
}


def in_words(fact: str, claim: Claim, rules: Rules) -> str:
    """The question for a fact of a claim with its moment: `Before the Queen was laid, ...`."""
    card = claim.facts.get("card_before", NONE)
    turn = conduct(rules.rulebook.name).turns.turn
    if fact != "way_before" or card == NONE or turn is None:
        return FACTS[fact].question
    rank = rank_of(parse_card(card))
    name = f"the {RANK_NAMES[rank]}" if rank == turn[0] else "that card"
    return f"Before {name} was laid, which way was play going?"
