"""What every table meets is answered in every game, in the same words, as custom and not as law."""

from typing import Any

import pytest

from scoring.disputes.adjudication import adjudicate, read_claim, situations
from scoring.disputes.answers import answer
from scoring.disputes.settlements import EVERYDAY
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.ruling import NOTICED


def line(game: str, kind: str, noticed: str = "at_once", **facts: Any) -> str:
    rules = rulebook(game).rules()
    claim = {"kind": kind, "noticed": noticed, "seat": 2, "facts": facts}
    return answer(read_claim(claim, rules), rules).headline


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_game_knows_what_every_table_meets_and_no_text_is_cited_for_it(game: str) -> None:
    rules = rulebook(game).rules()
    assert [*EVERYDAY] == [kind for kind in situations(rules) if kind in EVERYDAY]
    for kind in EVERYDAY:
        for noticed in NOTICED:
            claim = read_claim({"kind": kind, "noticed": noticed, "facts": {}}, rules)
            ruling = adjudicate(claim, rules)
            assert ruling.rectification.statements[0].status == "discretion"
            statements = {statement.status for statement in ruling.law.statements}
            assert statements <= {"discretion", "text"}


EVERY_TABLE = {
    *("changed_mind", "wrong_card", "stuck_together", "card_dropped", "hand_shown", "too_slow"),
    *("left_table", "who_shuffles", "drew_too_many", "wrong_dealer", "card_missing"),
    *("out_of_turn", "card_exposed", "wrong_deal", "wrong_start_card", "did_not_play"),
}
"""What a guest of any of the games may ask the umpire."""


def unanswered() -> set[tuple[str, str]]:
    """By game, what every table meets and its list does not have; and a suit that is named, cards
    that a card makes the next player take, a last card that is called, or a direction that turns,
    where the game knows such a thing and no situation is about it.
    """
    wanting = set[tuple[str, str]]()
    for game, book in RULEBOOKS.items():
        known = situations(book.rules())
        due = set(EVERY_TABLE)
        due |= {"suit_named"} if any(effect.wild for effect in book.effects) else set()
        due |= {"penalty_not_taken"} if any(effect.draws for effect in book.effects) else set()
        due |= {"last_card_not_said"} if "last_card" in book.aspects else set()
        wanting |= {(game, kind) for kind in due - set(known)}
        if any(effect.turns for effect in book.effects):
            asked = known.get("wrong_direction", known["out_of_turn"]).facts
            wanting |= set() if "way_before" in asked else {(game, "way_before")}
    return wanting


def test_every_game_answers_what_its_tables_meet() -> None:
    assert unanswered() == set()


@pytest.mark.control
@pytest.mark.parametrize("kind", ["too_slow", "suit_named", "penalty_not_taken"])
def test_a_game_that_lacks_one_of_them_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = {game: situations(book.rules()) for game, book in RULEBOOKS.items()}
    games = {game for game, known in lacking.items() if known.pop(kind, None)}
    monkeypatch.setattr(f"{__name__}.situations", lambda rules: lacking[rules.rulebook.name])
    assert {game for game, missing in unanswered() if missing == kind} == games != set()


def test_a_card_let_go_of_stays_and_one_still_held_may_be_taken_back() -> None:
    for kind in ("changed_mind", "wrong_card"):
        assert line("switch", kind) == "It depends"
        assert line("switch", kind, released=True) == "The card stays"
        assert line("switch", kind, released=False) == "It may be taken back"
        assert line("switch", kind, "after_next_play") == "The card stays"


def test_a_card_found_after_the_count_counts_with_its_hand_if_anybody_knows_whose_it_is() -> None:
    after = "after_game"
    assert line("mau_mau", "card_dropped") == "The card goes back"
    assert line("mau_mau", "card_dropped", after) == "It depends"
    assert line("mau_mau", "card_dropped", after, owner_known=True) == "It counts with its hand"
    assert line("mau_mau", "card_dropped", after, owner_known=False) == "Nothing is changed"
    late = {"owner_known": True, "period_over": True}
    assert line("mau_mau", "card_dropped", "after_round", **late) == "Nothing is changed"


def test_a_pack_that_is_not_whole_is_dealt_again_unless_the_card_turns_up() -> None:
    assert line("ottawa", "card_missing") == "It depends"
    assert line("ottawa", "card_missing", recovered=False) == "Deal again with a whole pack"
    assert line("ottawa", "card_missing", recovered=True) == "The card goes under the stock"


def test_whose_deal_it_is_stands_beside_the_custom_where_the_text_says_it() -> None:
    rules = rulebook("swedish_pursuit").rules()
    ruling = adjudicate(read_claim({"kind": "who_shuffles"}, rules), rules)
    assert ruling.law.statements[0].clauses == ("SP-2",)
    assert answer(ruling.claim, rules).now[0] == (
        "The dealer shuffles, and the player on their right cuts."
    )


def test_a_suit_holds_until_the_next_player_acts_and_a_penalty_is_what_the_card_says() -> None:
    assert (
        line("crazy_eights", "suit_named", nominate="S", named_before=False)
        == "The suit named holds"
    )
    assert line("mau_mau", "suit_named", nominate="none") == "No suit was named"
    twice: dict[str, Any] = {"nominate": "S", "named_before": True}
    assert line("mau_mau", "suit_named", **twice) == "The suit named does not hold"
    late = line("mau_mau", "suit_named", "after_next_play", nominate="S", named_before=False)
    assert late == "The suit named does not hold"
    for kept in ("S", "none"):
        over = line("mau_mau", "suit_named", "after_game", nominate=kept)
        assert over == "Too late: it stands"
    assert line("mau_mau", "penalty_not_taken", unanswered=2, taken=4) == "Nothing is owed"
    assert line("mau_mau", "penalty_not_taken", unanswered=2, taken=2) == "Cards are still owed"
    assert line("mau_mau", "penalty_not_taken", taken=2) == "It depends"


def test_without_a_name_the_suit_is_what_the_event_chose() -> None:
    rules = rulebook("mau_mau").rules("unnamed=before")
    bare = rulebook("mau_mau").rules()
    claim = read_claim({"kind": "suit_named", "facts": {"nominate": "none"}}, rules)
    assert answer(claim, rules).now == ("The suit in force before it goes on.",)
    assert answer(claim, bare).now == ("Its own suit is to be followed.",)
