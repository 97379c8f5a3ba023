"""The running game and the umpire who was told of its table answer alike: every play right or
wrong, what follows from it, and every count, in states of random games. With facts left out the
umpire may ask for them, and says nothing that the game refutes.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring import adjudicate
from scoring.cards import SUITS
from scoring.games.registry import ENGINES
from scoring.law import guesses
from scoring.law.plays import (
    DRAW,
    END_TURN,
    LAY,
    MISS,
    PICK_UP,
    TAKE_DISCARD,
    TAKE_PENALTY,
    Discard,
    EndTurn,
    Lay,
    PickUp,
    Play,
    PutDown,
    TakePenalty,
)
from scoring.law.verdict import Verdict
from tests.scoring.law.told_tables import in_ottawa, long, told_play

Facts = dict[str, Any]
SP = "swedish_pursuit"
TAKEN_FOR_GRANTED = {
    "already_picked_up",
    "drawn_this_turn",
    "laid_off_this_turn",
    "taken",
    "has_put_down",
    "out",
}
"""What is not told of a turn has not been done, or done as far as the play needs it."""
NOW = ("pending", "direction", "suit_in_force")
"""What goes on after a play, and means nothing once the game is over."""


class State(NamedTuple):
    """A table of a running game, its options, and all that can be told of it."""

    game: str
    table: Any
    options: dict[str, str]
    facts: Facts


def told(game: str, table: Any) -> Facts:
    """All facts of a table in the words of case files."""
    hand = [long(card) for card in table.hand(table.turn)]
    facts: Facts = {"players": table.players, "turn": table.turn, "hand": hand}
    facts["stock"] = len(table.stock)
    if game == "ottawa":
        done = {"drawn_this_turn": table.drawn, "laid_off_this_turn": table.laid}
        pile = [long(card) for card in table.pile[-2:]]
        return facts | done | {"pile_top_last": pile, "discards": len(table.pile)}
    if game == "pursuit":
        return facts | _chase(table)
    facts |= {"top": long(table.top), "suit_in_force": SUITS[table.suit]}
    facts |= {"pending": table.pending, "direction": table.direction}
    facts |= {"discards": len(table.discards), "consecutive_misses": table.misses}
    facts |= {"already_picked_up": f"{table.drawn} cards"} if table.drawn else {}
    facts |= {"out": list(table.out)} if table.out else {}
    facts |= {"brought": "A23456789TJQK"[table.due]} if table.pending else {}
    return facts | {"passed_over": table.due < 0 or bool(table.pending)}


def _chase(table: Any) -> Facts:
    seat, opponent = table.turn - 1, table.turn % table.players
    return {
        "discards": len(table.pile),
        "up_to": _front(table, seat),
        "opponent_up_to": _front(table, opponent),
        "opponent_has_put_down": not table.safe[opponent],
        "steps": table.steps[seat],
        "taken": table.taken,
        "has_put_down": table.has_put_down,
    }


def _front(table: Any, seat: int) -> str:
    """The rank a player is up to, in the suit of the cards before them."""
    suit = next((card // 13 for card in table.fronts[seat] if card < 52), None)
    return "JK" if suit is None else long(13 * suit + table.up_to[seat])


def states(game: str, seed: int) -> Iterator[State]:
    """States of a random game under options mixed at random."""
    rng, book = Random(f"{game} {seed}"), ENGINES[game].rulebook
    options = {option.name: rng.choice(option.values) for option in book.options}
    options = {name: value for name, value in options.items() if rng.random() < 0.5}
    rules = book.rules(options)
    players = rng.randint(rules.deal.seats_min, min(rules.deal.seats_max, 6))
    table: Any = ENGINES[game].deal(rules, players, shuffle=rng.shuffle)
    for _ in range(120):
        if table.over:
            return
        yield State(game, table, options, told(game, table))
        plays = list(table.some_plays())
        lays = [play for play in plays if isinstance(play, Lay | PutDown)]
        table.apply(rng.choice(lays if lays and rng.random() < 0.8 else plays))


def plays(state: State, rng: Random) -> list[Play]:
    """Some plays of a state, right and wrong."""
    table, hand = state.table, list(state.table.hand(state.table.turn))
    row = tuple(rng.sample(hand, min(len(hand), 2)))
    right = list(table.some_plays())
    if state.game == "pursuit":
        wrong: list[Play] = [DRAW, TAKE_DISCARD, Discard(hand[0]), PutDown((row,))]
    elif state.game == "ottawa":
        wrong = [DRAW, END_TURN, Lay(row), Lay(row[:1])]
    else:
        taking = TAKE_PENALTY if table.pending else PICK_UP
        wrong = [taking, MISS, Lay(row), LAY[row[0]], Lay(row[:1], rng.randrange(4))]
    return [*rng.sample(right, min(2, len(right))), *rng.sample(wrong, 2)]


def in_words(state: State, play: Play) -> Facts:
    """A play as a case file tells it."""
    if isinstance(play, EndTurn):
        return {"kind": "pass"}
    words = told_play(play)
    return in_ottawa(words) if state.game == "ottawa" else words


def truth(state: State, play: Play) -> Facts:
    """What the play does to the table."""
    table, seat = state.table.copy(), state.table.turn
    table.shuffle = lambda cards: None
    before = len(table.hand(seat))
    table.apply(play)
    facts: Facts = {"game_over": table.over, "stock": len(table.stock)}
    facts["hand_left"] = sorted(long(card) for card in table.hand(seat))
    if not isinstance(play, Lay | PutDown):
        facts["cards_drawn"] = len(table.hand(seat)) - before
    if table.over:
        return facts | {"winner": "mover" if state.game == "pursuit" else table.winner}
    facts["next_turn"] = table.turn
    if state.game in ("pursuit", "ottawa"):
        return facts
    return facts | dict(zip(NOW, (table.pending, table.direction, SUITS[table.suit]), strict=True))


def apart(state: State, play: Play, verdict: Verdict) -> str:
    """What the umpire says and the game refutes, "" if nothing."""
    legal = state.table.is_legal(play)
    if verdict.legal != legal:
        return f"{verdict.answer}, but the game {'plays' if legal else 'refuses'} it"
    then = {name: value for name, value in verdict.then.items() if value is not None}
    if not legal:
        lays = [row for row in state.table.some_plays() if isinstance(row, Lay)]
        cards = {long(row.only) for row in lays if len(row.cards) == 1}
        wrong = state.game not in ("pursuit", "ottawa") and {*then.get("legal_cards", cards)}
        return f"legal cards {wrong}, not {cards}" if wrong and wrong != cards else ""
    real = truth(state, play)
    if "hand_left" in then:
        then["hand_left"] = sorted(then["hand_left"])
    wrong = {name for name in then if name in real and then[name] != real[name]}
    return ", ".join(f"{name} {then[name]}, not {real[name]}" for name in sorted(wrong))


def differing(game: str, seeds: range, *, share: float = 0.3) -> list[str]:
    """Where umpire and game differ in a share of the states, with all told and with some left
    out.
    """
    found = []
    for seed in seeds:
        rng = Random(seed)
        for state in states(game, seed):
            if rng.random() < share:
                found += [f"seed {seed}: {words}" for words in _asked(state, rng)]
    return found


def _asked(state: State, rng: Random) -> Iterator[str]:
    for play in plays(state, rng):
        asked = in_words(state, play)
        verdict = adjudicate(state.game, state.facts, asked, state.options)
        words = apart(state, play, verdict)
        if words:
            yield f"{play} at {state.facts} under {state.options}: {words}"
        left = {
            name: value
            for name, value in state.facts.items()
            if name in TAKEN_FOR_GRANTED or rng.random() < 0.7
        }
        if _shows_a_stock(state, play, left):
            verdict = adjudicate(state.game, left, asked, state.options)
            words = "" if verdict.answer == "depends" else apart(state, play, verdict)
            if words:
                yield f"{play} at {left}, hidden {state.facts}, {state.options}: {words}"


def _shows_a_stock(state: State, play: Play, facts: Facts) -> bool:
    """Whether what is left could have come about: what was taken up was there to be taken, so a
    stock that is used up is told with it; nor can a race be won where nobody counts laps.
    """
    if isinstance(play, PickUp | TakePenalty) or play == DRAW:
        most = max(8, getattr(state.table, "pending", 0))
        return {"stock", "discards"} <= facts.keys() or len(state.table.stock) > most
    return {"stock", "discards"} <= facts.keys() or bool(state.table.stock)


@pytest.mark.parametrize("game", ENGINES)
def test_the_game_and_the_umpire_answer_every_play_alike(game: str) -> None:
    assert differing(game, range(3)) == []


@pytest.mark.parametrize(
    ("game", "seed"),
    [(SP, 155), (SP, 156), (SP, 260), ("switch", 132), ("switch", 199)],
)
def test_with_players_or_a_hand_untold_the_end_and_its_cards_are_left_open(
    game: str, seed: int
) -> None:
    assert differing(game, range(seed, seed + 1), share=1) == []


def test_with_players_untold_the_seats_beside_those_who_are_out_still_play() -> None:
    facts = {"turn": 2, "hand": ["5H"], "top": "5C", "suit_in_force": "C", "out": [1, 3]}
    then = adjudicate("switch", facts, {"kind": "discard", "card": "5H"}, "play_on=yes").then
    assert (then["hand_left"], "game_over" in then) == ([], False)


def test_a_penalty_is_taken_whole_where_nobody_counted_the_stock() -> None:
    for game, rank in (("switch", "2"), ("mau_mau", "7")):
        facts = {"top": f"{rank}H", "pending": 28, "players": 6, "hand": ["9C"]}
        options = {"switch": "", "mau_mau": "packs=two"}[game]
        then = adjudicate(game, facts, {"kind": "pick_up"}, options).then
        assert then["cards_drawn"] == 28


@pytest.mark.torture
@pytest.mark.parametrize("game", ENGINES)
def test_the_game_and_the_umpire_answer_the_plays_of_many_games_alike(game: str) -> None:
    assert differing(game, range(100, 500), share=1) == []


@pytest.mark.control
def test_an_umpire_who_tells_what_a_guess_would_make_of_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "agreed", lambda verdicts: verdicts[0])
    assert differing("crazy_eights", range(3))


@pytest.mark.parametrize("game", [name for name in ENGINES if name not in ("ottawa", "pursuit")])
def test_the_game_and_the_umpire_count_every_hand_and_end_alike(game: str) -> None:
    for seed in range(6):
        *_, state = states(game, seed)
        table = state.table
        blocked = {
            "players": table.players,
            "stock": table.left,
            "consecutive_misses": table.misses,
        }
        claim = adjudicate(game, blocked, {"kind": "claim_blocked"}, state.options)
        assert claim.answer == "denied" or table.over
        for seat, count in enumerate(table.counts(), start=1):
            hand = {"hand": [long(card) for card in table.hand(seat)]}
            for points, answer in ((count, "correct"), (count + 1, "incorrect")):
                if table.rules.scoring.values is not None:
                    tally = {"kind": "tally", "claimed": points}
                    assert adjudicate(game, hand, tally, state.options).answer == answer
