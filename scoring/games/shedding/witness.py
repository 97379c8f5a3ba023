"""What can be told of a table of a laying game, from its flags: where its penalties, suits and
turns come from, the course of a missed call, and what the deal leaves where no discard comes back.
There every card drawn has left the stock for good, and every card laid lies on the pile.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from scoring.cards import card_symbol, parse_card, rank_of
from scoring.games.shedding.dealing import beginning
from scoring.games.shedding.flags import NONE, Flags
from scoring.law.effects import drawn_by, ranks_that
from scoring.law.witness import Bounds, Told
from scoring.words import number_word, spelt

_ABOUT_A_CALL = ("challenge", "last_card_not_said")
_AT_TABLE = ("discard", "pick_up", "miss")
"""Plays before which a hand, a stock and a pile are told as they lie."""


def bounds_of(flags: Flags) -> Bounds:
    """What can be told of a table of a game with these flags."""
    effects = flags.effects
    wild = ranks_that(effects, lambda effect: effect.wild)
    every = frozenset(range(13)) if flags.covers_penalty else NONE
    renewed = flags.renew != "never"
    shrinks = not renewed and flags.blocked != "reshuffle"
    return Bounds(
        names_suit=wild,
        penalty=drawn_by(effects),
        carries=flags.deflects | (wild if flags.wild_answers == "passes" else NONE) | every,
        mixed=flags.mixed or flags.covers_penalty,
        renewed=renewed,
        all_hold=not flags.play_on,
        turns=any(effect.turns for effect in effects),
        shrinks=shrinks,
        backs=flags.back if shrinks else NONE,
        refills=flags.renew == "penalty" or flags.blocked == "reshuffle",
        moments=partial(_moments, flags),
    )


def _moments(flags: Flags, case: Told) -> Iterator[str]:
    yield from _out(flags, case)
    yield from _brought(case)
    if case.kind in _ABOUT_A_CALL:
        yield from _call(flags, case)
    if case.bounds.shrinks and case.kind in _AT_TABLE:
        yield from _since_the_deal(case)
        yield from _turned(flags, case)
        yield from _begun(flags, case)


def _out(flags: Flags, case: Told) -> Iterator[str]:
    """Those who have gone out do not play, and the last two do not both go out."""
    out = case.facts.get("out") or ()
    players = case.facts["players"]
    if out and not flags.play_on:
        yield "“out” names a seat, but here the game ends when one player has gone out."
    if len({*out}) < len(out) or any(seat not in range(1, players + 1) for seat in out):
        yield f"“out” must name different seats from 1 to {players}."
    elif len(out) > players - 2:
        yield f"“out” names {len(out)} of {players} players: with fewer than two left it is over."
    elif case.number("turn") in out:
        yield f"“turn” is seat {case.facts['turn']}, who has gone out."


def _brought(case: Told) -> Iterator[str]:
    """The rank that brought a penalty: one that brings cards, that of the top card if it does."""
    brought, penalty, top = case.facts.get("brought"), case.bounds.penalty, case.top
    if brought is None:
        return
    rank = rank_of(parse_card(f"{brought}S"))
    if rank not in penalty:
        yield f"“brought” is {brought!r}, but no such card brings a penalty."
    elif top is not None and rank != rank_of(top) in penalty:
        yield f"“brought” is {brought!r}, but {card_symbol(top)} is on top."
    elif (pending := case.number("pending")) is not None and pending < penalty[rank]:
        yield f"“brought” is {brought!r}, but so many cards are not due."


def _call(flags: Flags, case: Told) -> Iterator[str]:
    """The course of a missed call: came down to one card, the next player acted, then the offender;
    the game was over, and its scores were confirmed.
    """
    facts = case.facts
    holding, before = case.number("offender_hand_count"), case.number("held_then")
    if facts.get("confirmed") and facts.get("game_over") is False:
        yield "“confirmed” is true, but “game_over” is not: scores are confirmed after the game."
    if holding == 0 and facts.get("game_over") is False and not flags.play_on:
        yield "“offender_hand_count” is 0, but “game_over” is false: whoever has no card has won."
    acted, following = facts.get("offender_has_acted"), facts.get("next_player_has_acted")
    back, among_two = facts.get("turn_came_back"), facts["players"] == 2 or flags.returns
    if back and not among_two:
        yield (
            f"“turn_came_back” is true, but with {number_word(facts['players'])} players another"
            " one plays first."
        )
    elif back and acted is not None and following is not None and acted != following:
        yield (
            "“turn_came_back” is true, so the next player is the offender, but only one of"
            " “next_player_has_acted” and “offender_has_acted” is true."
        )
    if acted and following is False and (back is False or not among_two):
        yield (
            "“offender_has_acted” is true, but “next_player_has_acted” is not: the next player's"
            " turn comes first."
        )
    if acted is False and holding is not None and before is not None and holding < before:
        yield (
            f"“held_then” is {before} and “offender_hand_count” {holding}, but"
            " “offender_has_acted” is false: without a turn nobody gets rid of a card."
        )


def _since_the_deal(case: Told) -> Iterator[str]:
    """A hand larger than what can have been drawn since the deal, or smaller than what can have
    been laid.
    """
    if case.facts.get("hand") is None:
        return
    players, holding = case.facts["players"], case.hand.total()
    dealt = case.rules.deal.dealt(players)
    full = case.total - players * dealt - 1
    stock, discards = case.number("stock"), case.number("discards")
    words = f"“hand” has {spelt(holding, 'card')}: {number_word(dealt)} were dealt"
    if stock is not None and holding > dealt + max(0, full - stock):
        yield f"{words}, and “stock” leaves {_few(full - stock)} that can have been drawn since."
    if discards and holding < dealt - (discards - 1):
        yield f"{words}, and “discards” leaves {_few(discards - 1)} that can have been laid since."


def _few(number: int) -> str:
    return number_word(number) if number > 0 else "none"


def _turned(flags: Flags, case: Told) -> Iterator[str]:
    """Play the other way with every card that turns it in a hand."""
    turning = ranks_that(flags.effects, lambda effect: effect.turns)
    away = case.hand + Counter(case.cards("others"))
    free = case.printed - away
    if case.number("direction") == -1 and not any(rank_of(card) in turning for card in free):
        yield "“direction” is -1, but every card that turns the play is in a hand."


def _begun(flags: Flags, case: Told) -> Iterator[str]:
    """With the start card alone on the pile, play goes the way it began."""
    top, players = case.top, case.facts["players"]
    if case.number("discards") != 1 or top is None:
        return
    begun = beginning(flags, top, players, players)
    direction, pending = case.number("direction"), case.number("pending")
    alone = f"{card_symbol(top)} lies alone as the start card"
    if direction not in (None, begun.direction):
        yield f"“direction” is {direction}, but {alone}."
    if pending not in (None, 0, begun.pending):
        yield f"“pending” is {pending}, but {alone}."
