"""The answer to one question at the table: verdict and why, what could be laid instead, what to
do now, what must be looked at where it depends on something unseen, and what another choice of
the event would have made of the same claim.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from scoring.cards import RANKS, SUITS, Card, case_text, is_joker, parse_card, rank_of, suit_of
from scoring.disputes.adjudication import adjudicate, forks, granted, ruled
from scoring.disputes.claims import case_of, situations
from scoring.disputes.headlines import Tone, headline
from scoring.disputes.plays import judged, laid
from scoring.disputes.untold import NEEDS, Fork
from scoring.law.case import Case
from scoring.law.rulebook import Option, Rules
from scoring.law.ruling import Act, Claim, Ruling, Statement
from scoring.law.verdict import OTHERWISE

LAID = ("card_did_not_match", "win_with_illegal_card")
OPEN_ACTS: tuple[Act, ...] = ("restore", "rewind")
"""What is done where the cards go back, so that something else can be laid."""
MOST_CARDS = 8
_ELSEWHERE = frozenset(("the hand", "the card the opponent is up to"))
"""Needs that decide whether a card wins or may be the last one, not whether it fits the pile."""
_PILE = ("top", "pile_top_last", "up_to")


@dataclass(frozen=True, slots=True)
class Fits:
    """What is legal instead: any card of `suits` (letters), any card of `ranks` (letters), these
    `cards` (`10H`).

    `in_hand`: the cards are those of the hand that was seen; none of them then means that nothing
    can be laid.
    """

    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    in_hand: bool = False


def fits(ruling: Ruling) -> Fits | None:
    """What fits instead of cards that go back; None where that is no question, or nothing is known
    of the pile.
    """
    if ruling.claim.kind not in LAID or ruling.rectification.act not in OPEN_ACTS:
        return None
    case = case_of(ruling.claim, ruling.rules)
    hand = case.facts.get("hand")
    if hand:
        legal = judged(case).then.get("legal_cards")
        return (
            Fits(cards=tuple(legal), in_hand=True)
            if legal is not None
            else Fits(
                cards=tuple(
                    dict.fromkeys(card for card in [*hand, *laid(case)] if _begins(case, card))
                ),
                in_hand=True,
            )
        )
    if not any(name in case.facts for name in _PILE):
        return None
    pack = ruling.rules.deal.pack
    return _gathered(
        [card for card in pack if not is_joker(card) and _begins(case, case_text(card))], pack
    )


def _begins(case: Case, card: str) -> bool:
    """Whether this card alone could be laid, whatever else is in the hand."""
    plays = case.conduct.plays
    facts = {name: value for name, value in case.facts.items() if name != "hand"}
    alone = replace(case, claim=replace(case.claim, facts=facts))
    verdict = alone.ask(plays.play(plays.facts([card])))
    return verdict.legal or (verdict.answer == "depends" and _ELSEWHERE.issuperset(verdict.needs))


def _gathered(legal: list[Card], pack: tuple[Card, ...]) -> Fits:
    """Whole suits and whole ranks by their names, what is left card by card."""
    fitting, plain_pack = set(legal), [card for card in pack if not is_joker(card)]
    suits = [
        suit
        for suit in range(4)
        if fitting.issuperset(card for card in plain_pack if suit_of(card) == suit)
    ]
    rest = [card for card in legal if suit_of(card) not in suits]
    remaining = [card for card in plain_pack if suit_of(card) not in suits]
    ranks = [
        rank
        for rank in sorted({*map(rank_of, rest)})
        if _all_of(rank, rest) == _all_of(rank, remaining)
    ]
    return Fits(
        tuple(SUITS[suit] for suit in suits),
        tuple(RANKS[rank] for rank in ranks),
        tuple(case_text(card) for card in rest if rank_of(card) not in ranks)[:MOST_CARDS],
    )


def _all_of(rank: int, cards: list[Card]) -> list[Card]:
    return [card for card in cards if rank_of(card) == rank]


@dataclass(frozen=True, slots=True)
class NextPlay:
    """Who plays next, and what they may lay: a seat (None where it is not known whose turn it is),
    the penalty cards that are due (0 where nobody said how many) with the rank that passes them on,
    else what fits (nothing where the suit is not known). `unless_named`: a suit may have been named
    and nobody said so; what fits is then what fits where none was. `passed`: nobody said who laid
    the card on top, which passes a player over: the seat that plays if the other seat laid it.
    """

    seat: int | None
    due: int
    rank: str
    fits: Fits
    unless_named: bool = False
    passed: tuple[int, int] | None = None


def next_play(ruling: Ruling) -> NextPlay | None:
    """What the table asks next, after a play that was legal or a missing call; None where the play
    ended the game, or nothing is known of the turn and the pile.
    """
    if ruling.claim.kind == "last_card_not_said":
        return _after_call(ruling) if ruling.rectification.act == "play_on" else None
    if ruling.claim.kind != "card_did_not_match" or headline(ruling)[0] != "right":
        return None
    case = case_of(ruling.claim, ruling.rules)
    then = judged(case).then
    suit = then.get("suit_in_force")
    if not suit or then.get("game_over"):
        return None
    top = laid(case)[-1]
    seat, due = then.get("next_turn"), int(then.get("pending") or 0)
    return NextPlay(seat, due, top[:-1], _on(case, top, suit), _may_be_named(case, suit))


def _may_be_named(case: Case, suit: str) -> bool:
    """Whether the card laid lets a suit be named, and nobody said whether one was."""
    if not case.conduct.plays.names_suit or "nominate" in case.facts:
        return False
    new_suit = next(candidate for candidate in SUITS if candidate != suit)
    naming = replace(case, claim=replace(case.claim, facts={**case.facts, "nominate": new_suit}))
    verdict = judged(naming)
    return verdict.legal and verdict.then.get("suit_in_force") == new_suit


def _on(case: Case, top: str, suit: str) -> Fits:
    """What fits on a card that lies alone, with nothing due."""
    showing = {"cards": [top], "top": top, "suit_in_force": suit, "pending": 0}
    after = replace(case, claim=replace(case.claim, seat=None, facts=showing))
    pack = case.rules.deal.pack
    legal = [card for card in pack if not is_joker(card) and _begins(after, case_text(card))]
    return _gathered(legal, pack)


def _after_call(ruling: Ruling) -> NextPlay | None:
    """Who goes on once a missing call is paid for, as far as the table said who played last, which
    card lies on top and which way play goes.
    """
    case = case_of(ruling.claim, ruling.rules)
    lies = case.facts.get("lies")
    seat, passed = _goes_on(case)
    if lies is None:
        return None
    suit = lies[-1]
    new_suit = next(candidate for candidate in SUITS if candidate != suit)
    laid_last = {"cards": [lies], "top": lies, "suit_in_force": suit, "pending": 0}
    alone, naming = (
        judged(replace(case, claim=replace(case.claim, seat=None, facts={**laid_last, **more})))
        for more in ({}, {"nominate": new_suit})
    )
    if alone.then.get("pending"):
        return NextPlay(seat, 0, lies[:-1], Fits())
    unknown = (
        naming.then.get("suit_in_force") == new_suit or alone.then.get("suit_in_force") != suit
    )
    fitting = Fits() if unknown else _on(case, lies, suit)
    return NextPlay(seat, 0, "", fitting, passed=passed) if seat or not unknown else None


def _goes_on(case: Case) -> tuple[int | None, tuple[int, int] | None]:
    """The seat after the one that played last, None where it is not known; and where the card on
    top passes a player over and nobody said who laid it, the seat that plays if the last one did.
    """
    facts, turns = case.facts, case.conduct.turns
    last = facts.get("last") or (case.claim.seat if case.noticed == "at_once" else None)
    lies, players, way = (facts.get(name) for name in ("lies", "players", "direction"))
    if not (last and lies and players and way):
        return None, None
    after, beyond = ((last - 1 + way * steps) % players + 1 for steps in (1, 2))
    rank = rank_of(parse_card(lies))
    if turns.skip is None or rank != turns.skip[0]:
        turned = turns.turn is not None and rank == turns.turn[0] and players == 2
        return (None if turned else after), None
    offender = case.claim.seat
    # Had the card been the offender's, the seat behind them would not have played.
    laid = offender and (case.noticed == "at_once" or last == (offender - 1 + way) % players + 1)
    return (beyond, None) if laid else (after, (beyond, last))


def to_look_at(ruling: Ruling) -> tuple[str, ...]:
    """The facts to ask for next, by their names in `FACTS` (or `seat`); none where the ruling is
    complete.

    Where the need is one that no single fact answers, all that has not been told is asked for.
    """
    if not ruling.law.needs:
        return ()
    existing = {*ruling.claim.facts, *(("seat",) if ruling.claim.seat else ())}
    askable = (*situations(ruling.rules)[ruling.claim.kind].facts, "seat")
    names = [name for need in ruling.law.needs for name in NEEDS.get(need, ())]
    targets = tuple(
        dict.fromkeys(name for name in names if name in askable and name not in existing)
    )
    return targets or tuple(name for name in askable if name not in existing)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An option that decides here: what the event chose in words, the other choice, and what it
    would say.

    `turns`: the verdict itself would be another, not only what follows from it.
    """

    option: str
    in_force: str
    other: str
    verdict: str
    remedy: str
    turns: bool


def otherwise(ruling: Ruling) -> tuple[Otherwise, ...]:
    """Every single choice that would turn the verdict, then those that it applies and that would
    change what follows.

    What another choice would merely ask to be looked at first is left out: it would be no answer to
    the table.
    """
    alternatives = [
        alternative
        for option in ruling.rules.rulebook.options
        for value in option.values
        if value != ruling.rules[option.name] and (alternative := _under(ruling, option, value))
    ]
    return tuple(sorted(alternatives, key=lambda otherwise_: not otherwise_.turns))


def _under(ruling: Ruling, option: Option, value: str) -> Otherwise | None:
    rules = ruling.rules.but(option.name, value)
    changed_verdict = ruled(ruling.claim, rules)
    if changed_verdict.rectification.act == "look" or _verdict_words(
        changed_verdict
    ) == _verdict_words(ruling):
        return None
    if adjudicate(ruling.claim, rules).rectification.act == "look":
        return None
    verdict = headline(changed_verdict)[1]
    turns = verdict != headline(ruling)[1]
    if not turns and not set(option.questions) & set(ruling.questions):
        return None
    in_force, instead = (
        _sentence(option.meaning(item)) for item in (ruling.rules[option.name], value)
    )
    return Otherwise(
        option.name, in_force, instead, verdict, _verdict_words(changed_verdict)[1], turns
    )


def _verdict_words(ruling: Ruling) -> tuple[str, str]:
    """Verdict and what is done, which is all a table notices."""
    finished = [statement.words for statement in ruling.rectification.statements]
    cost = [
        statement.words
        for statement in ruling.penalty.statements
        if ruling.penalty.sanction != "none"
    ]
    return headline(ruling)[1], " ".join((*finished, *cost))


def _sentence(words: str) -> str:
    """Words as a sentence of their own, whatever they ended with."""
    bare = words.rstrip(".;:")
    return f"{bare[0].upper()}{bare[1:]}."


Standing = Literal["text", "default", "reading", "discretion"]
"""What an act rests on: the text, a choice of the event, a reading of the text that no option
answers, the umpire.
"""
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling for use at the table, from which a record can be made later.

    `why` are the statements of law, the first one being the reason in brief; `now` are the acts at
    the table in order, a sentence each, and `standing` what each of them rests on; `look_at` names
    facts still to be told where the tone is `open`.
    """

    ruling: Ruling
    tone: Tone
    headline: str
    why: tuple[Statement, ...]
    now: tuple[str, ...]
    standing: tuple[Standing, ...]
    fits: Fits | None
    otherwise: tuple[Otherwise, ...]
    look_at: tuple[str, ...]


def answer(claim: Claim, rules: Rules) -> Answer:
    """Answer a claim made by `read_claim` for the same rules.

    Raises ClaimError for a kind the game does not know.
    """
    ruling = adjudicate(claim, rules)
    tone, line = headline(ruling)
    # What another option would say stands in a paragraph of its own, not among the reasons.
    why = tuple(
        statement
        for statement in ruling.law.statements
        if not statement.words.startswith(OTHERWISE)
    )
    settled, acts = tone != "open", _acts(ruling)
    if settled:
        # What the situation takes for granted and what would be said if it were not so.
        plain = headline(ruling)
        why = (
            *why,
            *tuple(
                Statement(f"If {fork.need}: {branch.line[1]}.", "text", aloud=False)
                for fork in granted(ruling.claim, ruling.rules)
                for branch in fork.branches
                if branch.line != plain
            ),
        )
    return Answer(
        ruling,
        tone,
        line,
        why,
        tuple(words for words, _standing in acts),
        tuple(standing for _words, standing in acts),
        fits(ruling),
        otherwise(ruling) if settled else (),
        to_look_at(ruling),
    )


def settles(ruling: Ruling) -> Fork | None:
    """The untold fact on which a verdict depends, with what it would be; None where what was told
    is itself not enough for any verdict.
    """
    plain = ruled(ruling.claim, ruling.rules)
    if ruling.rectification.act != "look" or plain.rectification.act == "look":
        return None
    return next(forks(ruling.claim, ruling.rules), None)


def _acts(ruling: Ruling) -> tuple[tuple[str, Standing], ...]:
    """What is done at the table, one act a sentence with what it rests on: the rectification and
    what it costs.
    """
    statements = [*ruling.rectification.statements]
    cost = [*ruling.penalty.statements] if ruling.penalty.sanction != "none" else []
    # The cards are taken before play goes on.
    statements = (
        [*cost, *statements] if ruling.rectification.act == "play_on" else [*statements, *cost]
    )
    return tuple(
        (_sentence(part), _standing(statement))
        for statement in statements
        if statement.aloud
        for part in _SENTENCE.split(statement.words.removeprefix("No win: "))
    )


def _standing(statement: Statement) -> Standing:
    return "reading" if statement.status == "default" and not statement.option else statement.status
