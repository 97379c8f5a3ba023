"""The grounds of a verdict on a play of Swedish Pursuit: clauses and words, most specific first."""

from collections.abc import Iterator, Mapping

from scoring.cards import (
    ACE,
    EIGHT,
    QUEEN,
    RANK_NAMES,
    SUIT_NAMES,
    TWO,
    Card,
    card_symbol,
    cards_of,
)
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.swedish_pursuit.flags import TRICKS
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.law.verdict import Reason
from scoring.words import listed, number_word


def legal_grounds(table: LayingTable, play: Play) -> tuple[Reason, ...]:
    """Why a legal play is legal, and what it does. `table` is as it was before the play."""
    if isinstance(play, Lay):
        grounds = tuple(_laid(table, play.only))
        if (play.only % 13 == EIGHT) == (play.suit is None):
            return (*grounds, _word(table, play))
        return grounds
    if isinstance(play, PickUp):
        first = Reason("SP-13", "No card matches and there is no 8, so one card is picked up.")
        return first, Reason("SP-14", "That is the whole turn.")
    if isinstance(play, TakePenalty):
        return tuple(_taken_reasons(table))
    missed = Reason("SP-15", "The stock is empty, so the turn is missed.")
    lapsed = Reason("SP-22", "The penalty lapses.", "default", "SP-A15")
    return (missed, lapsed) if table.pending else (missed,)


def illegal_grounds(
    table: LayingTable, play: Play, picked_up: str | None = None
) -> tuple[Reason, ...]:
    """Why an illegal play is illegal, then what has to be done instead."""
    if picked_up:
        if "penalty" in picked_up:
            return (Reason("SP-24", "Whoever takes penalty cards does nothing else in that turn."),)
        return (Reason("SP-14", "Picking up was the whole turn; the card waits for the next one."),)
    if isinstance(play, Lay):
        return (*_not_laid(table, play), *(_rightly_laid(table, play) or _instead(table)))
    return (*_not_passed(table, play), *_instead(table))


def _laid(table: LayingTable, card: Card) -> Iterator[Reason]:
    remaining = table.hands[table.turn].bit_count() - 1
    if not remaining:
        yield Reason(
            "SP-8", f"{card_symbol(card)} is the last card, legally laid: the game is won."
        )
        yield Reason("SP-28", "The game is over and all others count their hands.")
    yield from _matched(table, card)
    rank = card % 13
    if rank == ACE and remaining:
        yield Reason("SP-20", "The next player misses a turn.")
    elif rank == QUEEN and remaining:
        yield Reason("SP-21", "The direction of play turns round.")
    elif rank == TWO and remaining:
        yield from _two(table)
    elif rank == TWO:
        words = (
            "The 2 still costs the next player the penalty."
            if table.flags.last_draws
            else "The 2 costs nobody anything now."
        )
        yield Reason("SP-22", words, "default", "SP-A17")
    if remaining == 1:
        yield Reason(
            "SP-25", "One card is left: LAST CARD is to be said before the next player's turn."
        )


def _word(table: LayingTable, play: Lay) -> Reason:
    """On an 8 without a suit named, and on a suit named with another card."""
    card = play.only
    if play.suit is not None:
        return Reason(
            "SP-18", f"The suit named is void: only an 8 names one, {card_symbol(card)} does not."
        )
    suit = SUIT_NAMES[table.suit if table.flags.unnamed_keeps else card // 13]
    return Reason("SP-12", f"No suit was named, so {suit} are to be followed.", "default", "SP-A8")


def _two(table: LayingTable) -> Iterator[Reason]:
    pending, due = table.pending, number_word(table.pending + 2)
    answer = _averting(table).replace("another", "a")
    yield Reason("SP-22", f"The next player takes {due} cards unless they answer with {answer}.")
    if pending:
        yield Reason("SP-23", f"The penalty has grown from {pending} to {pending + 2} cards.")


def _matched(table: LayingTable, card: Card) -> Iterator[Reason]:
    rank = card % 13
    if card % 13 == EIGHT:
        yield Reason("SP-18", "An 8 may be laid on any card and names the suit to follow.")
        if table.pending:
            yield Reason("SP-22", "Here an 8 may be laid on an unanswered 2.", "default", "SP-A5")
    elif table.pending and rank == TWO:
        yield Reason("SP-22", "A 2, of whatever suit, answers a 2.")
    elif table.pending:
        yield Reason(
            "SP-22", f"Here {card_symbol(card)} may turn the penalty away.", "default", "SP-A6"
        )
    else:
        yield from _fitted(table, card)
    if _asks_another(table) and card % 13 != EIGHT and card // 13 == table.suit:
        yield Reason("SP-18", f"The 8 asks for {SUIT_NAMES[table.suit]}.")


def _fitted(table: LayingTable, card: Card) -> Iterator[Reason]:
    """Which of suit and rank a card follows where no penalty is due."""
    rank = card % 13
    if card % 13 in TRICKS and _asks_another(table):
        followed = (
            "the card showing" if table.flags.shown else f"the suit named, {SUIT_NAMES[table.suit]}"
        )
        yield Reason("SP-19", f"{card_symbol(card)} follows {followed}.", "default", "SP-A41")
    elif card // 13 != table.suit:
        matched = f"{card_symbol(card)} has the rank of the {RANK_NAMES[rank]} showing."
        yield Reason(
            "SP-12",
            matched,
            "default" if card % 13 in TRICKS else "text",
            "SP-A2" if card % 13 in TRICKS else "",
        )
    elif card % 13 in TRICKS:
        yield Reason(
            "SP-19", f"{card_symbol(card)} follows the suit in force, {SUIT_NAMES[table.suit]}."
        )
    else:
        yield Reason(
            "SP-12", f"{card_symbol(card)} is of the suit in force, {SUIT_NAMES[table.suit]}."
        )


def _taken_reasons(table: LayingTable) -> Iterator[Reason]:
    yield Reason("SP-22", f"The 2 is not answered, so {number_word(table.pending)} cards are due.")
    if table.pending > 2:
        yield Reason("SP-23", "Each 2 laid on a 2 has added two cards.")
    yield Reason("SP-24", "Taking them is the whole turn: nothing is laid.")
    if table.left < table.pending:
        yield Reason("SP-15", "The stock holds fewer; what is there is taken.", "default", "SP-A14")


def _not_laid(table: LayingTable, play: Lay) -> Iterator[Reason]:
    if len(play.cards) != 1:
        yield Reason("SP-11", "One card is laid in a turn, no more and no fewer.")
        return
    card = play.cards[0]
    in_hand = card < 52 and table.hands[table.turn] >> card & 1
    if not in_hand:
        yield Reason("SP-11", f"{card_symbol(card)} is not in the hand of seat {table.turn}.")
        return
    yield from _mismatched(table, card)


def _mismatched(table: LayingTable, card: Card) -> Iterator[Reason]:
    name, bit = card_symbol(card), 1 << card
    if bit & table.barred and not table.hands[table.turn] & ~bit:
        yield Reason(
            "SP-8",
            f"{name} is a trick card, which may not be the last one here.",
            "default",
            "SP-A18",
        )
    elif table.pending:
        question = (
            "SP-A5"
            if card % 13 == EIGHT
            else "SP-A6"
            if card % 13 in TRICKS and card // 13 == table.suit
            else ""
        )
        words = (
            f"The 2 is not answered: only {_averting(table)} averts the penalty, {name} does not."
        )
        yield Reason("SP-22", words, "default" if question else "text", question)
        if card % 13 == EIGHT:
            yield Reason(
                "SP-18",
                "That an 8 goes on any card does not beat this special clause.",
                "default",
                "SP-A5",
            )
    elif card % 13 in TRICKS and table.rules["trick_match"] == "suit":
        yield from _trick(table, card)
    else:
        yield Reason(
            "SP-12",
            f"{name} matches neither the rank of {card_symbol(table.top)} nor {_suit(table)}.",
        )
        if _asks_another(table):
            yield Reason("SP-18", f"The 8 asks for {SUIT_NAMES[table.suit]}.")


def _asks_another(table: LayingTable) -> bool:
    """Whether an 8 asks for a suit that is not its own: for trick cards the text may mean either
    (SP-A41).
    """
    return table.top // 13 != table.suit


_DEFLECTING: Mapping[str, tuple[str, ...]] = {
    "no": (),
    "ace": ("an Ace of the suit",),
    "queen": ("a Queen of the suit",),
}


def _averting(table: LayingTable) -> str:
    """What may be laid on an unanswered 2 here."""
    eights = ["an 8"] if table.rules["eight_on_two"] != "no" else []
    turning = _DEFLECTING[table.rules["deflect_two"]]
    if not eights and not turning:
        return "another 2"
    return listed(["a 2", *eights, *turning], "or")


def _trick(table: LayingTable, card: Card) -> Iterator[Reason]:
    name, suit = card_symbol(card), table.suit
    if table.flags.shown and _asks_another(table):
        suit = table.top // 13
    read = (
        ("default", "SP-A41")
        if _asks_another(table) and card // 13 in (table.suit, table.top // 13)
        else ()
    )
    yield Reason(
        "SP-19",
        f"Aces, Queens and 2s must follow suit; {name} is not of {SUIT_NAMES[suit]}.",
        *read,
    )
    if card % 13 == table.top % 13:
        question = "SP-A4" if card % 13 == TWO else "SP-A2"
        yield Reason(
            "SP-12",
            "Its rank matches, but the special rule goes before the general one.",
            "default",
            question,
        )
        if card % 13 == TWO:
            yield Reason(
                "SP-22",
                "The penalty of the 2 showing has been taken, so there is nothing to answer.",
            )
    else:
        yield Reason("SP-12", f"Nor does its rank match {card_symbol(table.top)}.")


def _rightly_laid(table: LayingTable, play: Lay) -> tuple[Reason, ...]:
    """What was right about a lay, where the card itself could be laid."""
    if any(1 << card & table.lays for card in play.cards if card < 52):
        fitting = [
            card_symbol(card) for card in dict.fromkeys(play.cards) if 1 << card & table.lays
        ]
        return (Reason("SP-16", f"{listed(fitting, 'or')} may be laid alone."),)
    return ()


def _suit(table: LayingTable) -> str:
    return f"the suit in force, {SUIT_NAMES[table.suit]}"


def _not_passed(table: LayingTable, play: Play) -> Iterator[Reason]:
    if table.lays:
        cards = cards_of(table.lays)
        if table.pending:
            yield Reason("SP-22", "The 2 can be answered.")
        elif isinstance(play, PickUp | TakePenalty):
            yield Reason("SP-13", "Only a player who can lay nothing picks up.")
        else:
            yield Reason("SP-15", "Only a player who can lay nothing misses a turn.")
        if all(card % 13 == EIGHT for card in cards):
            yield Reason("SP-18", "An 8 can be laid on any card, so it can be laid here.")
    elif isinstance(play, TakePenalty) and not table.pending:
        yield Reason("SP-22", "No penalty is due.")
    elif isinstance(play, PickUp) and table.pending:
        yield Reason("SP-22", f"{number_word(table.pending).capitalize()} cards are due, not one.")
    elif not isinstance(play, PickUp | TakePenalty | Miss):
        yield Reason("SP-11", "There is no such play in Swedish Pursuit.")


def _instead(table: LayingTable) -> Iterator[Reason]:
    if table.lays:
        names = [card_symbol(card) for card in cards_of(table.lays)]
        subject = "This card" if len(names) == 1 else "One of these"
        yield Reason("SP-16", f"{subject} must be laid: {', '.join(names)}.")
    elif table.pending and table.left:
        yield Reason("SP-24", "The penalty cards are taken and nothing is laid.")
    elif table.left:
        yield Reason("SP-13", "Nothing can be laid, so one card is picked up.")
    else:
        yield Reason("SP-15", "Nothing can be laid and the stock is empty, so the turn is missed.")
