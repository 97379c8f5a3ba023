"""Where the cards of a table of Pursuit lie, and what its moments allow: seven cards before the
take and eight after it, before each player the card they are up to, laps that agree with the steps.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.cards import JOKER, RANK_NAMES, Card, card_symbol, is_joker, rank_of
from scoring.games.pursuit.position import WAYS
from scoring.games.pursuit.sequences import HAND, RING, race_steps, starting_ranks, ways
from scoring.law.rulebook import Rules
from scoring.law.witness import TO_PLAY, Bounds, Place, Places, Told

CROWD = 10
"""So many racers can use up all the cards, so that hands are not filled up."""
_UP_TO = ("up_to", "opponent_up_to")


def bounds(rules: Rules) -> Bounds:
    """What can be told of a table."""
    return Bounds(all_hold=False, wins_holding=True, turns=True, places=places, moments=moments)


def places(case: Told) -> Places:
    """Hands, what lies before the players, and the pile, which a take can leave without a card."""
    players = case.number("players") or 2
    full = players < CROWD and case.kind in TO_PLAY
    least, most = _hand_sizes(case) if full else (0, 999)
    hand = Place(case.hand, max(least, case.hand.total()), max(most, case.hand.total()))
    if case.facts.get("hand") is not None:
        hand = hand._replace(most=hand.least if case.hand.total() >= least else most)
    held = Counter(case.cards("others"))
    size = (players - 1) * HAND
    others = Place(held, size if full else held.total(), max(size, held.total()))
    if not full:
        others = others._replace(most=999)
    jokers = case.printed[JOKER] - case.lying[JOKER]
    fronts = Place(_natural_fronts(case), players, players + jokers)
    return {"hand": hand, "others": others, "fronts": fronts, "pile": Place(Counter(), 0, 999)}


def _hand_sizes(case: Told) -> tuple[int, int]:
    """The fewest and the most cards of the hand of the player on turn."""
    taken, down = case.facts.get("taken"), case.facts.get("has_put_down")
    if taken is False:
        return HAND, HAND
    if down:
        return 1, HAND
    return (HAND + 1 if taken and down is False else 0), HAND + 1


def _natural_fronts(case: Told) -> Counter[Card]:
    """The cards players are up to that lie there themselves; a Joker stands for the rest."""
    free = case.printed - case.lying
    fronts = Counter[Card]()
    for card in case.cards(*_UP_TO):
        if free[card] > fronts[card]:
            fronts[card] += 1
    return fronts


def moments(case: Told) -> Iterator[str]:
    """What quarrels in the chase and in the race."""
    if case.kind in TO_PLAY and (case.number("players") or 2) < CROWD:
        yield from _wrong_hand(case)
    yield from _fronts(case)
    yield from _ways(case)
    if case.facts.get("taken") is False and case.number("discards") == 0:
        yield "“discards” is 0, but before the take a card lies on the pile."
    yield from _race(case) if case.rules["racing"] == "yes" else _chase(case)


def _wrong_hand(case: Told) -> Iterator[str]:
    if not case.facts.get("hand"):
        return
    count, (least, most) = case.hand.total(), _hand_sizes(case)
    if case.facts.get("taken") is False and count != HAND:
        yield f"“hand” has {count} cards, but before the take it has {HAND}."
    elif count > most:
        yield f"“hand” has {count} cards, but a hand has {HAND}, and one more after the take."
    elif count < least:
        yield f"“hand” has {count} cards, but after the take it has {least}."


def _fronts(case: Told) -> Iterator[str]:
    """A card that somebody is up to lies before them, or a Joker that stands for it."""
    free = case.printed - case.lying
    fronts, jokers = _natural_fronts(case), free[JOKER]
    lacking = Counter(card for card in case.cards(*_UP_TO) if not is_joker(card)) - fronts
    for name in _UP_TO:
        card = next(iter(case.cards(name)), None)
        if card is None or not lacking[card]:
            continue
        jokers -= 1
        if jokers < 0:
            yield (
                f"“{name}” is {card_symbol(card)}, but that card lies elsewhere, and no Joker is"
                " left to stand for it."
            )
    opponent = next(iter(case.cards("opponent_up_to")), None)
    unmoved = case.facts.get("opponent_has_put_down") is False
    if unmoved and opponent is not None and rank_of(opponent) not in _starts(case):
        yield (
            f"“opponent_up_to” is {card_symbol(opponent)}, but who has put nothing down is up to"
            f" {_starts_told(case)}."
        )


def _starts(case: Told) -> set[int]:
    """The ranks on which somebody starts; where the players are not told, a five or a ten."""
    return set(starting_ranks(case.rules, case.number("players") or 2))


def _starts_told(case: Told) -> str:
    return " or ".join(f"a {RANK_NAMES[rank]}" for rank in sorted(_starts(case)))


def _ways(case: Told) -> Iterator[str]:
    way, seat = WAYS.get(case.facts.get("direction", "")), case.number("turn")
    racing = case.rules["racing"] == "yes"
    seats = (1, 2) if racing and seat is None else (seat or 1,)
    if way is not None and all(way not in ways(case.rules, number) for number in seats):
        runs = "upwards" if way == -1 else "downwards"
        yield f"“direction” is {case.facts['direction']!r}, but here sequences run {runs}."


def _chase(case: Told) -> Iterator[str]:
    ranks = [rank_of(card) for card in case.cards(*_UP_TO) if not is_joker(card)]
    if len(ranks) == 2 and ranks[0] == ranks[1] and case.rules["joker_wins"] == "yes":
        yield (
            f"“up_to” and “opponent_up_to” are both the {RANK_NAMES[ranks[0]]}: one of the two has"
            " caught the other, and the game is over."
        )


def _race(case: Told) -> Iterator[str]:
    """Steps, laps, the card one started from and the card one is up to."""
    steps, laps = case.number("steps"), case.number("laps")
    start = next(iter(case.cards("start")), None)
    most = race_steps(case.rules) - (case.rules["laps"] == "land")
    if start is not None and rank_of(start) not in _starts(case):
        yield f"“start” is {card_symbol(start)}, but a race starts from {_starts_told(case)}."
    opponent = next(iter(case.cards("opponent_up_to")), None)
    unmoved = case.facts.get("opponent_has_put_down") is False and case.facts["players"] == 2
    if start and opponent and unmoved and rank_of(start) == rank_of(opponent):
        yield (
            f"“start” is {card_symbol(start)} and “opponent_up_to” {card_symbol(opponent)}: one of"
            " the two starts on a five, the other on a ten."
        )
    if (steps or 0) > most or (laps or 0) * RING > most:
        name = "steps" if (steps or 0) > most else "laps"
        won = "{laps} {win} the race".format_map(case.rules.rulebook.names)
        yield f"“{name}” is {case.facts[name]}: {won}, and it is over."
    if steps is not None and laps is not None and steps // RING != laps:
        yield f"“steps” is {steps}, but “laps” is {laps}: a lap has {RING} steps."
    up_to = next((card for card in case.cards("up_to") if not is_joker(card)), None)
    if steps is None or up_to is None:
        return
    begun = {(rank_of(up_to) - steps * way) % RING for way in _own_ways(case)}
    starts = _starts(case) if start is None else {rank_of(start)}
    if begun.isdisjoint(starts):
        start_words = _starts_told(case) if start is None else card_symbol(start)
        yield (
            f"“steps” is {steps} and “up_to” {card_symbol(up_to)}, but so many steps from"
            f" {start_words} lead elsewhere."
        )


def _own_ways(case: Told) -> tuple[int, ...]:
    """The ways this racer may run, from the seat or the way that was told."""
    way, seat = WAYS.get(case.facts.get("direction", "")), case.number("turn")
    if way is not None:
        return (way,)
    seats = (1, 2) if seat is None else (seat,)
    return tuple({way for number in seats for way in ways(case.rules, number)})
