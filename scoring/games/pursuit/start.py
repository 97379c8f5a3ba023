"""The start of a game of Pursuit: the cards to start from, the deal in packets, cards passed after
it.

The verdict on how a table of Pursuit was set up: seats, packs, cards dealt.
"""

from collections import Counter
from collections.abc import Sequence

from scoring.cards import JOKERS, RANK_NAMES, TEN, Card, packs_of, plain, rank_of, suit_of
from scoring.games.pursuit.game import PursuitGame
from scoring.games.pursuit.sequences import RING, ways
from scoring.law.claims import deal_faults, right_setup
from scoring.law.game import GameError, Laid, Shuffle, refuse_seats
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import Setup
from scoring.law.position import SetupPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import noun, number_word

PACKETS = (2, 3, 2)
FIVE = 4
"""Ranks count from 0, the Ace."""
FIVES = 8
"""The fives of two packs."""
NEAR = 5
"""Good for a seat are the rank of its start and those after it, so many in all."""
MOST_PASSED = 3
ROOMY = 8
"""The most players whom the other reading of PU-A19 lets race."""


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] | None = None,
    *,
    dealer: int | None = None,
    first: int | None = None,
    shuffle: Shuffle | None = None,
) -> PursuitGame:
    """Deal a game from a pack given in order from the top (PU-4 to PU-6, PU-23).

    The uppermost fives and tens are set out first, as `starting_ranks` has them. Then the rest is
    dealt in packets of two, three and two. Without `pack` as many packs as the seats need lie in
    order. With `shuffle` a copy of the pack is shuffled first, and so are later new stocks. The
    dealer is the last seat unless given, `first` the seat on the dealer's left. Raises GameError
    for seats or cards that do not fit.
    """
    refuse_seats(rules, players)
    deck = rules.deal
    cards_used = packs_of(deck.pack, deck.packs(players))
    cards = list(cards_used if pack is None else pack)
    if Counter(map(plain, cards)) != Counter(map(plain, cards_used)):
        raise GameError(
            f"Pursuit is played with {len(cards_used)} cards here: Ace to ten and the Jokers."
        )
    if shuffle is not None:
        shuffle(cards)
    begins = first or (dealer or players) % players + 1
    return PursuitGame(rules, layout(rules, players, cards, begins), shuffle)


def layout(rules: Rules, players: int, cards: list[Card], begins: int) -> Laid:
    """Set out and deal the cards, from the top of the list, for the seat that begins."""
    order = [(begins - 1 + place) % players for place in range(players)]
    fronts = set_out(cards, order, rules)
    hands: list[list[Card]] = [[] for _ in range(players)]
    for packet in PACKETS:
        for seat in order:
            hands[seat] += cards[:packet]
            del cards[:packet]
    if rules["passing_cards"] == "yes" and players == 2:
        pass_cards(rules, hands, fronts)
    return Laid(
        tuple(map(tuple, hands)), (cards[0],), tuple(cards[1:]), begins, fronts=tuple(fronts)
    )


def starting_ranks(rules: Rules, players: int) -> tuple[int, ...]:
    """The ranks so many players start on, from the one who begins (PU-4, PU-A20): five and ten by
    turns, or all the fives first where three or more race and it is so read.
    """
    if rules["race_starts"] == "fives" and players > 2:
        return tuple(FIVE if place < FIVES else TEN for place in range(players))
    return tuple(TEN if place % 2 else FIVE for place in range(players))


def set_out(cards: list[Card], order: Sequence[int], rules: Rules) -> list[Card]:
    """Take the starting cards out of a pack, for the seats in `order`, which count from 0."""
    fronts: list[Card] = [0] * len(order)
    for seat, rank in zip(order, starting_ranks(rules, len(order)), strict=True):
        fronts[seat] = next(card for card in cards if card not in JOKERS and rank_of(card) == rank)
        cards.remove(fronts[seat])
    return fronts


def pass_cards(rules: Rules, hands: list[list[Card]], fronts: Sequence[Card]) -> None:
    """PU-23: both hand over equally many cards good for the other, three at most, the nearest to
    their start first.
    """
    # What each holds that is good for the other seat, 1 - seat; _good counts seats from 1.
    good = [_good(rules, hands[seat], fronts[1 - seat], seat=(1 - seat) + 1) for seat in (0, 1)]
    count = min(len(good[0]), len(good[1]), MOST_PASSED)
    for seat in (0, 1):
        for card in good[seat][:count]:
            hands[seat].remove(card)
            hands[1 - seat].append(card)


def _good(rules: Rules, hand: Sequence[Card], front: Card, seat: int) -> list[Card]:
    """The cards that carry `seat` on from its start, five ranks at most, the nearest first, then by
    suit C D H S.
    """
    way = ways(rules, seat)[0]

    def distance(card: Card) -> int:
        return (rank_of(card) - rank_of(front)) * way % RING

    good = [card for card in hand if card not in JOKERS and distance(card) < NEAR]
    return sorted(good, key=lambda card: (distance(card), suit_of(card)))


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
