"""Tables with bare points among tables with cards: whom to ask, what they say,
and that it counts.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import official, save, seated_event, sign
from tournament.counting.board import compute
from tournament.counting.scores import tallies
from tournament.counting.submission import Place
from tournament.entry.acts_cards import Said, record_answer, take_back_answer
from tournament.models import Answer, Event, Role
from tournament.refusal import Refused
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST, SECOND = Place(1, 1, 1), Place(1, 2, 1)


def evening() -> Event:
    """Seat B of table 1 and seat B of table 2 are level on 38 for the last place, one of them with
    known cards.
    """
    event = seated_event(10, qualifying_rounds=1, games_per_round=1, cut_size=3)
    save(event, ("out", "=38", "Q J K K", "Q Q J J", "K K 9 9 9"))
    save(event, ("out", "8 5 3", "=60", "9 9 9 J J", "8 K Q"), (1, 2, 1))
    return event


def order(event: Event) -> list[str]:
    return [standing.player for standing in compute(Event.objects.get(pk=event.pk)).standings][:4]


def test_the_two_are_level_until_one_is_asked_and_the_answer_decides() -> None:
    event = evening()
    drawn = compute(event).cut
    assert [prompt.words[:30] for prompt in getattr(drawn, "prompts", ())] == [
        "Ask Guest 2 for their eights i",
        "Ask Guest 2 for the number of ",
    ]
    record_answer(event, Said(FIRST, "P002", eights=0), sign())
    assert order(event)[2:] == ["P002", "P007"]
    assert [(tally.eights, tally.cards) for tally in tallies(event) if tally.player == "P002"] == [
        (0, None)
    ]
    assert list(faults(event)) == []


def test_taken_back_nothing_of_it_counts() -> None:
    event = evening()
    before = compute(event).standings
    made = record_answer(event, Said(FIRST, "P002", eights=1, cards=2), sign())
    assert compute(event).standings != before
    take_back_answer(event, made.entry.number, sign(), reason="It was another game")
    assert compute(event).standings == before
    with pytest.raises(Refused, match="no longer counts"):
        take_back_answer(event, made.entry.number, sign(), reason="Again")
    assert list(faults(event)) == []


def test_a_later_answer_keeps_what_was_not_asked_again() -> None:
    event = evening()
    record_answer(event, Said(FIRST, "P002", eights=1), sign())
    record_answer(event, Said(FIRST, "P002", cards=2), sign())
    found = Answer.objects.get(taken_back_by=None)
    assert (found.eights, found.cards, Answer.objects.count()) == (1, 2, 2)
    assert list(faults(event)) == []


def test_a_corrected_hand_leaves_the_answer_behind() -> None:
    event = evening()
    record_answer(event, Said(FIRST, "P002", eights=1), sign())
    save(event, ("out", "=39", "Q J K K", "Q Q J J", "K K 9 9 9"), seen=1, reason="Misread")
    assert [tally.eights for tally in tallies(event) if tally.player == "P002"] == [None]
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (Said(FIRST, "P002"), "Type what Guest 2 said"),
        (Said(FIRST, "P002", eights=2), "Guest 2: 2 eights count 60, more than the 38 points"),
        (Said(FIRST, "P002", eights=100), "from 0 to 99"),
        (Said(FIRST, "P003", eights=0), "cards of Guest 3 in round 1, table 1, game 1 are known"),
        (Said(SECOND, "P002", eights=0), "This guest has no points"),
        (Said(Place(10**9, 1, 1), "P002", eights=0), "This guest has no points"),
    ],
)
def test_what_they_cannot_have_said_is_refused_and_changes_nothing(
    said: Said, sentence: str
) -> None:
    event = evening()
    with pytest.raises(Refused, match=sentence):
        record_answer(event, said, sign())
    assert Answer.objects.count() == 0


def test_the_page_of_the_cut_asks_by_name_takes_the_answer_and_takes_it_back() -> None:
    event = evening()
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE))
    cut, there = reverse("cut", args=[event.slug]), reverse("answer", args=[event.slug])
    assert (
        "Ask Guest 2 for their eights: only the points are known."
        in client.get(cut).content.decode()
    )
    assert (
        "Nothing has been typed yet"
        in client.post(there, {"key": "n"}, follow=True).content.decode()
    )
    refused = client.post(
        there, {"key": "r", "eights:P002:1:1:1": "x"}, follow=True
    ).content.decode()
    assert "Guest 2: eights are counted, such as 0 or 1." in refused
    said = client.post(there, {"key": "a", "eights:P002:1:1:1": "0"}, follow=True).content.decode()
    assert "Recorded: 1 answer." in said
    assert "38 points. Eights said: 0." in said
    assert order(event)[2:] == ["P002", "P007"]
    number = Answer.objects.get().entry.number
    back = client.post(
        there, {"key": "b", "take_back": number, "reason": "Another game"}, follow=True
    )
    assert "The answer is taken back." in back.content.decode()
    assert (
        "There is no such answer"
        in client.post(there, {"take_back": "x"}, follow=True).content.decode()
    )
