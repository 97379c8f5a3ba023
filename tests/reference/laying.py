"""A plain engine of the games whose rulebook is all there is: lists and sets, card by card, each
rule asked by the name of its option. It referees the laying machine.
"""

from collections.abc import Sequence

from scoring.cards import Card, rank_of, suit_of
from scoring.law.game import Ending, Shuffle, as_they_lie
from scoring.law.plays import (
    LAY,
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
    TurnPlay,
)
from scoring.law.rulebook import Rules

LIMITS = {"one": 1, "three": 3, "until": 999}


class PlainGame:
    """A game with every card known."""

    def __init__(self, rules: Rules, players: int, pack: Sequence[Card], dealer: int) -> None:
        self.rules, self.players = rules, players
        answered = rules.get("skip_answer", "no") == "yes"
        self.does = {
            effect.number: effect._replace(answerable=answered)
            if answered and effect.skips
            else effect
            for effect in rules.rulebook.effects
        }
        self.calls = "last_card" in rules.rulebook.aspects
        self.hands: list[list[Card]] = [[] for _ in range(players + 1)]
        count = players * rules.deal.dealt(players)
        for place, card in enumerate(pack[:count]):
            self.hands[(dealer + place) % players + 1].append(card)
        rest = list(pack[count:])
        for _ in rest[1:]:
            if self.goes_back(rest[0]):
                rest.append(rest.pop(0))
        self.discards = [rest.pop(0)]
        self.stock, self.suit = rest[::-1], suit_of(self.discards[0])
        self.direction, self.pending, self.turn = 1, 0, dealer % players + 1
        does = self.does.get(rank_of(self.discards[0]))
        if does and rules.get("start_effect", "no") == "yes":
            self.direction, self.pending = -1 if does.turns else 1, does.draws
            self.turn = (dealer - 1 + self.direction * (1 + does.skips)) % players + 1
        self.shuffle: Shuffle = as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.drawn = self.misses = self.called = 0
        self.waits = False
        """Whether the card on top passes the seat on turn over unless they answer it."""
        self.silent: set[int] = set()
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None

    def is_set(self, option: str, value: str, usual: str) -> bool:
        """Whether an option has this value; a game that does not ask it plays the usual one."""
        return self.rules.get(option, usual) == value

    def wild(self, card: Card) -> bool:
        """Whether a card goes on any other and names a suit."""
        return rank_of(card) in self.does and self.does[rank_of(card)].wild

    def goes_back(self, card: Card) -> bool:
        """Whether a card cannot start the pile."""
        return self.wild(card)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order."""
        return tuple(sorted(self.hands[seat]))

    @property
    def renews(self) -> bool:
        """Whether discards come back."""
        return self.is_set("stock", "reshuffle", "reshuffle")

    @property
    def drawable(self) -> int:
        """How many cards could be taken."""
        return len(self.stock) + (len(self.discards) - 1 if self.renews else 0)

    def fits(self, card: Card) -> bool:
        """Whether a card may go on the pile."""
        rank, top = rank_of(card), rank_of(self.discards[-1])
        if self.pending or self.waits:
            return rank == top
        if self.wild(card):
            return rank != top or self.is_set("wild_on_wild", "yes", "yes")
        return rank == top or suit_of(card) == self.suit

    def cards(self) -> list[Card]:
        """The cards that the seat on turn may lay."""
        hand = self.hands[self.turn]
        if self.drawn and self.is_set("drawn_card", "keep", "lay"):
            return []
        fitting = [card for card in sorted(set(hand)) if self.fits(card)]
        if len(hand) > 1:
            return fitting
        if self.is_set("power_finish", "no", "yes"):
            return [card for card in fitting if rank_of(card) not in self.does]
        free = self.is_set("wild_finish", "yes", "yes")
        return [card for card in fitting if free or not self.wild(card)]

    def may_draw(self) -> bool:
        """Whether a card may be drawn."""
        limit = LIMITS[self.rules.get("draws", "one")]
        if self.pending or self.waits or not self.drawable or self.drawn >= limit:
            return False
        return self.is_set("compulsory", "no", "yes") or not self.cards()

    def may_take(self) -> bool:
        """Whether penalty cards may be taken."""
        if not self.pending or not self.drawable:
            return False
        return self.is_set("answer_compulsory", "no", "no") or not self.cards()

    def may_end(self) -> bool:
        """Whether the turn may end with nothing laid."""
        if self.may_draw() or (self.pending and self.drawable):
            return False
        if not self.cards():
            return True
        if self.pending and self.is_set("dry_answer", "lay", "pass"):
            return False
        if self.pending or self.waits:
            return self.is_set("answer_compulsory", "no", "no")
        return bool(self.drawn) and self.is_set("compulsory", "no", "yes")

    def legal_plays(self) -> list[TurnPlay]:
        """All plays of the seat on turn."""
        if self.over:
            return []
        plays: list[TurnPlay] = []
        for card in self.cards():
            plays.extend(LAY_NAMING[card] if self.wild(card) else (LAY[card],))
        plays.extend([PICK_UP] if self.may_draw() else [])
        plays.extend([TAKE_PENALTY] if self.may_take() else [])
        plays.extend([MISS] if self.may_end() else [])
        return plays

    def is_legal(self, play: Play) -> bool:
        """The bare test."""
        if isinstance(play, Nominate) or self.over:
            return False
        if isinstance(play, Call):
            early = play.seat == self.turn and self.called != play.seat
            return self.calls and (play.seat in self.silent or early)
        if isinstance(play, Challenge):
            return play.by != play.offender and play.offender in self.silent
        if isinstance(play, Lay):
            return len(play.cards) == 1 and play.only in self.cards()
        return play in self.legal_plays()

    def apply(self, play: Play) -> None:
        """Do a legal play."""
        if isinstance(play, Call | Challenge):
            self._say(play)
            return
        if self.is_set("challenge_until", "next_turn", "next_turn"):
            self.silent.discard(self.turn)
        self.record.append((self.turn, play))
        if isinstance(play, Lay):
            self._lay(play)
        elif isinstance(play, PickUp):
            self._draw(self.turn, 1)
            self.drawn, self.misses = self.drawn + 1, 0
            if not self.cards() and not self.may_draw():
                self._pass_on(1)
        else:
            idle = not isinstance(play, TakePenalty) and not self.drawn and not self.waits
            self._draw(self.turn, self.pending if isinstance(play, TakePenalty) else 0)
            self.pending, self.misses, self.waits = 0, self.misses + 1 if idle else 0, False
            if self.misses == self.players:
                self._block()
            else:
                self._pass_on(1)
        self.called = 0

    def _say(self, play: Call | Challenge) -> None:
        if isinstance(play, Challenge):
            self.record.append((play.by, play))
            self._draw(play.offender, 2 if self.rules.get("missed_call") == "two" else 1)
            self.silent.discard(play.offender)
            return
        self.record.append((play.seat, play))
        if play.seat not in self.silent:
            self.called = play.seat
        self.silent.discard(play.seat)

    def _lay(self, lay: Lay) -> None:
        seat, card = self.turn, lay.only
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.misses = 0
        does = self.does.get(rank_of(card))
        before = self.suit
        self.suit = suit_of(card) if lay.suit is None else lay.suit
        if self.wild(card) and lay.suit is None and self.is_set("unnamed", "before", "own"):
            self.suit = before
        self.pending += does.draws if does else 0
        self.waits = bool(does and does.answerable)
        self.direction = -self.direction if does and does.turns else self.direction
        if not self.hands[seat]:
            self.over, self.ending, self.winner = True, "won", seat
            if does and does.draws and self.rules.get("final_penalty") == "pick_up":
                self._pass_on(1)
                self._draw(self.turn, self.pending)
                self.pending = 0
            return
        if len(self.hands[seat]) == 1 and self.called != seat and self.calls:
            self.silent.add(seat)
        self._pass_on(self._steps(lay.only))

    def _steps(self, card: Card) -> int:
        """How many seats on the turn goes after this card."""
        does = self.does.get(rank_of(card))
        if does is None:
            return 1
        between = does.turns and self.players == 2 and self.is_set("turn_two", "skip", "none")
        passed = 0 if does.answerable else does.skips + between
        return 0 if does.again else 1 + passed

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock and self.renews and len(self.discards) > 1:
                cards, self.discards = self.discards[:-1], self.discards[-1:]
                self.shuffle(cards)
                self.record.append((0, Reshuffle(tuple(cards))))
                self.stock = cards[::-1]
            if self.stock:
                self.hands[seat].append(self.stock.pop())
                self.silent.discard(seat)

    def _pass_on(self, steps: int) -> None:
        self.turn = (self.turn - 1 + steps * self.direction) % self.players + 1
        self.drawn = 0

    def _block(self) -> None:
        blocked = self.rules.get("blocked", "no_score")
        self.over, self.ending = True, "redeal" if blocked == "redeal" else "blocked"
        counts = self.counts()
        if blocked == "difference" and counts.count(min(counts)) == 1:
            self.winner = counts.index(min(counts)) + 1

    def counts(self) -> list[int]:
        """What each hand counts."""
        values = self.rules.scoring.card_values or {}
        return [sum(values["A23456789TJQK"[card % 13]] for card in hand) for hand in self.hands[1:]]

    def outcome(self) -> tuple[tuple[int, ...], Ending | None]:
        """The points and the ending of a finished game."""
        if self.ending == "redeal" or self.rules.scoring.values is None:
            return (), self.ending
        counts = self.counts()
        if self.rules.scoring.scorer == "losers":
            return tuple(counts), self.ending
        points = [0] * self.players
        if self.winner is not None:
            points[self.winner - 1] = sum(count - counts[self.winner - 1] for count in counts)
        return tuple(points), self.ending
