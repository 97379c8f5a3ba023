"""The grounds of a verdict of Switch, as rows of `grounds.toml`: what speaks against a play, and
for a legal one the clauses it rests on.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.cards import (
    ACE,
    FOUR,
    RANKS,
    SEVEN,
    SYMBOLS,
    Card,
    cards_of,
    is_joker,
    rank_of,
    suit_of,
)
from scoring.games.shedding.flags import Row
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
from scoring.law.grounds import Ground
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.law.rulebook import Rules
from scoring.words import noun, number_word


def lays_of(position: Whole, rules: Rules) -> tuple[Lay, ...]:
    """Every lay open to the hand, without the suit an Ace would name."""
    rows = table_of(position, rules).open_rows(SwitchRows(rules))
    return tuple(Lay(row) for row in sorted(rows, key=lambda row: (len(row), row)))


def singles(position: Whole, rules: Rules) -> tuple[Card, ...]:
    """The cards that can be laid alone, ascending."""
    return cards_of(table_of(position, rules).lays)


def against(position: Whole, play: Play, rules: Rules) -> Iterator[Ground]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if position.picked_up:
        penalty = "penalty" in position.picked_up
        yield "turn_over_penalty" if penalty else "turn_over", position.picked_up
    if isinstance(play, Lay):
        yield from _against_lay(position, play.cards, rules)
    elif isinstance(play, PickUp):
        yield from _against_pick_up(position, rules)
    elif isinstance(play, TakePenalty):
        yield from _against_penalty(position, rules)
    elif isinstance(play, Miss):
        yield from _against_miss(position, rules)
    else:
        yield "no_such_play"


def _against_lay(position: Whole, row: Row, rules: Rules) -> Iterator[Ground]:
    if not row or any(map(is_joker, row)):
        yield "jokers" if row else "no_card"
        return
    missing = Counter(row) - Counter(position.hand)
    if missing:
        yield "not_held", [*missing.elements()]
    if len(row) >= len(position.hand):
        yield from _against_last(row, rules)
    if not is_allowed_form(row, rules):
        yield from _against_form(row, rules)
    yield from _unfit(position, row, rules)


def _against_last(row: Row, rules: Rules) -> Iterator[Ground]:
    flags = flags_of(rules)
    if rank_of(row[-1]) == ACE:
        yield "ace_last"
        yield "ace_waits"
    elif rank_of(row[-1]) in flags.not_last:
        yield "power_last"
    elif any(rank_of(card) in flags.not_among_last for card in row[:-1]):
        yield "ace_among_last"


def _unfit(position: Whole, row: Row, rules: Rules) -> Iterator[Ground]:
    """Which cards do not fit what they are laid on, each fault once."""
    table = table_of(position, rules)
    faults: dict[str, Ground] = {}
    all_answer = position.pending and not flags_of(rules).first_answers
    for card in row if all_answer else row[:1]:
        for fault in () if table.fits(card) else _against_card(position, card, rules):
            # What is so read says nothing else than what the bare text decides.
            faults.setdefault(str(fault).replace("_read", ""), fault)
    yield from faults.values()
    if all_answer and faults and table.fits(row[0]):
        yield "all_answer"
    if not position.pending and is_allowed_form(row, rules):
        rest = SwitchRows(rules).measured(row)[1:]
        odd = [card for card in rest if not table.fits(card)]
        if odd:
            name = "group_fits" if has_free_order(row, rules) else "run_fits"
            yield name, odd, noun(len(odd), "does", "do")


def _against_form(row: Row, rules: Rules) -> Iterator[Ground]:
    """Why these cards do not go down together: what lets several go at this table, and what would
    let these.
    """
    groups, runs = rules["same_suit_or_rank"] == "yes", rules["suit_runs"] == "yes"
    if any(rank_of(card) == SEVEN for card in row) and of_one_suit(row):
        yield "seven_first"
    elif rank_of(row[0]) == SEVEN:
        yield "seven_and_suit"
    elif not groups and not runs:
        yield f"several_{rules['seven_place']}"
    if groups:
        yield "not_alike"
    elif is_alike(row):
        yield "alike_by_alternative"
    if runs:
        yield "ace_in_run" if of_one_suit(row) and is_stair(row, HIGH_ACE) else "no_run"
    elif is_run(row, rules):
        yield "run_by_alternative"


def _against_card(position: Whole, card: Card, rules: Rules) -> Iterator[Ground]:
    if position.pending:
        yield from _no_answer(position, card, rules)
    elif rank_of(card) == ACE:
        yield "ace_on_power"
    elif suit_of(position.top) == position.suit:
        yield "fits_not", card, position.top
    else:
        yield "fits_not_named", card, position.top, SYMBOLS[position.suit]
        yield "follow_named"


def _no_answer(position: Whole, card: Card, rules: Rules) -> Iterator[Ground]:
    """Why a card does not answer the penalty that is due."""
    rank, due = rank_of(card), RANKS[position.due]
    if rank == ACE:
        yield "ace_on_unpaid"
    only = f"only_{due}_read" if rank in PENALTY else f"only_{due}"
    answers = "a 2 or a 4" if rules["mix_penalties"] == "yes" else f"a {due}"
    yield only, number_word(position.pending).capitalize(), answers
    if rank in PENALTY:
        yield f"same_rank_{RANKS[rank]}"


def _due(position: Whole) -> Ground:
    due = "due_4" if position.due == FOUR else "due_2"
    return due, number_word(position.pending).capitalize()


def _against_pick_up(position: Whole, rules: Rules) -> Iterator[Ground]:
    able = singles(position, rules)
    if position.pending:
        yield _due(position)
    elif able and rules["compulsory"] == "yes":
        yield "able_several" if able[1:] else "able_one", able
        yield "has_to_match"
    elif not position.drawable:
        yield "nothing_left"


def _against_penalty(position: Whole, rules: Rules) -> Iterator[Ground]:
    able = singles(position, rules)
    if not position.pending:
        yield "nothing_due"
    elif able and rules["two_compulsory"] == "yes":
        yield "has_to_answer", able
    elif not position.drawable:
        yield "nothing_left"


def _against_miss(position: Whole, rules: Rules) -> Iterator[Ground]:
    able = singles(position, rules)
    if position.drawable:
        yield _due(position) if position.pending else "takes_one"
        if position.stock == 0:
            yield "shuffled_first"
    elif able and not position.pending:
        yield "can_be_laid", able
    elif able and rules["two_compulsory"] == "yes":
        yield "has_to_answer", able


def behind(position: Whole, play: Play, rules: Rules) -> Iterator[Ground]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(position, play, rules)
    elif isinstance(play, Miss):
        yield "misses"
    elif position.pending:
        yield _due(position)
        if position.stock is not None and position.stock < position.pending:
            yield f"short_{rules['short_stock']}"
        if singles(position, rules):
            yield "may_answer"
    else:
        yield from _behind_pick_up(position, rules)


def _behind_pick_up(position: Whole, rules: Rules) -> Iterator[Ground]:
    yield "takes"
    if position.stock == 0:
        yield "shuffled_first"
    if [rank_of(card) for card in position.hand] == [ACE]:
        yield "only_an_ace"
        yield "ace_last"
    elif singles(position, rules):
        yield "may_take"


def _behind_lay(position: Whole, lay: Lay, rules: Rules) -> Iterator[Ground]:
    row, last = lay.cards, rank_of(lay.cards[-1])
    if len(row) > 1:
        yield from _behind_form(position, row, rules)
    if position.pending:
        yield "answered"
        if len(row) > 1 and flags_of(rules).first_answers:
            yield "first_answers"
        if any(rank_of(card) == FOUR for card in row):
            yield "fours_add"
    else:
        yield from _match(position, row[0])
    goes_out = len(row) == len(position.hand)
    over = goes_out and (rules["play_on"] == "no" or position.two_left is True)
    acting = _acting(position, row, rules)
    yield from _deeds(lay, acting, rules, over=over)
    if over:
        yield from _last_penalty(position, acting, rules)
    if last == ACE and lay.suit is None:
        yield f"unnamed_{rules['unnamed']}_{rules['nominate_until']}"
    if last != ACE and lay.suit is not None:
        yield "void_suit"
    if goes_out:
        yield from _out(position, row)


def _behind_form(position: Whole, row: Row, rules: Rules) -> Iterator[Ground]:
    form = "run"
    if is_seven_drop(row, rules):
        form = "with_seven"
    elif rules["same_suit_or_rank"] == "yes" and is_alike(row):
        form = "group"
    yield form
    if form != "with_seven" and rules["row_fit"] == "first" and not _like_the_table(position, row):
        yield f"{form}_by_first"
    if rules["same_suit_or_rank"] == rules["suit_runs"] == "yes":
        yield "both_agreed"
    first_answers = position.pending and flags_of(rules).first_answers
    covered = row[1:-1] if first_answers else row[:-1]
    if any(rank_of(card) in POWERS and rank_of(card) != SEVEN for card in covered):
        yield f"acts_{rules['seven_powers']}"


def _like_the_table(position: Whole, row: Row) -> bool:
    same_rank = all(rank_of(card) == rank_of(position.top) for card in row)
    return same_rank or all(suit_of(card) == position.suit for card in row)


def _match(position: Whole, card: Card) -> Iterator[Ground]:
    if rank_of(card) == ACE:
        yield "wild_on_paid" if rank_of(position.top) in PENALTY else "wild"
        return
    alike = "rank" if rank_of(card) == rank_of(position.top) else "suit"
    yield "matches", card, alike
    if alike == "suit" and suit_of(position.top) != position.suit:
        yield "follows_named"


def _deeds(lay: Lay, acting: list[int], rules: Rules, *, over: bool) -> Iterator[Ground]:
    """What the cards of these ranks do; once the game is over no penalty is owed."""
    idle = {SEVEN} | (set() if lay.suit is not None else {ACE}) | ({*PENALTY} if over else set())
    for rank in dict.fromkeys(acting):
        if rank in POWERS - idle:
            mixed = rank in PENALTY and rules["mix_penalties"] == "yes"
            yield f"does_{RANKS[rank]}_mixed" if mixed else f"does_{RANKS[rank]}"


def _acting(position: Whole, row: Row, rules: Rules) -> list[int]:
    """The ranks of the cards of a row that act: the last or all of them (SW-A4), and the first
    where it alone answered (SW-A23).
    """
    flags, acting = flags_of(rules), row[-1:]
    if flags.all_act:
        acting = row
    elif len(row) > 1 and position.pending and flags.first_answers:
        acting = (row[0], row[-1])
    return [rank_of(card) for card in acting]


def _last_penalty(position: Whole, acting: list[int], rules: Rules) -> Iterator[Ground]:
    """What the 2s and 4s still cost that end the game (SW-A24)."""
    ranks = [rank for rank in acting if rank in PENALTY]
    if ranks and rules["final_penalty"] == "pick_up":
        due = position.pending + sum(PENALTY[rank] for rank in ranks)
        yield f"last_{RANKS[ranks[-1]]}_costs", number_word(due)
    elif ranks:
        yield "nobody_takes"


def _out(position: Whole, row: Row) -> Iterator[Ground]:
    if position.out:
        yield "next_place"
    else:
        yield "won"
        yield "aim"
    if any(rank_of(card) == ACE for card in row[:-1]):
        yield "ace_not_on_top"
    if rank_of(row[-1]) in POWERS:
        yield "power_may_be_last"
