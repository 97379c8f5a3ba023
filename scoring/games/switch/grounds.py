"""The grounds of a verdict of Switch: what speaks against a play, and for a legal one the clauses
it rests on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.cards import (
    ACE,
    EIGHT,
    FOUR,
    JACK,
    SEVEN,
    TWO,
    Card,
    card_symbol,
    cards_of,
    is_joker,
    rank_of,
    suit_of,
)
from scoring.games.shedding.whole import Whole
from scoring.games.switch.flags import PENALTY, POWERS, SwitchRows, flags_of
from scoring.games.switch.forms import (
    HIGH_ACE,
    has_free_order,
    is_alike,
    is_allowed_form,
    is_run,
    is_seven_drop,
    is_stair,
    of_one_suit,
)
from scoring.games.switch.position import table_of
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason
from scoring.words import noun, number_word

_DOES = {
    TWO: ("SW-10", "The next player takes two cards more unless they answer with a 2."),
    FOUR: ("SW-11", "The next player takes four cards more unless they answer with a 4."),
    EIGHT: ("SW-13", "The next player misses their turn."),
    JACK: ("SW-14", "The direction of play turns round."),
    ACE: ("SW-16", "The next player follows the suit named."),
}

_CLAUSE = {TWO: "SW-10", FOUR: "SW-11"}
_WORD = {TWO: "a 2", FOUR: "a 4"}
_RUNS_OUT = {
    "reshuffle": "The discards are shuffled on the way, to take as many as there are.",
    "lapse": "The pile runs out on the way, and the rest of the penalty lapses.",
}
_UNNAMED = {
    "own": "the suit of the Ace itself is followed",
    "before": "the suit followed before it stays in force",
}


def lays_of(position: Whole, rules: Rules) -> tuple[Lay, ...]:
    """Every lay open to the hand, without the suit an Ace would name."""
    rows = table_of(position, rules).open_rows(SwitchRows(rules))
    return tuple(Lay(row) for row in sorted(rows, key=lambda row: (len(row), row)))


def singles(position: Whole, rules: Rules) -> tuple[Card, ...]:
    """The cards that can be laid alone, ascending."""
    return cards_of(table_of(position, rules).lays)


def against(position: Whole, play: Play, rules: Rules) -> Iterator[Reason]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if position.picked_up:
        yield from _turn_is_over(position)
    if isinstance(play, Lay):
        yield from _faults(position, play, rules)
    elif isinstance(play, PickUp):
        yield from _against_pick_up(position, rules)
    elif isinstance(play, TakePenalty):
        yield from _against_penalty(position, rules)
    elif isinstance(play, Miss):
        yield from _against_miss(position, rules)
    else:
        yield Reason("SW-7", "A turn of Switch is a lay, or the taking of cards.")


def _faults(position: Whole, lay: Lay, rules: Rules) -> Iterator[Reason]:
    """Everything wrong with a lay, most specific first; nothing if it is legal."""
    row, hand, flags = lay.cards, position.hand, flags_of(rules)
    if not row or any(is_joker(card) for card in row):
        yield Reason("SW-7", "No card was laid." if not row else "Switch is played without Jokers.")
        return
    if Counter(row) - Counter(hand):
        missing = ", ".join(card_symbol(card) for card in (Counter(row) - Counter(hand)).elements())
        yield Reason("SW-7", f"Not in the hand: {missing}.")
    if len(row) >= len(hand) and rank_of(row[-1]) == ACE:
        yield Reason("SW-21", "An Ace cannot be the last card.")
        yield Reason(
            "SW-22", "With an Ace as the only card left, take a card and wait for the next turn."
        )
    elif len(row) >= len(hand) and rank_of(row[-1]) in flags.not_last:
        yield Reason("SW-21", "Here no Power Card may be the last one laid.", "default", "SW-A7")
    elif len(row) >= len(hand) and any(rank_of(card) in flags.not_among_last for card in row[:-1]):
        yield Reason("SW-21", "Here no Ace goes down with the last cards.", "default", "SW-A19")
    if not is_allowed_form(row, rules):
        yield from _form_faults(row, rules)
    yield from _unfit(position, row, rules)


def _unfit(position: Whole, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    """Which cards do not fit what they are laid on, each fault once."""
    reasons: dict[str, Reason] = {}
    table = table_of(position, rules)
    for card in row if position.pending else row[:1]:
        for reason in () if table.fits(card) else _fit_faults(position, card, rules):
            reasons.setdefault(reason.words, reason)
    yield from reasons.values()
    if not position.pending and is_allowed_form(row, rules):
        rest = SwitchRows(rules).measured(tuple(row))[1:]
        odd = [card_symbol(card) for card in rest if not table.fits(card)]
        if odd:
            clause = "SW-24" if has_free_order(row, rules) else "SW-25"
            words = "Here every card of a group or run has to match the card showing"
            does = noun(len(odd), "does", "do")
            yield Reason(clause, f"{words}; {', '.join(odd)} {does} not.", "default", "SW-A17")


def _form_faults(row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    """Why these cards do not go down together: what lets several go at this table, and what would
    let these.
    """
    groups, runs = rules["same_suit_or_rank"] == "yes", rules["suit_runs"] == "yes"
    if any(rank_of(card) == SEVEN for card in row) and of_one_suit(row):
        yield Reason(
            "SW-12", "The 7 has to come first of the cards laid with it.", "default", "SW-A15"
        )
    elif rank_of(row[0]) == SEVEN:
        yield Reason("SW-12", "With a 7 go only cards of the suit of that 7.")
    elif not groups and not runs:
        yield Reason(
            "SW-12",
            "Several cards at once need a 7 as the first of them."
            if rules["seven_place"] == "first"
            else "Several cards at once need a 7 among them, and its suit.",
        )
    if groups:
        yield Reason("SW-24", "These are neither all of one suit nor all of one rank.")
    elif is_alike(row):
        words = "Cards of one suit or of one rank go together only by Alternative 1."
        yield Reason("SW-24", words, "default", "SW-A13")
    if runs:
        yield from _no_run(row, rules)
    elif is_run(row, rules):
        yield Reason(
            "SW-25", "A run of one suit goes down only by Alternative 2.", "default", "SW-A14"
        )


def _no_run(row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if of_one_suit(row) and is_stair(row, HIGH_ACE):
        yield Reason(
            "SW-25", "In a run the Ace stands next to the 2, not to the King.", "default", "SW-A16"
        )
    else:
        yield Reason("SW-25", "These are no run of one suit, rank by rank.")


def _fit_faults(position: Whole, card: Card, rules: Rules) -> Iterator[Reason]:
    rank = rank_of(card)
    if position.pending:
        yield from _penalty_faults(position, card, rules)
    elif rank == ACE:
        yield Reason(
            "SW-15", "An Ace never goes on a 2 or a 4, even a paid one.", "default", "SW-A3"
        )
    else:
        showing = card_symbol(position.top)
        suit_words = (
            ""
            if suit_of(position.top) == position.suit
            else f" (suit named: {'♣♦♥♠'[position.suit]})"
        )
        yield Reason(
            "SW-7",
            f"{card_symbol(card)} has neither the rank nor the suit of {showing}{suit_words}.",
        )
        if suit_words:
            yield Reason("SW-16", "The suit named with the Ace is to be followed.")


def _penalty_faults(position: Whole, card: Card, rules: Rules) -> Iterator[Reason]:
    rank, due = rank_of(card), position.due
    if rank == ACE:
        yield Reason("SW-15", "An Ace cannot be laid after a 2 or 4 that is still to be paid.")
    words = (
        f"{number_word(position.pending).capitalize()} cards are due: only"
        f" {_answers(position, rules)} averts them."
    )
    if rank in PENALTY:
        yield Reason(_CLAUSE[due], words, "default", "SW-A2")
        yield Reason(
            _CLAUSE[rank], "The text asks for another card of the same rank.", "default", "SW-A2"
        )
    else:
        yield Reason(_CLAUSE[due], words)


def _answers(position: Whole, rules: Rules) -> str:
    return "a 2 or a 4" if rules["mix_penalties"] == "yes" else _WORD[position.due]


def _turn_is_over(position: Whole) -> Iterator[Reason]:
    clause = "SW-10" if "penalty" in (position.picked_up or "") else "SW-9"
    yield Reason(
        clause, f"Cards were taken in this turn ({position.picked_up}), and that ended it."
    )


def _due(position: Whole) -> Reason:
    clause = "SW-11" if position.due == FOUR else "SW-10"
    due = number_word(position.pending).capitalize()
    return Reason(clause, f"{due} penalty cards are due, all of them together.")


def _able(position: Whole, rules: Rules) -> str:
    return ", ".join(card_symbol(card) for card in singles(position, rules))


def _against_pick_up(position: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(position, rules)
    if position.pending:
        yield _due(position)
    elif able and rules["compulsory"] == "yes":
        subject = noun(able.count(",") + 1, "this card", "these")
        yield Reason(
            "SW-9",
            f"Only a player with nothing to lay takes a card; {subject} can be laid: {able}.",
        )
        yield Reason("SW-7", "A player who can match has to.", "default", "SW-A1")
    elif not position.drawable:
        yield Reason("SW-19", "No card is left to be taken, not even by a reshuffle.")


def _against_penalty(position: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(position, rules)
    if not position.pending:
        yield Reason("SW-10", "No penalty is due.")
    elif able and rules["two_compulsory"] == "yes":
        yield Reason(
            "SW-10",
            f"The penalty can be answered and so must be, with {able}.",
            "default",
            "SW-A10",
        )
    elif not position.drawable:
        yield Reason("SW-19", "No card is left to be taken, not even by a reshuffle.")


def _against_miss(position: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(position, rules)
    if position.drawable:
        yield (
            _due(position)
            if position.pending
            else Reason("SW-9", "Whoever lays nothing takes a card.")
        )
        if not position.stock and position.stock is not None:
            yield Reason(
                "SW-19", "The pile is used up, so all discards but the top one are shuffled first."
            )
    elif able and not position.pending:
        yield Reason("SW-7", f"These can be laid: {able}.", "default", "SW-A1")
    elif able and rules["two_compulsory"] == "yes":
        yield Reason(
            "SW-10",
            f"The penalty can be answered and so must be, with {able}.",
            "default",
            "SW-A10",
        )


def behind(position: Whole, play: Play, rules: Rules) -> Iterator[Reason]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(position, play, rules)
    elif isinstance(play, Miss):
        yield Reason(
            "SW-19", "There is no card to take, so the turn is missed.", "default", "SW-A9"
        )
    elif position.pending:
        yield _due(position)
        if position.stock is not None and position.stock < position.pending:
            yield Reason("SW-19", _RUNS_OUT[rules["short_stock"]], "default", "SW-A9")
        if singles(position, rules):
            yield Reason("SW-10", "Answering it is left to the player.", "default", "SW-A10")
    else:
        yield from _behind_pick_up(position, rules)


def _behind_pick_up(position: Whole, rules: Rules) -> Iterator[Reason]:
    yield Reason("SW-9", "One card is taken, and the turn is over.")
    if position.stock == 0:
        yield Reason(
            "SW-19", "The pile is used up, so all discards but the top one are shuffled first."
        )
    if [rank_of(card) for card in position.hand] == [ACE]:
        yield Reason("SW-22", "The only card left is an Ace, which cannot be the last one laid.")
        yield Reason("SW-21", "An Ace cannot be the last card.")
    elif singles(position, rules):
        yield Reason(
            "SW-7", "This evening a player who could lay may take a card.", "default", "SW-A1"
        )


def _behind_lay(position: Whole, lay: Lay, rules: Rules) -> Iterator[Reason]:
    row = lay.cards
    if len(row) > 1:
        yield from _behind_form(position, row, rules)
    if position.pending:
        yield from _answer(row)
    else:
        yield from _match(position, row[0], rules)
    over = len(row) == len(position.hand) and rules["play_on"] == "no"
    owed = ("SW-10", "SW-11") if over else ()
    yield from (deed for deed in _deeds(lay, rules) if deed.clause not in owed)
    if over and rank_of(row[-1]) in (TWO, FOUR):
        words = "The game is over at once: nobody takes the cards."
        yield Reason("SW-20", words, "default", "SW-A24")
    if rank_of(row[-1]) == ACE and lay.suit is None:
        words = f"No suit was named, so {_UNNAMED[rules['unnamed']]}."
        if rules["nominate_until"] == "next_play":
            words = f"No suit was named, so {_UNNAMED[rules['unnamed']]} until one is named."
        yield Reason("SW-16", words, "default", "SW-A20")
    if rank_of(row[-1]) != ACE and lay.suit is not None:
        words = "The suit named is void: only an Ace lets its player name one."
        yield Reason("SW-16", words)
    if len(row) == len(position.hand):
        yield from _out(position, row, rules)


def _behind_form(position: Whole, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if is_seven_drop(row, rules):
        yield Reason("SW-12", "With a 7 go other cards of its suit.")
    elif rules["same_suit_or_rank"] == "yes" and is_alike(row):
        yield Reason(
            "SW-24", "Alternative 1 lets cards of one suit, or of one rank, go down together."
        )
        if rules["row_fit"] == "first" and not _like_the_table(position, row):
            words = "Only the first card has to match the card showing."
            yield Reason("SW-24", words, "default", "SW-A17")
    else:
        yield Reason("SW-25", "Alternative 2 lets a run of one suit go down.")
        if rules["row_fit"] == "first" and not _like_the_table(position, row):
            yield Reason(
                "SW-25", "Only its first card has to match the card showing.", "default", "SW-A17"
            )
    if rules["same_suit_or_rank"] == rules["suit_runs"] == "yes":
        yield Reason("SW-26", "Both alternatives are agreed here.")
    if any(rank_of(card) in POWERS and rank_of(card) != SEVEN for card in row[:-1]):
        words = (
            "Of several cards laid at once every Power Card acts."
            if rules["seven_powers"] == "all"
            else "Of several cards laid at once only the top card acts."
        )
        yield Reason("SW-12", words, "default", "SW-A4")


def _like_the_table(position: Whole, row: Sequence[Card]) -> bool:
    same_rank = all(rank_of(card) == rank_of(position.top) for card in row)
    return same_rank or all(suit_of(card) == position.suit for card in row)


def _answer(row: Sequence[Card]) -> Iterator[Reason]:
    yield Reason("SW-10", "The penalty due is answered and passed on.")
    if any(rank_of(card) == FOUR for card in row):
        yield Reason("SW-11", "4s add up as 2s do.")


def _match(position: Whole, card: Card, rules: Rules) -> Iterator[Reason]:
    if rank_of(card) == ACE:
        paid = rank_of(position.top) in (TWO, FOUR)
        words = "An Ace is wild; the 2 or 4 showing has been paid." if paid else "An Ace is wild."
        yield Reason("SW-15", words, *(("default", "SW-A3") if paid else ()))
    else:
        alike = "rank" if rank_of(card) == rank_of(position.top) else "suit"
        yield Reason("SW-7", f"{card_symbol(card)} matches by {alike}.")
        if alike == "suit" and suit_of(position.top) != position.suit:
            yield Reason("SW-16", "It follows the suit named with the Ace.")


def _deeds(lay: Lay, rules: Rules) -> Iterator[Reason]:
    row = lay.cards
    acting = row if rules["seven_powers"] == "all" else row[-1:]
    for rank in dict.fromkeys(rank_of(card) for card in acting if rank_of(card) in _DOES):
        if rank != ACE or lay.suit is not None:
            clause, words = _DOES[rank]
            mixed = rank in (TWO, FOUR) and rules["mix_penalties"] == "yes"
            yield Reason(clause, f"{words[:-4]}a 2 or a 4." if mixed else words)


def _out(position: Whole, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if position.out:
        yield Reason("SW-23", "The last card is down: the next place is taken.")
    else:
        yield Reason("SW-20", "The last card is down: the game is won.")
        yield Reason("SW-3", "To be the first without cards is the aim.")
    if any(rank_of(card) == ACE for card in row[:-1]):
        yield Reason(
            "SW-21", "The Ace does not lie on top, so it is not the last card.", "default", "SW-A19"
        )
    if rank_of(row[-1]) in POWERS:
        yield Reason(
            "SW-21",
            "Of the Power Cards only the Ace is barred from being the last.",
            "default",
            "SW-A7",
        )
