"""Evenings on which between them every derived table has a row."""

from random import Random

from tests.tournament.ending import LEVEL, closed_event, fresh, played_event
from tests.tournament.evening import entry, save, seated_event, sheet, sign
from tests.tournament.rulings.rulings import LAST_CARD, QUEEN
from tests.tournament.test_every_act import refusable, small_evening
from tests.tournament.trials import TRIALS
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.entry.acts_cards import Said, record_answer, record_round_total
from tournament.entry.acts_desk import key_again, record_card_totals, set_second_keying
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_replies import reply
from tournament.models import AdjustmentKind, Event
from tournament.rulings.acts import accept, make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.site.access import Actor


def evenings() -> list[Event]:
    """All of them; `verify` finds nothing on any."""
    return [fresh(made) for made in (an_ending(), a_tie(), a_desk(), disputes())]


def an_ending() -> Event:
    """Sealed, announced, answered; whatever acts the trials have were tried on it and stayed."""
    rng = Random(7)
    event = small_evening("revealed", rng)
    for name in sorted(TRIALS):
        with refusable([]):
            TRIALS[name].does(fresh(event), rng)
    return event


def a_tie() -> Event:
    """A tie on the line that cards decided, and what one of those through answered."""
    event = closed_event(LEVEL, cut_size=2)
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    seal_cut(event, sign())
    reveal_cut(event, sign())
    reply(event, ["P001"], sign(), declined=False)
    return event


def a_desk() -> Event:
    """Paper keyed at the desk, twice, with totals and an answer."""
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    set_second_keying(event, sign(), enabled=True)
    hands = ("out", "=38", "3", "4", "5")
    save(event, hands)
    key_again(event, sheet(hands, seen=1), sign(actor=Actor("Second Umpire")))
    record_card_totals(event, 1, {"P002": 38}, sign())
    record_answer(event, Said(Place(1, 1, 1), "P002", eights=1), sign())
    record_round_total(event, (1, "P007"), 45, sign(), reason="Only a sum")
    return event


def disputes() -> Event:
    """Rulings decided, adjustments of several kinds, one of them cancelled."""
    event = played_event(games_per_round=4)
    for game in (2, 3, 4):
        save(event, ("out", "5", "=5", "=20", "=40"), (1, 1, game))
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    make_ruling(event, sign(), claim=LAST_CARD, place=Where(1, 1, 2))
    accept(event, 1, sign())
    overrule(event, 2, sign(), reason="Nobody had heard it", own={"act": "stands"})
    adjust(event, Change(AdjustmentKind.POINTS, "Repeated", 1, "P003", 5, 1), sign())
    change = Change(
        AdjustmentKind.TALLY, "An 8", 2, "P002", place=Place(1, 1, 4), entry=entry("B", "8")
    )
    adjust(event, change, sign())
    cancel_adjustment(event, 2, sign(), reason="Misread")
    return event
