"""The verdict on a play of Pursuit, from a whole game or from the little an umpire can see of a
table, and on how the table was set up; and the grounds of a verdict on cards put down, as rows of
`grounds.toml`, most specific first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from scoring.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    Card,
    card_symbol,
    case_text,
    is_joker,
    plain,
    rank_of,
    suit_of,
)
from scoring.games.pursuit.position import ASKED, PursuitPosition, spots
from scoring.games.pursuit.sequences import (
    HAND,
    RING,
    Chain,
    Course,
    Sense,
    Spot,
    kept,
    meaning,
    put_downs,
    race_steps,
    senses,
    starting_ranks,
    too_early,
    wins,
)
from scoring.law.claims import deal_faults, right_setup
from scoring.law.grounds import Ground, reasons, verdict_of
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, TAKE_DISCARD, Discard, Draw, Play, PutDown, Setup, TakeDiscard
from scoring.law.position import SetupPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Verdict, repeatable
from scoring.words import listed as names_listed
from scoring.words import noun, number_word

ROOMY = 8
"""The most players whom the other reading of PU-A19 lets race."""


@repeatable
def check_table(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the player on turn; never raises. `depends` names what must be known."""
    # A race is another game: what it would make of a play of the chase is no reading of that play.
    aside = () if rules["racing"] == "yes" else ("racing",)
    return replace(_judged(position, play, rules), not_at_issue=aside)


def _judged(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    if position.over:
        return verdict_of(rules, "illegal", "over")
    if isinstance(play, Draw | TakeDiscard):
        return _take(position, play, rules)
    if isinstance(play, Discard):
        return _discard(position, play, rules)
    if isinstance(play, PutDown):
        sequences = tuple(tuple(map(plain, sequence)) for sequence in play.sequences)
        return _put_down(position, sequences, rules)
    return _illegal(position, rules, "no_such_play", "begins_with_take")


def _illegal(position: PursuitPosition, rules: Rules, *grounds: Ground) -> Verdict:
    allowed = tuple(_allowed(position, rules))
    return Verdict("illegal", reasons(rules, grounds), legal_plays=allowed, instead=allowed)


def _allowed(position: PursuitPosition, rules: Rules) -> Iterator[Play]:
    """The plays of the position as far as it is known."""
    if not position.taken and position.taken is not None:
        yield from (play for play in (DRAW, TAKE_DISCARD) if _can_take(position, play))
        return
    if position.hand is None:
        return
    candidates = [spot for _, spot in spots(position, rules)]
    if len(candidates) == 1 and not position.has_put_down:
        chains = put_downs(candidates[0], rules, position.hand)
        yield from map(PutDown, chains)
        if chains and rules["must_put_down"] == "yes":
            return
    yield from map(Discard, sorted(set(position.hand)))


def _can_take(position: PursuitPosition, play: Play) -> bool:
    discards = 2 if position.discards is None else position.discards
    if isinstance(play, Draw):
        return position.stock is None or position.stock > 0 or discards > 1
    return discards > 0


def _take(position: PursuitPosition, play: Draw | TakeDiscard, rules: Rules) -> Verdict:
    if position.taken:
        return verdict_of(rules, "illegal", "taken_already")
    if _can_take(position, play):
        return verdict_of(rules, "legal", "takes")
    alternative = TAKE_DISCARD if isinstance(play, Draw) else DRAW
    return replace(verdict_of(rules, "illegal", "nothing_to_take"), instead=(alternative,))


def _discard(position: PursuitPosition, play: Discard, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(position, rules, "discard_last")
    lacking = _lacking(position, (play.card,))
    if lacking:
        return _illegal(position, rules, ("discard_not_held", lacking[0]))
    if position.has_put_down:
        return verdict_of(rules, "legal", "discards")
    if rules["must_put_down"] == "yes":
        return _discard_first(position, rules)
    return verdict_of(rules, "legal", "discards", "need_not")


def _discard_first(position: PursuitPosition, rules: Rules) -> Verdict:
    """A discard before anything was put down, where whoever can put down has to (PU-A5)."""
    if position.hand is None:
        return verdict_of(rules, "depends", "has_to", needs=("the hand",))
    free = verdict_of(rules, "legal", "discards", "nothing_to_put_down")
    bound = _illegal(position, rules, "has_to")
    tried = [
        (guess, bound if put_downs(spot, rules, position.hand) else free)
        for guess, spot in spots(position, rules)
    ]
    return settled(rules, tried, {}, ground="has_to")


def _lacking(position: PursuitPosition, cards: Iterable[Card]) -> list[Card]:
    """The cards that the hand does not hold, or not so often; none where it was not seen."""
    if position.hand is None:
        return []
    remaining = Counter(map(plain, position.hand))
    remaining.subtract(map(plain, cards))
    return [card for card in sorted(remaining) if remaining[card] < 0]


def _put_down(position: PursuitPosition, chain: Chain, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(position, rules, "put_down_after_take")
    if position.has_put_down:
        return _illegal(position, rules, "put_down_already")
    lacking = _lacking(position, (card for sequence in chain for card in sequence))
    if lacking:
        return _illegal(position, rules, ("not_held", lacking[0]))
    tried = [
        (guess, _put_down_from(spot, position, chain, rules))
        for guess, spot in spots(position, rules)
    ]
    unsure = () if position.steps is not None else ("laps",)
    return settled(rules, tried, {}, unsure, ASKED)


def _put_down_from(spot: Spot, position: PursuitPosition, chain: Chain, rules: Rules) -> Verdict:
    sense = meaning(spot, rules, chain)
    if sense is None:
        return _illegal(position, rules, *faults(spot, rules, chain))
    # A hand that nobody has shown has eight cards after the take.
    in_hand = HAND + 1 if position.hand is None else len(position.hand)
    remaining = in_hand - sum(map(len, chain))
    grounds = reasons(rules, merits(spot, rules, chain, sense, remaining=remaining))
    won: Answer = "win" if wins(spot, rules, sense) else "legal"
    return Verdict(won, grounds, _then(spot, rules, chain, sense, remaining))


def _then(spot: Spot, rules: Rules, chain: Chain, sense: Sense, remaining: int) -> dict[str, Any]:
    """What follows, in the words of case files."""
    last = chain[-1]
    suit = next(suit_of(card) for card in last if not is_joker(card))
    then: dict[str, Any] = {
        "up_to": case_text(13 * suit + sense.rank),
        "kept": list(map(case_text, kept(last, rules))),
    }
    if wins(spot, rules, sense):
        return then | {"winner": "mover", "game_over": True}
    if rules["racing"] == "yes":
        then["laps"] = (spot.steps + sense.steps) // RING
        if rules["landing_misses"] == "yes" and sense.rank == spot.target:
            then["missed"] = "opponent"
    return then | ({"discard": None} if remaining == 0 else {})


@repeatable
def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Whether players, packs and cards dealt agree with the rules, as far as they are given.

    Never raises.
    """
    players, seats = position.players, rules.deal
    if not seats.seats_min <= players <= seats.seats_max:
        return verdict_of(rules, "illegal", _seats_wrong(players, rules))
    right, wrong = right_setup(position, rules), deal_faults(position, rules)
    packs = right["decks"]
    racing = "race_needs_packs" if rules["racing"] == "yes" else "needs_packs"
    grounds: dict[str, Ground] = {
        "decks": (racing, f"{number_word(packs)} {noun(packs, 'pack')}"),
        "dealt": ("dealt_wrongly", str(right["dealt"]), str(position.dealt)),
    }
    if wrong:
        then = {name: right[name] for name in wrong}
        return verdict_of(rules, "illegal", *(grounds[name] for name in wrong), then=then)
    crowd = ("crowd",) if players > ROOMY else ()
    fine = ("dealt", f"packs_{packs}", *crowd)
    if players == 2:
        return verdict_of(rules, "legal", *fine)
    names = [RANK_NAMES[rank] for rank in starting_ranks(rules, players)]
    starts = (f"starts_{rules['race_starts']}", ", ".join(names))
    return verdict_of(rules, "legal", *fine, starts, then={"start_cards": names})


def _seats_wrong(players: int, rules: Rules) -> Ground:
    """Two in the game itself; in a race two or more, as long as the cards suffice."""
    seats = rules.deal
    if rules["racing"] == "no":
        return "two_players", str(players)
    if players < seats.seats_min:
        return "two_racers", str(players)
    # A starting card lies before each player.
    needed, total = seats.needed(players) + players, seats.packs(players) * len(seats.pack)
    return "too_many_racers", *map(str, (players, needed, total))


def words(cards: tuple[Card, ...]) -> str:
    """Cards for people: `6♦ 5♦`."""
    return " ".join(card_symbol(card) for card in cards)


def listed(cards: tuple[Card, ...]) -> str:
    """Cards in a sentence: `6♦`, `6♦ and a Joker`."""
    names = ["a Joker" if is_joker(card) else card_symbol(card) for card in cards]
    return names_listed(names)


def faults(spot: Spot, rules: Rules, chain: Chain) -> tuple[Ground, ...]:
    """Why these sequences may not be put down; empty if they may, as far as `chain` itself can
    tell.
    """
    reasons = tuple(_form(chain)) or tuple(_way_lost(spot.course, rules, chain))
    return reasons or (*_ending(rules, chain[-1]), *_safe(spot, rules, chain))


def _form(chain: Chain) -> Iterator[Ground]:
    if not chain or not all(chain):
        yield "one_card_at_least"
    for sequence in chain:
        suits = {suit_of(card) for card in sequence if not is_joker(card)}
        if len(suits) > 1:
            mixed = names_listed(SUIT_NAMES[suit] for suit in sorted(suits))
            yield "suits_mixed", words(sequence), mixed


def _way_lost(course: Course, rules: Rules, chain: Chain) -> Iterator[Ground]:
    """The first sequence that does not carry on from where the player then is."""
    ranks = {course.rank}
    for sequence in chain:
        arrived = {s.rank for rank in ranks for s in senses(Course(rank, course.ways), (sequence,))}
        if not arrived:
            yield from _lost(ranks, course, rules, sequence)
            return
        ranks = arrived


def _lost(
    ranks: set[int], course: Course, rules: Rules, sequence: tuple[Card, ...]
) -> Iterator[Ground]:
    other_ways = tuple(way for way in (1, -1) if way not in course.ways)
    if any(senses(Course(rank, other_ways), (sequence,)) for rank in ranks if other_ways):
        yield from _wrong_way(rules, sequence, course.ways[0])
        return
    here = names_listed((RANK_NAMES[rank] for rank in sorted(ranks)), "or")
    if not is_joker(sequence[0]) and rank_of(sequence[0]) not in ranks:
        yield "begins_wrongly", words(sequence), here
        yield "only_carrying_on"
        return
    yield "no_run", words(sequence), here
    if any(rank_of(card) >= RING for card in sequence if not is_joker(card)):
        yield "no_courts"
    yield "ring"


def _wrong_way(rules: Rules, sequence: tuple[Card, ...], way: int) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        yield "races_the_other_way", words(sequence), "upwards" if way == 1 else "downwards"
        yield "one_direction"
        return
    yield "runs_downwards", words(sequence)
    yield "ace_after_ten"
    yield "downwards_in_races"


def _ending(rules: Rules, last: tuple[Card, ...]) -> Iterator[Ground]:
    if all(map(is_joker, last)):
        yield "jokers_alone"
    if is_joker(last[-1]) and rules["no_final_joker"] == "yes":
        yield "joker_last"


def _safe(spot: Spot, rules: Rules, chain: Chain) -> Iterator[Ground]:
    meanings = senses(spot.course, chain)
    if meanings and all(too_early(spot, rules, sense) for sense in meanings):
        yield "too_early", RANK_NAMES[spot.target]


def merits(
    spot: Spot, rules: Rules, chain: Chain, sense: Sense, *, remaining: int
) -> tuple[Ground, ...]:
    """Why these sequences stand, and what comes of them; `remaining` is how many cards the hand
    then holds.
    """
    won, here = wins(spot, rules, sense), RANK_NAMES[spot.course.rank]
    return (
        *(_won(spot, rules, sense) if won else _not_won(spot, rules, sense)),
        "each_begins",
        ("carries_on", " / ".join(map(words, chain)), here),
        "of_one_suit",
        *_ways(rules, sense),
        *_jokers(chain, rules),
        *(() if won else _after(chain, remaining)),
    )


def _won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        exactly = rules["laps"] == "land" and spot.steps + sense.steps == race_steps(rules)
        yield "wins_race_by_landing" if exactly else "wins_race", rules.rulebook.names
        return
    here, natural = RANK_NAMES[spot.target], (spot.target, True)
    hits = sense.cards if natural in sense.cards else [(rank, True) for rank, _ in sense.cards]
    if natural not in sense.cards:
        yield "joker_stands_for", here
    yield "catches" if hits[-1] == natural else "runs_through", here


def _not_won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        lands = spot.steps + sense.steps == race_steps(rules)
        yield "lands_only" if lands else "decides_nothing", rules.rulebook.names
    elif any(rank == spot.target for rank, _ in sense.cards):
        yield "does_not_catch"


def _ways(rules: Rules, sense: Sense) -> Iterator[Ground]:
    """Where a sequence runs downwards, or past the end of the ring."""
    steps = [(before, after) for (before, _), (after, _) in pairwise(sense.cards)]
    if any((after - before) % RING == RING - 1 for before, after in steps):
        yield "racer_downwards" if rules["racing"] == "yes" else "downwards_too"
    if any({*step} == {0, RING - 1} for step in steps):
        yield "ace_between"


def _jokers(chain: Chain, rules: Rules) -> Iterator[Ground]:
    if any(is_joker(card) for sequence in chain for card in sequence):
        yield "joker_wanted"
    last = chain[-1]
    if is_joker(last[-1]):
        open_to_reading = len(last) > 1 and is_joker(last[-2])
        yield "stays_so_read" if open_to_reading else "stays", listed(kept(last, rules))


def _after(chain: Chain, remaining: int) -> Iterator[Ground]:
    yield "up_to", listed(chain[-1][-1:])
    yield "discard_follows" if remaining else "all_down"
