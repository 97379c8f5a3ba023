"""Finalists answer, reserves follow in the sealed order, and the seal itself stays as it is."""

import pytest

from tests.tournament.ending import SMALL, fresh, sealed_event, seat_after_reading
from tests.tournament.evening import save, seated_event, sign
from tournament.counting.finals import RESERVES
from tournament.finals.acts import break_seal, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import unseat_playoff
from tournament.finals.acts_replies import reply, take_reply_back
from tournament.models import Event, LedgerEntry, Reply, Seal, Seat, Stage
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
# Two tables of five, a cut of two: P001 and P006 went out, then P002 and P007, whom nothing
# separates.
TWO_TABLES = ("out", "5", "8", "=20", "=40")


def seated(event: Event) -> list[str]:
    """Who sits in the play-off."""
    rows = Seat.objects.filter(event=event, round__stage=Stage.PLAYOFF).order_by("letter")
    return list(rows.values_list("guest__ref", flat=True))


def level_reserves() -> Event:
    event = seated_event(10, **SMALL | {"cut_size": 2})
    for table in (1, 2):
        save(event, TWO_TABLES, (1, table, 1))
    close_round(event, 1, sign())
    seal_cut(event, sign())
    return fresh(event)


def test_a_declined_place_goes_to_the_next_reserve_and_the_seal_is_untouched() -> None:
    event = sealed_event()
    before = Seal.objects.get(event=event).digest
    reply(event, ["P001", "P003"], sign(), declined=False)
    reply(event, ["P002"], sign(), declined=True, reason="The last train")
    seat_after_reading(event, sign())
    assert seated(event) == ["P001", "P003", "P004"]
    seal = Seal.objects.get(event=event)
    assert (seal.digest, seal.snapshot["qualifiers"]) == (before, ["P001", "P002", "P003"])
    assert [
        entry.body["guests"] for entry in LedgerEntry.objects.filter(event=event, kind="reply")
    ] == [
        ["P001", "P003"],
        ["P002"],
    ]
    assert list(faults(event)) == []


def test_a_reserve_may_decline_before_being_needed_and_the_next_one_comes() -> None:
    event = sealed_event()
    reply(event, ["P004"], sign(), declined=True)
    reply(event, ["P002"], sign(), declined=True)
    seat_after_reading(event, sign())
    assert seated(event) == ["P001", "P003", "P005"]


def test_an_answer_is_taken_back_and_everything_is_as_before() -> None:
    event = sealed_event()
    reply(event, ["P002"], sign(), declined=True)
    with pytest.raises(Refused, match="Say why"):
        take_reply_back(event, "P002", sign(), reason="")
    take_reply_back(event, "P002", sign(), reason="They stay after all")
    with pytest.raises(Refused, match="have not answered yet"):
        take_reply_back(event, "P002", sign(), reason="Again")
    seat_after_reading(event, sign())
    assert seated(event) == ["P001", "P002", "P003"]


def test_another_answer_takes_the_place_of_the_first_and_both_stay_on_record() -> None:
    event = sealed_event()
    reply(event, ["P002"], sign("one"), declined=True)
    reply(event, ["P002"], sign("one"), declined=True)
    with pytest.raises(Refused, match="already given this answer"):
        reply(event, ["P002"], sign(), declined=True)
    reply(event, ["P002"], sign(), declined=False)
    rows = (
        Reply.objects.filter(event=event).order_by("pk").values_list("declined", "taken_back__kind")
    )
    assert list(rows) == [(True, "reply"), (False, None)]


@pytest.mark.parametrize("refs", [[], ["P099"]])
def test_only_whoever_is_through_or_a_reserve_answers(refs: list[str]) -> None:
    with pytest.raises(Refused, match="neither through nor a reserve"):
        reply(sealed_event(), refs, sign(), declined=True)


def test_a_seated_play_off_has_to_be_unseated_first() -> None:
    event = sealed_event()
    seat_after_reading(event, sign())
    with pytest.raises(Refused, match="take its seating back first"):
        reply(event, ["P001"], sign(), declined=True)
    unseat_playoff(event, sign(), reason="One went home")
    reply(event, ["P001"], sign(), declined=True)
    seat_after_reading(event, sign())
    assert seated(event) == ["P002", "P003", "P004"]


def test_answers_fall_with_their_seal() -> None:
    event = sealed_event()
    reply(event, ["P001"], sign(), declined=True)
    break_seal(event, sign(), reason="A sheet was misread")
    with pytest.raises(Refused, match="not sealed"):
        reply(event, ["P002"], sign(), declined=True)
    seal_cut(event, sign())
    seat_after_reading(event, sign())
    assert seated(event) == ["P001", "P002", "P003"]


def test_reserves_whom_nothing_separates_cut_cards_and_no_seal_is_broken() -> None:
    event = level_reserves()
    reply(event, ["P001"], sign(), declined=True)
    with pytest.raises(
        Refused, match=r"“Record the cut of cards” comes first\. Two reserves are level"
    ):
        seat_after_reading(event, sign())
    with pytest.raises(Refused):
        record_cut_of_cards(event, {"P002": "5H", "P007": "3D"}, sign())
    record_cut_of_cards(event, {"P002": "5H", "P007": "3D"}, sign(), stage=RESERVES)
    seat_after_reading(event, sign())
    assert seated(event) == ["P006", "P007"]
    assert list(faults(event)) == []


def test_an_answer_costs_few_queries(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    event = sealed_event()
    with django_assert_max_num_queries(25):
        reply(event, ["P001", "P002", "P003"], sign(), declined=False)
