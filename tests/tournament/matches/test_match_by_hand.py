"""A draft changed by hand from the page of pairings, and changed back."""

import pytest

from scoring.pairing.values import PairingError
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import sign
from tests.tournament.matches.matches import match_event, now
from tests.tournament.matches.test_pairings import press
from tournament.matches.acts_swap import swap_opponents
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def test_two_players_of_a_draft_change_places_from_the_page_and_the_same_again_brings_the_draft_back() -> (
    None
):
    event = match_event(5)
    desk = signed_in(event)
    press(desk, event, "pair", seeding="badges")
    draft = now(event).rounds[0]
    one, other, alone = draft.matches[0].one, draft.matches[1].one, draft.matches[2].one
    assert "These two meet each other" in press(
        desk, event, "swap", round=1, one=one, other=draft.matches[0].other
    )
    assert "One player: choose somebody." in press(desk, event, "swap", round=1, other=other)
    done = press(desk, event, "swap", round=1, one=one, other=other)
    assert ("have changed places." in done, "Paired by the hand of an official" in done) == (
        True,
        True,
    )
    assert [match.one for match in now(event).rounds[0].matches] == [other, one, alone]
    press(desk, event, "swap", round=1, one=other, other=one)
    assert now(event).rounds[0] == draft
    press(desk, event, "swap", round=1, one=alone, other=one)
    assert now(event).rounds[0].matches[2].players == (one,)
    assert "Change the draft by hand" not in press(desk, event, "publish", round=1)
    with pytest.raises(PairingError, match="Round 1 is published: make it a draft again first"):
        swap_opponents(fresh(event), 1, alone, other, sign())
    assert list(faults(fresh(event))) == []
