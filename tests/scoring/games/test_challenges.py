"""A challenge for the last card is answered alike by the running game and by the umpire who was
told the same: in every state of random games, in every game that has a call.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scoring import adjudicate
from scoring.cards import parse_card, parse_cards
from scoring.games.registry import ENGINES, conduct
from scoring.law.game import Laid
from scoring.law.plays import LAY, Call, Challenge, Lay, Nominate, Reshuffle
from scoring.law.position import CallPosition

CALLING = [name for name in sorted(ENGINES) if "last_card_not_said" in conduct(name).situations]
OF_NO_TURN = Call | Challenge | Nominate | Reshuffle
GAMES = 12


class Onlooker:
    """What somebody remembers who watches a table: nothing here is from the engines."""

    def __init__(self, players: int) -> None:
        self.held_then: dict[int, int | None] = dict.fromkeys(range(1, players + 1))
        self.spoke = dict.fromkeys(range(1, players + 1), False)
        self.ahead = 0
        self.anybody = dict.fromkeys(range(1, players + 1), False)
        self.again = dict.fromkeys(range(1, players + 1), False)
        self.back = dict.fromkeys(range(1, players + 1), False)

    def sees(self, by: int, play: Any, left: int, following: int) -> None:
        """One entry of the record, with the cards the seat holds after it and who is on turn."""
        if isinstance(play, Challenge):
            self.held_then[play.offender] = None
        elif isinstance(play, Call):
            if self.held_then[by] == left == 1:
                self.spoke[by] = True
            else:
                self.ahead = by
        elif not isinstance(play, OF_NO_TURN):
            self.turn_of(by, play, left, following)

    def turn_of(self, by: int, play: Any, left: int, following: int) -> None:
        for seat in self.anybody:
            self.anybody[seat] = True
        self.again[by] = True
        if isinstance(play, Lay) and left == 1:
            self.held_then[by], self.spoke[by] = 1, self.ahead == by
            self.anybody[by] = self.again[by] = False
            self.back[by] = by == following
        self.ahead = 0

    def position(self, table: Any, offender: int) -> CallPosition:
        """The facts of a challenge as this onlooker would tell them."""
        held = self.held_then[offender]
        return CallPosition(
            players=table.players,
            offender=offender,
            offender_hand_count=len(table.hand(offender)),
            said=self.spoke[offender] if held == 1 else len(table.hand(offender)) < 2,
            next_player_has_acted=self.anybody[offender],
            stock=len(table.stock),
            offender_has_acted=self.again[offender],
            game_over=table.over,
            held_then=held or len(table.hand(offender)),
            turn_came_back=self.back[offender],
        )


def played(game: str, seed: int) -> Iterator[tuple[Any, Onlooker]]:
    """Every state of a random game under options mixed at random, with who has watched it."""
    rng, book = Random(seed), ENGINES[game].rulebook
    values = {option.name: rng.choice(option.values) for option in book.options}
    rules = book.rules({name: each for name, each in values.items() if rng.random() < 0.5})
    players = rng.randint(rules.deal.seats_min, min(rules.deal.seats_max, 5))
    table: Any = ENGINES[game].deal(rules, players, shuffle=rng.shuffle)
    onlooker, entries = Onlooker(players), len(table.record)
    for _ in range(300):
        yield table, onlooker
        play = _next(table, rng)
        if play is None:
            return
        table.apply(play)
        for by, entry in table.record[entries:]:
            onlooker.sees(by, entry, len(table.hand(by)) if by else 0, table.turn)
        entries = len(table.record)


def _next(table: Any, rng: Random) -> Any:
    """A call or a challenge now and then, else a lay where one can be made."""
    seats = range(1, table.players + 1)
    words = [Call(rng.choice(seats)), Challenge(rng.choice(seats), rng.choice(seats))]
    spoken = [play for play in words if rng.random() < 0.15 and table.is_legal(play)]
    plays = spoken or table.some_plays()
    lays = [play for play in plays if isinstance(play, Lay) and rng.random() < 0.9]
    return rng.choice(lays or plays) if plays else None


def apart(game: str, seeds: range) -> list[str]:
    """Where the running game and the umpire who was told the same give different answers."""
    found = []
    for seed in seeds:
        for table, onlooker in played(game, seed):
            for offender in range(1, table.players + 1):
                challenge = Challenge(offender % table.players + 1, offender)
                there = table.check(challenge).answer
                told = onlooker.position(table, offender)
                asked = ENGINES[game].check(told, challenge, table.rules).answer
                if asked != there or table.is_legal(challenge) != (there == "upheld"):
                    found.append(f"seed {seed}: {there} in the game, {asked} to {told}")
    return found


@pytest.mark.parametrize("game", CALLING)
def test_the_game_and_the_umpire_answer_every_challenge_alike(game: str) -> None:
    assert apart(game, range(GAMES)) == []


@pytest.mark.torture
@pytest.mark.parametrize("game", CALLING)
def test_the_game_and_the_umpire_answer_the_challenges_of_many_games_alike(game: str) -> None:
    assert apart(game, range(1000, 1400)) == []


@pytest.mark.control
def test_an_umpire_who_looks_at_the_cards_of_now_denies_what_the_game_upholds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = property(lambda position: position.offender_hand_count)
    monkeypatch.setattr(CallPosition, "left_then", now)
    assert apart("swedish_pursuit", range(GAMES))


STRAIGHT_BACK = [
    ("swedish_pursuit", "AH", "until_play", "denied", "SP-A43"),
    ("swedish_pursuit", "AH", "at_once", "upheld", "SP-A43"),
    ("switch", "8H", "at_once", "upheld", "SW-A25"),
    ("switch", "8H", "until_play", "denied", "SW-A25"),
]


@pytest.mark.parametrize(("game", "card", "value", "answer", "question"), STRAIGHT_BACK)
def test_between_two_a_turn_that_comes_straight_back_is_judged_as_the_event_reads_it(
    game: str, card: str, value: str, answer: str, question: str
) -> None:
    engine = ENGINES[game]
    rules, challenge = engine.rulebook.rules({"call_two": value}), Challenge(2, 1)
    hands = (parse_cards(f"{card} 3C"), parse_cards("9D 10D"))
    laid = Laid(hands, parse_cards("KH"), parse_cards("4C 5C 6C"))
    table: Any = engine.lay_out(rules, laid, lambda cards: None)
    table.apply(LAY[parse_card(card)])
    verdict = table.check(challenge)
    assert (verdict.answer, table.is_legal(challenge)) == (answer, answer == "upheld")
    assert question in {reason.question for reason in verdict.reasons}
    assert table.is_legal(Call(1))
    told = {"players": 2, "offender": 1, "offender_hand_count": 1, "said": False, "stock": 3}
    told |= {"next_player_has_acted": False}

    def asked(**more: Any) -> str:
        facts, options = told | more, f"call_two={value}"
        return adjudicate(game, facts, {"kind": "challenge", "by": 2}, options).answer

    other = "denied" if game == "swedish_pursuit" else "upheld"
    assert asked(turn_came_back=True) == answer
    assert asked(turn_came_back=False) == asked(players=3) == other
    # Untold, it is asked for where it decides.
    assert asked() == ("depends" if answer != other else answer)


def test_where_the_others_play_on_the_turn_can_come_straight_back_at_a_larger_table() -> None:
    told = {"players": 3, "offender": 1, "offender_hand_count": 1, "said": False, "stock": 3}
    for options, answer in (("", "upheld"), (" play_on=yes", "depends")):
        options = f"call_two=until_play{options}"
        play = {"kind": "challenge", "by": 2}
        assert adjudicate("switch", told, play, options).answer == answer
    # Whoever has had their turn since has had their time to call, too.
    acted = told | {"players": 2, "offender_has_acted": True}
    options = "call_two=until_play challenge_until=any_time"
    assert adjudicate("switch", acted, play, options).answer == "upheld"
