"""Every situation of every game with each single further fact told each of its values: nothing
crashes, and where the verdict turns it said that it depends, or named what it took for granted.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.cards import card_text
from scoring.disputes import adjudication, untold
from scoring.disputes.adjudication import adjudicate, forks, granted, read_claim, situations
from scoring.disputes.answers import answer, settles
from scoring.disputes.claims import ClaimError
from scoring.disputes.headlines import headline
from scoring.disputes.untold import GRANTED, NEEDS, in_words, values
from scoring.games.registry import ENGINES, conduct
from scoring.games.rulebooks import rulebook
from scoring.law.facts import FACTS, NONE
from scoring.law.rulebook import Rules
from scoring.law.ruling import NOTICED, Claim
from tests.scoring.disputes.claims import CLAIMS, SEATS
from tests.second_rank import by_rank

Facts = dict[str, Any]
GAMES = tuple(CLAIMS)
LAST_CARD_WINS = tuple(game for game in GAMES if game != "pursuit")
LAID = "card_did_not_match"
LEGAL: dict[str, Facts] = {
    "ottawa": {"cards": "9D", "pile_top_last": "3C 8D", "hand": "2H"},
    "pursuit": {"sequences": "6D", "up_to": "6C", "opponent_up_to": "10H"},
}
"""A lay that was right, where the pile is not of single cards."""
ON_KING: Facts = {"cards": "9H", "top": "KH", "suit_in_force": "H", "pending": 0, "hand": "3C"}
NUMBERS: dict[str, tuple[int, ...]] = {
    "stock": (0, 1, 2, 20),
    "players": (2, 3, 5),
    "pending": (0, 2, 4),
    "taken": (0, 2, 4, 8),
    "offender_hand_count": (1, 2, 5),
    "held_then": (1, 2, 5),
}


def bases(game: str, kind: str, *, whole: bool) -> Iterator[Facts]:
    """What is told to begin with: all, all but the hand, the needed alone, all but one, and a play
    that was right.
    """
    full = CLAIMS[game][kind]
    needed = situations(rulebook(game).rules())[kind].needed
    if whole or "top" not in full:
        yield {name: full[name] for name in needed}
    yield full
    if not whole and "hand" in full and "hand" not in needed:
        yield {name: value for name, value in full.items() if name != "hand"}
    if kind == LAID:
        yield LEGAL.get(game, ON_KING)
    for left_out in full if whole else ():
        if left_out not in needed:
            yield {name: value for name, value in full.items() if name != left_out}


def told(name: str, facts: Facts, rules: Rules, *, whole: bool) -> Iterator[Any]:
    """Values of one fact, written down apart from those that the law itself tries."""
    fact = FACTS[name]
    pack = list(dict.fromkeys(card_text(card).replace("T", "10") for card in rules.deal.pack))
    some = pack if whole else pack[:: len(pack) // 3]
    if fact.kind == "card":
        yield from some
        yield from (NONE,) * (name == "card_before")
    elif fact.kind in ("cards", "sequences"):
        yield from ([],) * (name == "hand")
        yield from ([[card]] if fact.kind == "sequences" else [card] for card in some)
    elif fact.kind == "suit":
        yield from "CDHS"
    elif fact.kind == "number":
        yield from NUMBERS.get(name, (fact.least, 1, 2, 5))
    elif fact.kind == "seat":
        yield from range(1, int(facts.get("players", min(4, rules.deal.seats_max))) + 1)
    elif fact.kind == "direction":
        yield from (1, -1)
    elif fact.kind == "yes_no":
        yield from (True, False)
    else:
        yield from (value for value, _words in fact.choices)


def claimed(game: str, kind: str, noticed: str, facts: Facts) -> Claim | None:
    """The claim, or nothing where the table cannot be."""
    fields = {"kind": kind, "noticed": noticed, "seat": SEATS.get(game, 3), "facts": facts}
    try:
        return read_claim(fields, rulebook(game).rules())
    except ClaimError:
        return None


def turned(game: str, kind: str, noticed: str, *, whole: bool) -> list[str]:
    """Verdicts that turn with a fact that they neither asked for nor named."""
    rules, found = rulebook(game).rules(), []
    for facts in bases(game, kind, whole=whole):
        claim = claimed(game, kind, noticed, facts)
        if claim is None:
            continue
        plain = headline(adjudicate(claim, rules))
        assert answer(claim, rules).headline == plain[1]
        named = {fork.fact for fork in granted(claim, rules)}
        for name in situations(rules)[kind].facts:
            if name in facts or name in derived(claim):
                continue
            for value in told(name, facts, rules, whole=whole):
                more = claimed(game, kind, noticed, {**facts, name: value})
                line = headline(adjudicate(more, rules)) if more else plain
                if plain[0] != "open" and line != plain and name not in named:
                    found.append(f"{facts}: {plain[1]}, but {name}={value}: {line[1]}")
    return found


def derived(claim: Claim) -> set[str]:
    """Facts that follow from what was told: to tell them otherwise would be a contradiction."""
    facts = claim.facts
    before = {"before", "players"} <= facts.keys()
    of_turn = {"turn"} if before else set()
    if "turn" in facts:
        of_turn = {"before", "card_before", "way_before"}
    if "direction" in facts:
        of_turn |= {"way_before"}
    one_now = {"held_then"} if facts.get("offender_hand_count", 2) < 2 else set()
    return of_turn | one_now


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", by_rank((5, 1), (5,)))
def test_no_verdict_turns_with_a_fact_that_it_neither_asked_for_nor_named(
    game: str, step: int
) -> None:
    for kind in [*CLAIMS[game]][::step]:
        assert turned(game, kind, "at_once", whole=False) == []


@pytest.mark.torture
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("noticed", NOTICED)
def test_no_verdict_turns_at_any_time_whatever_is_told_and_left_out(
    game: str, noticed: str
) -> None:
    for kind in CLAIMS[game]:
        assert turned(game, kind, noticed, whole=True) == []


@pytest.mark.parametrize("game", by_rank(GAMES, LAST_CARD_WINS))
@pytest.mark.parametrize("noticed", ["after_next_play", "after_game"])
def test_a_card_noticed_late_does_not_stand_before_it_is_known_whether_it_was_the_last(
    game: str, noticed: str
) -> None:
    assert turned(game, LAID, noticed, whole=False) == []


@pytest.mark.control
def test_with_no_hand_tried_an_illegal_last_card_would_stand_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        untold,
        "values",
        lambda name, claim, rules: () if name == "hand" else values(name, claim, rules),
    )
    assert turned("crazy_eights", LAID, "after_next_play", whole=False)


@pytest.mark.parametrize("game", LAST_CARD_WINS)
@pytest.mark.parametrize(
    ("hand", "line", "look_at"),
    [
        (None, "It depends", ("hand",)),
        ([], "Not legal", ()),
        (["KD"], "Not legal, but it stands", ()),
    ],
)
def test_after_the_next_play_the_hand_settles_whether_an_illegal_card_stands(
    game: str, hand: list[str] | None, line: str, look_at: tuple[str, ...]
) -> None:
    facts = {name: value for name, value in CLAIMS[game][LAID].items() if name != "hand"}
    claim = claimed(
        game, LAID, "after_next_play", facts if hand is None else facts | {"hand": hand}
    )
    assert claim is not None
    found = answer(claim, rulebook(game).rules())
    assert (found.headline, found.look_at) == (line, look_at)


@pytest.mark.control
def test_without_the_forks_the_queen_turns_a_verdict_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudication, "forks", lambda claim, rules: iter(()))
    monkeypatch.setitem(CLAIMS["swedish_pursuit"], "wrong_direction", QUEEN)
    assert turned("swedish_pursuit", "wrong_direction", "at_once", whole=False)


QUEEN: Facts = {"players": 5, "before": 2, "card_before": "QH"}


@pytest.mark.parametrize(
    ("seat", "way", "line"),
    [
        (3, None, "It depends"),
        (3, 1, "Play went wrong"),
        (1, 1, "Play went the right way"),
        (3, -1, "Play went the right way"),
        (1, -1, "Play went wrong"),
    ],
)
def test_after_a_queen_it_counts_which_way_play_was_going_before_her(
    seat: int, way: int | None, line: str
) -> None:
    rules = rulebook("swedish_pursuit").rules()
    facts = QUEEN if way is None else {**QUEEN, "way_before": way}
    claim = read_claim({"kind": "wrong_direction", "seat": seat, "facts": facts}, rules)
    found = answer(claim, rules)
    assert found.headline == line
    assert found.look_at == (("way_before",) if way is None else ())
    words = "Before the Queen was laid, which way was play going?"
    assert in_words("way_before", claim, rules) == words


def test_what_was_picked_up_is_read_by_one_door() -> None:
    rules = rulebook("swedish_pursuit").rules()
    facts = {"cards": "9H", "top": "KH", "already_picked_up": True}
    for game in ("swedish_pursuit", "switch", "crazy_eights", "mau_mau"):
        rules = rulebook(game).rules()
        assert answer(read_claim({"kind": "card_did_not_match", "facts": facts}, rules), rules)


def test_what_a_situation_takes_for_granted_stands_beside_its_verdict() -> None:
    rules = rulebook("swedish_pursuit").rules()
    found = answer(read_claim({"kind": "card_did_not_match", "facts": ON_KING}, rules), rules)
    assert found.headline == "Legal"
    beside = "If a card had been picked up in that turn: Not legal."
    assert beside in [statement.words for statement in found.why]


def test_every_fact_that_can_be_untold_has_its_words() -> None:
    small = {"yes_no", "direction", "seat", "suit", "choice", "number"}
    named = {names[0] for names in NEEDS.values() if len(names) == 1} | set(GRANTED)
    for game in ENGINES:
        for situation in conduct(game).situations.values():
            open_facts = [name for name in situation.helpful if FACTS[name].kind in small]
            assert [
                name
                for name in open_facts
                if name not in named | {"nominate", "own_suit", "direction", "last", "brought"}
            ] == []


def test_what_is_taken_for_granted_is_argued_and_asked_where_the_argument_ends() -> None:
    assert all(grant.why.endswith(".") and grant.noticed for grant in GRANTED.values())
    rules = rulebook("swedish_pursuit").rules()
    won = {"cards": "QS", "top": "QH"}
    lines = {
        noticed: answer(
            read_claim({"kind": "win_with_illegal_card", "noticed": noticed, "facts": won}, rules),
            rules,
        )
        for noticed in NOTICED
    }
    assert [line.headline for line in lines.values()] == [
        "No win", "No win", "It depends", "Not legal, but the win stands",
    ]  # fmt: skip
    assert lines["after_game"].look_at == ("confirmed",)


@pytest.mark.control
def test_a_grant_for_every_time_would_fill_in_what_nobody_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = turned("swedish_pursuit", "win_with_illegal_card", "after_game", whole=False)
    assert found == []
    monkeypatch.setattr(untold, "is_granted", lambda name, claim: name in GRANTED)
    rules = rulebook("swedish_pursuit").rules()
    won = {"cards": "QS", "top": "QH"}
    fields = {"kind": "win_with_illegal_card", "noticed": "after_game", "facts": won}
    assert answer(read_claim(fields, rules), rules).headline == "No win"


def test_each_fork_leads_to_other_verdicts() -> None:
    rules = rulebook("swedish_pursuit").rules()
    claim = read_claim({"kind": "wrong_direction", "seat": 3, "facts": QUEEN}, rules)
    fork = next(forks(claim, rules))
    assert [(branch.value, branch.line[1]) for branch in fork.branches] == [
        (1, "Play went wrong"),
        (-1, "Play went the right way"),
    ]


def test_a_fact_without_a_moment_of_its_own_is_asked_in_its_plain_words() -> None:
    rules = rulebook("swedish_pursuit").rules()
    claim = read_claim({"kind": "wrong_direction", "seat": 3, "facts": {"players": 5}}, rules)
    assert in_words("players", claim, rules) == FACTS["players"].question
    assert in_words("way_before", claim, rules) == FACTS["way_before"].question


def test_the_card_before_is_tried_in_each_rank_of_the_pack_and_as_none() -> None:
    rules = rulebook("mau_mau").rules()
    facts = {"players": 4, "before": 1}
    claim = read_claim({"kind": "out_of_turn", "seat": 2, "facts": facts}, rules)
    assert values("card_before", claim, rules) == (
        NONE,
        *("AS", "7S", "8S", "9S", "10S", "JS", "QS", "KS"),
    )
    fork = next(fork for fork in forks(claim, rules) if fork.fact == "card_before")
    assert [(branch.value, branch.line[1]) for branch in fork.branches] == [
        (NONE, "It was their turn"),
        ("8S", "Out of turn"),
    ]


def test_after_the_game_a_challenged_hand_is_tried_empty_too() -> None:
    rules = rulebook("swedish_pursuit").rules()
    claim = read_claim({"kind": "last_card_not_said", "noticed": "after_game"}, rules)
    assert values("offender_hand_count", claim, rules) == (0, 1, 2, 3)


def test_one_fact_settles_what_depends_and_none_what_is_plain_or_can_be_no_verdict_at_all() -> None:
    rules = rulebook("swedish_pursuit").rules()
    queen = read_claim({"kind": "wrong_direction", "seat": 3, "facts": QUEEN}, rules)
    fork = settles(adjudicate(queen, rules))
    assert fork == next(forks(queen, rules))
    plain = read_claim({"kind": "card_did_not_match", "facts": ON_KING}, rules)
    bare = read_claim({"kind": "did_not_play", "facts": {"top": "KH", "missed": False}}, rules)
    assert settles(adjudicate(plain, rules)) is settles(adjudicate(bare, rules)) is None


def test_a_choice_under_which_it_would_depend_is_no_answer_to_the_table() -> None:
    rules = rulebook("switch").rules()
    facts = {"top": "QH", "hand": "9H 3C", "pending": 0, "stock": 20, "players": 5}
    told = {"kind": "did_not_play", "noticed": "after_next_play", "facts": facts}
    told_plainly = answer(read_claim(told, rules), rules)
    assert told_plainly.headline == "Not allowed, but it stands"
    # Were it no duty to lay, it would first be asked whether they drew or passed.
    assert told_plainly.otherwise == ()
