"""Tables that came about in games of the plain referees, told in the words of case files, and one
fault planted into each: neither the games nor the faults share a line with the check.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scoring.games.rulebooks import RULEBOOKS
from tests.reference import PACK, SUITS, Play, ottawa, pursuit, swedish_pursuit, switch
from tests.reference.laying import PlainGame

Facts = dict[str, Any]
RANKS = "A23456789TJQK"
PLAIN = ("crazy_eights", "mau_mau", "prsi", "pesten")
SIZES = {
    "swedish_pursuit": 10, "switch": 9, "ottawa": 6, "crazy_eights": 9, "mau_mau": 5, "prsi": 5,
    "pesten": 9,
}  # fmt: skip
NAMES_SUIT = {"swedish_pursuit": "8", "switch": "A", "crazy_eights": "8", "mau_mau": "J",
              "prsi": "Q", "pesten": "J"}  # fmt: skip


@dataclass(frozen=True)
class Refereed:
    """A table: the game, its options, how many cards its packs have, what lies where, a play."""

    game: str
    options: dict[str, str]
    size: int
    position: Facts
    play: Facts

    def but(self, **facts: Any) -> "Refereed":
        """The same with facts told otherwise."""
        return replace(self, position=self.position | facts)

    def part(self, rng: Random) -> "Refereed":
        """The same with some of its facts not told."""
        told = {name: value for name, value in self.position.items() if rng.random() < 0.6}
        return replace(self, position=told)


def long(card: str) -> str:
    """A card as case files write it."""
    return card.replace("T", "10")


def texts(cards: Any) -> list[str]:
    return [long(card) for card in cards]


def shuffled(rng: Random) -> Callable[[list[str]], list[str]]:
    return lambda cards: rng.sample(cards, len(cards))


def tables_of(game: str, rng: Random) -> Iterator[Refereed]:
    """Tables some plays into games under options drawn at random, none of them over: several of
    each game, so that little is played for each.
    """
    while True:
        if game in PLAIN:
            yield from _plain(game, rng)
        elif game == "pursuit":
            yield from _chase(rng)
        else:
            yield from _pile(game, rng)


def table_of(game: str, rng: Random) -> Refereed:
    """The first of such tables."""
    return next(tables_of(game, rng))


def _options(allowed: dict[str, Any], rng: Random) -> dict[str, str]:
    return {
        name: rng.choice(list(values)) for name, values in allowed.items() if rng.random() < 0.4
    }


def _states(
    module: Any, legal: Callable[[Any], set[Play]], state: Any, rng: Random
) -> Iterator[Any]:
    """One state in ten of a game of random plays, as far as fifty of them go."""
    for _ in range(50):
        if rng.random() < 0.1:
            yield state
        plays = sorted(legal(state), key=repr)
        longest = [play for play in plays if play[0] in ("lay", "lay_off", "put_down")] or plays
        state = module.apply(state, rng.choice(longest if rng.random() < 0.5 else plays))
        if state.over or (module is switch and max(map(len, state.hands)) > 12):
            return


def _pile(game: str, rng: Random) -> Iterator[Refereed]:
    module: Any = {"swedish_pursuit": swedish_pursuit, "switch": switch, "ottawa": ottawa}[game]
    options, players = _options(module.OPTIONS, rng), rng.randint(2, SIZES[game])
    options.pop("packs", None)
    pack = PACK * (2 if game == "switch" and players > 5 else 1)
    cards = rng.sample(pack, len(pack))
    count = {"switch": 7, "swedish_pursuit": 5}.get(game, 7 if players < 5 else 6)
    hands = [cards[count * seat : count * (seat + 1)] for seat in range(players)]
    start, *stock = cards[count * players :]
    more: Any = {"shuffle": shuffled(rng), "dealer": players}
    state = module.new(players, hands, stock, start, options, **more)
    legal = (lambda table: ottawa.legal(table, 4)) if game == "ottawa" else module.legal
    for now in _states(module, legal, state, rng):
        position = _cards(now.hands, now.turn, len(now.stock), len(now.pile))
        if game == "ottawa":
            position |= {
                "pile_top_last": texts(now.pile[-2:]),
                "drawn_this_turn": now.drawn,
                "laid_off_this_turn": now.laid,
            }
        else:
            position |= _showing(now.pile[-1], now.suit, now.pending, now.direction)
            position["consecutive_misses"] = getattr(now, "misses", getattr(now, "missed", 0))
        play = rng.choice(sorted(legal(now), key=repr))
        if all(now.hands):
            yield Refereed(game, options, len(pack), position, _told(play))


def _cards(hands: Any, turn: int, stock: int, discards: int) -> Facts:
    rest = [texts(hand) for seat, hand in enumerate(hands, start=1) if seat != turn]
    return {
        "players": len(hands),
        "turn": turn,
        "hand": texts(hands[turn - 1]),
        "others": rest,
        "stock": stock,
        "discards": discards,
    }


def _showing(top: str, suit: str, pending: int, direction: int) -> Facts:
    return {"top": long(top), "suit_in_force": suit, "pending": pending, "direction": direction}


def _told(play: Play) -> Facts:
    kind, *rest = play
    if kind in ("lay", "lay_off"):
        named = {"nominate": rest[1]} if rest[1:] and rest[1] else {}
        return {"kind": "discard" if kind == "lay" else kind, "cards": texts(rest[0]), **named}
    if kind == "put_down":
        sequences: Any = rest[0]
        return {"kind": "put_down", "sequences": [texts(row) for row in sequences]}
    if kind == "discard":
        return {"kind": "discard", "card": long(str(rest[0]))}
    if kind == "take":
        return {"kind": "take", "from": rest[0]}
    return {"kind": "pick_up" if kind == "take_penalty" else str(kind)}


def _plain(game: str, rng: Random) -> Iterator[Refereed]:
    book = RULEBOOKS[game]
    options = _options({option.name: option.values for option in book.options}, rng)
    rules = book.rules(options)
    players = rng.randint(2, rules.deal.seats_max if game == "mau_mau" else SIZES[game])
    pack = list(rules.deal.pack) * rules.deal.packs(players)
    rng.shuffle(pack)
    table = PlainGame(rules, players, pack, rng.randint(1, players))
    table.shuffle = rng.shuffle
    for _ in range(60):
        if rng.random() < 0.1:
            yield _plain_table(game, options, len(pack), table)
        plays = table.legal_plays()
        lays = [play for play in plays if hasattr(play, "cards")] or plays
        table.apply(rng.choice(lays if rng.random() < 0.5 else plays))
        if table.over:
            return


def _plain_table(game: str, options: dict[str, str], size: int, table: PlainGame) -> Refereed:
    hands = [[_text(card) for card in hand] for hand in table.hands[1:]]
    position = _cards(hands, table.turn, len(table.stock), len(table.discards))
    top = _text(table.discards[-1])
    position |= _showing(top, SUITS[table.suit], table.pending, table.direction)
    position |= {"consecutive_misses": table.misses, "passed_over": not table.waits}
    if table.drawn:
        position["already_picked_up"] = f"{table.drawn} cards"
    play = {"kind": "discard", "cards": [long(hands[table.turn - 1][0])]}
    return Refereed(game, options, size, position, play)


def _text(card: int) -> str:
    return RANKS[card % 13] + SUITS[card // 13]


def _chase(rng: Random) -> Iterator[Refereed]:
    options = _options(pursuit.OPTIONS, rng)
    racing = options.get("racing") == "yes"
    players = rng.randint(2, 10) if racing else 2
    pack = pursuit.PACK * (2 if players > 2 else 1)
    cards, fronts = rng.sample(pack, len(pack)), list[str]()
    ranks = "5T" * 5
    if options.get("race_starts") == "fives" and players > 2:
        ranks = "5" * 8 + "TT"
    for rank in ranks[:players]:
        fronts.append(next(card for card in cards if card[0] == rank))
        cards.remove(fronts[-1])
    hands = [cards[7 * seat : 7 * (seat + 1)] for seat in range(players)]
    start, *stock = cards[7 * players :]
    more: Any = {"shuffle": shuffled(rng), "dealer": players, "up_to": fronts}
    state = pursuit.new(players, hands, stock, start, options, **more)
    for now in _states(pursuit, pursuit.legal, state, rng):
        seat, opponent = now.turn - 1, now.turn % players
        position = _cards(now.hands, now.turn, len(now.stock), len(now.pile)) | {
            "up_to": _front(now, seat),
            "opponent_up_to": _front(now, opponent),
            "opponent_has_put_down": now.has_put_down[opponent],
            "taken": now.taken,
            "has_put_down": now.put_down,
        }
        if racing:
            steps = now.steps[seat]
            position |= {"steps": steps, "laps": steps // 10, "start": long(fronts[seat])}
            position["direction"] = pursuit.ways(now, now.turn)[0]
        play = rng.choice(sorted(pursuit.legal(now), key=repr))
        yield Refereed("pursuit", options, len(pack), position, _told(play))


def _front(state: pursuit.State, seat: int) -> str:
    """The card a player is up to, as its rank and the suit of the cards before them; a Joker where
    Jokers alone lie there, which tells nothing.
    """
    suit = next((card[1] for card in state.up_to[seat] if card != "JK"), "")
    return long(state.rank[seat] + suit) if suit else "JK"


def planted(table: Refereed, rng: Random) -> Iterator[tuple[str, Refereed]]:
    """The same table with one fault, each under the name of what is wrong."""
    position, game = table.position, table.game
    hand, players, stock = position["hand"], position["players"], position["stock"]
    pack = {"pursuit": 42, "mau_mau": 32, "prsi": 32}.get(game, 52)
    card = next(card for card in hand if card != "JK") if set(hand) != {"JK"} else "AS"
    yield "a card too often", table.but(hand=hand + [card] * (table.size // pack))
    yield (
        "a card more on the pile",
        table.but(discards=position["discards"] + 1 + 4 * (game == "pursuit")),
    )
    if stock + position["discards"] > 12:
        yield "cards lost", table.but(stock=stock // 2, discards=position["discards"] // 2)
    yield "a larger stock", table.but(stock=stock + 1 + 4 * (game == "pursuit"))
    yield (
        "a stock of all cards",
        replace(table, position={"players": players, "stock": table.size, "hand": hand}),
    )
    yield "a seat that is not there", table.but(turn=players + 1)
    yield "too many players", table.but(players=30)
    yield "a hand without a card", table.but(hand=[])
    yield "a hand of everything", table.but(hand=hand * table.size)
    yield "a player without a hand", table.but(others=position["others"][1:])
    if game == "pursuit":
        yield from _planted_chase(table)
    elif game != "ottawa":
        yield from _planted_pile(table, rng)


def _planted_pile(table: Refereed, rng: Random) -> Iterator[tuple[str, Refereed]]:
    position, game = table.position, table.game
    top, pending = position["top"], position["pending"]
    if top[0] != NAMES_SUIT[game]:
        suit = rng.choice([suit for suit in SUITS if suit != top[-1]])
        yield "a suit that nobody named", table.but(suit_in_force=suit)
    yield "an odd card due", table.but(pending=pending + 1)
    if table.size <= 52:
        yield "everything due", table.but(pending=50)
    if game in PLAIN and game != "pesten":
        yield "play turned round without a card", table.but(direction=-1)
    yield "all have missed", table.but(consecutive_misses=position["players"])
    if (
        position["stock"]
        and table.options.get("short_stock") != "reshuffle"
        and table.options.get("blocked") != "reshuffle"
    ):
        yield "missed beside a stock", table.but(consecutive_misses=1)
    free = [card for card in ("KC", "KD", "KH", "KS") if card not in position["hand"]]
    if free and table.options.get("seven_powers") != "all":
        yield (
            "a penalty under a King",
            replace(
                table,
                position={"top": free[0], "pending": 2, "players": position["players"]},
                play={"kind": "pick_up"},
            ),
        )


def _planted_chase(table: Refereed) -> Iterator[tuple[str, Refereed]]:
    position, players = table.position, table.position["players"]
    hand = position["hand"]
    told = {"players": players, "hand": hand, "taken": position["taken"]}
    alone = replace(table, position=told, play={"kind": "discard", "card": hand[-1]})
    if players < 10:
        if not position["taken"]:
            yield "a card short before the take", alone.but(hand=hand[1:])
            yield "taken, told as not", alone.but(hand=[*hand, *hand[:1]], taken=False)
        elif not position["has_put_down"]:
            yield "a card short after it", alone.but(hand=hand[1:], has_put_down=False)
            yield "not taken, told as taken", alone.but(taken=False)
    yield "a King", alone.but(hand=["KD", *hand[1:]])
    yield "three Jokers a pack", alone.but(hand=["JK"] * 3 * (table.size // 42))
    yield "a start card that is none", alone.but(opponent_has_put_down=False, opponent_up_to="7C")
    if players == 2 and len(hand) > 2:
        front, others = position["up_to"], [card for card in hand if card != "JK"]
        yield (
            "a front card in the hand and both Jokers",
            alone.but(
                hand=[front, "JK", "JK", *[card for card in others if card != front]][: len(hand)],
                up_to=front,
            ),
        )
    if table.options.get("racing") == "yes":
        steps = position["steps"]
        yield "laps that are not the steps", table.but(laps=position["laps"] + 1)
        yield "steps beyond the end", table.but(steps=60, laps=6)
        if position["up_to"] != "JK":
            yield "steps that lead elsewhere", table.but(steps=steps // 10 * 10 + (steps + 1) % 10)
        yield "a race from a seven", table.but(start="7C")
        yield "a lap beyond the end", alone.but(laps=6)
        if table.options.get("opposite_directions") != "yes":
            yield "downhill", alone.but(direction=-1)
    elif position["taken"] and table.options.get("joker_wins") != "no":
        rank = position["up_to"][:-1]
        yield "caught and still on", alone.but(up_to=rank + "C", opponent_up_to=rank + "D")
    if table.options.get("racing") != "yes" and table.options.get("direction") != "both":
        yield "a chase downhill", alone.but(direction="down")


def calls(rng: Random) -> Iterator[tuple[str, Facts]]:
    """What is told of a missed call, and cannot be."""
    players = rng.randint(3, 9)
    seen = {"players": players, "offender": rng.randint(1, players), "said": False}
    yield "confirmed while on", seen | {"confirmed": True, "game_over": False}
    yield "none left and still on", seen | {"offender_hand_count": 0, "game_over": False}
    yield "acted before the next", seen | {
        "offender_has_acted": True, "next_player_has_acted": False,
    }  # fmt: skip
    yield "straight back past others", seen | {"turn_came_back": True}
    yield "fewer without a turn", seen | {
        "held_then": 2, "offender_hand_count": 1, "offender_has_acted": False,
    }  # fmt: skip
