"""Just ask: every situation of every game is walked in taps to the answer that the rules give."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any, get_args

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.cards import rank_of
from scoring.disputes.adjudication import adjudicate, read_claim, situations
from scoring.disputes.adjudication import told as told_as_json
from scoring.disputes.answers import answer
from scoring.disputes.irregularities import IRREGULARITIES
from scoring.games.registry import engine
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.facts import FACTS
from scoring.law.plays import BlockedClaim, Claim, Setup, Start, TallyClaim
from tests.scoring.disputes.claims import CLAIMS, SEATS
from tests.second_rank import by_rank
from tests.tournament.ending import signed_in
from tests.tournament.evening import new_event, official, seated_event
from tournament.counting.scores import rules as rules_in_force
from tournament.event.forms_rules import new_columns
from tournament.models import Event, Role, Round, Ruling, Seat
from tournament.models.seating import RoundState
from tournament.rulings.forms_questions import LABELS, LEADING, NOTICED_WORDS, SEAT, SOURCE_WORDS
from tournament.rulings.search import HAPPENS, fitting, found_in_rules, heard, in_order
from tournament.seating.reading import table_told

pytestmark = pytest.mark.django_db
LETTERS = "ABCDEFGHIJ"
OF_THE_PROGRAM = re.compile(r"\b[a-z]+_[a-z_]+|\b\w+=\w|\bdefault\b|\bNone\b")
"""What no person should ever read: a name of the program's own."""


def umpire_of(event: Event) -> Client:
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    return client


def texts(html: str, tag: str) -> list[str]:
    """The texts of all elements of a tag."""
    found = re.findall(rf"<{tag}[ >].*?</{tag}>", html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", "", one)).split()) for one in found]


def taps(name: str, value: Any) -> Iterator[str]:
    """The taps that tell a fact."""
    yield f"on:{name}"
    kind = "seat" if name == SEAT else FACTS[name].kind
    if kind in ("card", "cards", "sequences"):
        for card in str(value).split():
            yield f"key:{card[-1]}"
            yield f"key:{card[:-1]}"
        return
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    yield f"set:{name}={LETTERS[value - 1] if kind == 'seat' else said}"


def told(client: Client, event: Event, kind: str, facts: dict[str, Any]) -> str:
    """The address behind which all these facts have been told, tap by tap."""
    where, query = f"/e/{event.slug}/ask/{kind}/", ""
    for name, value in facts.items():
        for tap in taps(name, value):
            moved = client.get(f"{where}?{query}&tap={tap}").headers["Location"]
            query = moved.partition("?")[2]
    return query


@pytest.mark.parametrize("game", by_rank(RULEBOOKS, ("swedish_pursuit", "switch")))
def test_every_situation_is_walked_in_taps_to_the_answer_of_the_rules(game: str) -> None:
    event = new_event(game=game)
    client, rules = umpire_of(event), rules_in_force(event)
    listed = client.get(f"/e/{event.slug}/ask/").content.decode()
    for kind, situation in situations(rules).items():
        assert f'href="/e/{event.slug}/ask/{kind}/"' in listed
        assert situation.name in unescape(listed)
        seat = SEATS.get(game, 3)
        query = told(client, event, kind, {SEAT: seat, **CLAIMS[game][kind]})
        question = client.get(f"/e/{event.slug}/ask/{kind}/?{query}")
        assert (question.status_code, question.context["fault"]) == (200, ""), kind
        page = client.get(f"/e/{event.slug}/ask/{kind}/answer/?{query}")
        claim = read_claim({"kind": kind, "facts": CLAIMS[game][kind], "seat": seat}, rules)
        assert page.context["found"] == answer(claim, rules), kind
        assert page.context["found"].ruling == adjudicate(claim, rules), kind
        assert texts(page.content.decode(), "h1") == [answer(claim, rules).headline]
        for seen in (question, page):
            assert not OF_THE_PROGRAM.findall(" ".join(texts(seen.content.decode(), "main"))), kind


def test_a_new_kind_of_claim_or_fact_needs_its_words_here() -> None:
    assert set(LEADING) == set(IRREGULARITIES)
    assert set(LABELS) == {*FACTS, SEAT}
    for kind in IRREGULARITIES:
        known = [
            book[kind]
            for book in (situations(rulebook(game).rules()) for game in RULEBOOKS)
            if kind in book
        ]
        asked = {name for situation in known for name in (*situation.facts, SEAT)}
        assert set(LEADING[kind]) <= asked, kind
    # What is claimed at a table beside the plays themselves, and the situation that puts it to the
    # engine.
    claims = {
        Start: "wrong_start_card",
        TallyClaim: "tally_miscounted",
        BlockedClaim: "blocked_game",
        Setup: "wrong_deal",
    }
    assert set(claims) == set(get_args(Claim))
    assert set(claims.values()) <= set(IRREGULARITIES)
    claim = {"kind": "out_of_turn"}
    for name, words in (("noticed", NOTICED_WORDS), ("source", SOURCE_WORDS)):
        assert all(
            read_claim({**claim, name: value}, rulebook("switch").rules()) for value in words
        )


@pytest.fixture
def event() -> Event:
    """Two tables of five, Swedish Pursuit."""
    return seated_event(10)


QUEEN = "cards=QS&top=QH&seat=C&table=2"


def test_the_answer_says_all_an_umpire_needs_and_costs_few_queries(event: Event) -> None:
    client = umpire_of(event)
    for path in ("?table=2", f"card_did_not_match/?{QUEEN}", f"card_did_not_match/answer/?{QUEEN}"):
        with CaptureQueriesContext(connection) as asked:
            page = client.get(f"/e/{event.slug}/ask/{path}")
        assert len(asked) <= 15
    html = page.content.decode()
    assert [act.words for act in page.context["now"]] == [
        "Q♠ goes back.",
        "Guest 8 lays a card that fits, or takes what is due.",
    ]
    assert texts(html, "li")[-2:] == [
        "Q goes back. Chosen for this evening",
        "Guest 8 lays a card that fits, or takes what is due. Chosen for this evening",
    ]
    assert page.context["instead"].words == "Any heart or any 8."
    said = " ".join(texts(html, "main"))
    assert "An Ace, Queen or 2 must follow the suit in force." in said
    assert "With the other choice: An Ace, Queen or 2 may also be laid on its own rank." in said
    assert "Legal. The play was right: it stands." in said
    assert "SP-19" in said
    assert page.context["aloud"].startswith(
        "Guest 8 laid the Queen of spades on the Queen of hearts."
    )
    assert "table 2, round 1" in said


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_the_place_of_a_ruling_is_the_round_that_is_played_or_the_one_that_was_asked_for(
    game: str,
) -> None:
    event = seated_event(8, qualifying_rounds=3, **new_columns(game, {}))

    def place(query: str) -> Any:
        where = table_told(event, "1", query)
        seats = Seat.objects.filter(event=event, table__number=1, round__number=where.round)
        assert where.names == dict(seats.values_list("letter", "guest__name"))
        return where.round

    assert (place(""), place("3")) == (1, 3)
    Round.objects.filter(event=event, number=1).update(state=RoundState.CLOSED)
    assert (place(""), place("1")) == (2, 1)
    Round.objects.filter(event=event).update(state=RoundState.CLOSED)
    assert place("") == 3


def test_the_list_finds_a_situation_by_a_word_and_keeps_the_table(event: Event) -> None:
    client = umpire_of(event)
    found = client.get(f"/e/{event.slug}/ask/?q=stock+lay&table=2")
    kinds = {kind for kind, *_ in found.context["commonest"]}
    assert {"did_not_play", "blocked_game"} <= kinds
    assert "ask/blocked_game/?table=2&amp;round=1" in found.content.decode()
    zebra = client.get(f"/e/{event.slug}/ask/?q=zebra").content.decode()
    assert "No rule and no ruling tonight covers this." in zebra
    assert "“zebra”" in zebra


@pytest.mark.parametrize(
    ("query", "answer", "situation"),
    [
        ("who starts", "The player on the dealer's left.", "wrong_start_card"),
        ("can you go out on a queen", "Yes.", "win_with_illegal_card"),
        ("can I win on an 8?", "Yes.", "win_with_illegal_card"),
        (
            "nobody can play",
            "With no stock left, if you cannot lay you miss your turn.",
            "blocked_game",
        ),
        ("what is an 8 worth", "8: 30 points.", ""),
        (
            "said last card too late",
            "If you have not said it, you pick up two cards.",
            "last_card_not_said",
        ),
        ("how many points is an 8", "8: 30 points.", ""),
        ("how many cards do we get", "Each player is dealt five cards, one card at a time.", ""),
        ("can I play an 8 on a 2", "No.", "penalty_not_taken"),
        ("how many cards", "Each player is dealt five cards, one card at a time.", "wrong_deal"),
    ],
)
def test_a_question_in_plain_words_finds_readings_clauses_and_situations(
    query: str, answer: str, situation: str
) -> None:
    in_force = rulebook("swedish_pursuit").rules()
    assert answer in [one.answer for one in found_in_rules(query, in_force)]
    every = in_order(situations(in_force))
    kinds = fitting(query, ((kind, heard(kind, one)) for kind, one in every))
    assert situation in (*kinds, "")


def test_situations_come_in_the_order_in_which_they_happen_as_simulated_games_count_them() -> None:
    in_force = rulebook("swedish_pursuit").rules()
    listed = [kind for kind, _one in in_order(situations(in_force))]
    assert listed[: len(HAPPENS)] == sorted(HAPPENS, key=lambda kind: -HAPPENS[kind])
    met: Counter[str] = Counter()
    rng = Random(16)
    for _game in range(GAMES):
        met.update(
            _moments_of(engine("swedish_pursuit").deal(in_force, 5, shuffle=rng.shuffle), rng)
        )
    met["last_card_not_said"] //= 10  # the share that is forgotten: a guess
    met["suit_named"] //= 20
    for kind, times in met.items():
        assert HAPPENS[kind] / 1.4 < times < HAPPENS[kind] * 1.4, (kind, times)
    assert len(met) == 6


GAMES = 220
ACE, TWO, EIGHT, QUEEN_RANK = 0, 1, 7, 11


def _moments_of(game: Any, rng: Random) -> Counter[str]:
    """How often a game played at random comes to the moment of a situation."""
    met = Counter(wrong_start_card=int(rank_of(game.top) in (ACE, TWO, QUEEN_RANK)))
    while not game.over:
        seat, held = game.turn, len(game.hand(game.turn))
        play = rng.choice(game.some_plays())
        game.apply(play)
        left = len(game.hand(seat))
        met["did_not_play"] |= int(left == held)
        met["last_card_not_said"] += int(left == 1 < held)
        met["suit_named"] += int(left < held and rank_of(play.cards[0]) == EIGHT)
        trick = left == 0 and rank_of(play.cards[0]) in (ACE, TWO, EIGHT, QUEEN_RANK)
        met["win_with_illegal_card"] += int(trick)
    met["blocked_game"] += int(game.ending == "blocked")
    return met


def test_the_sketch_and_its_sentence_follow_each_tap(event: Event) -> None:
    client, where = umpire_of(event), f"/e/{event.slug}/ask/card_did_not_match/"
    query, sentences = "", []
    for tap in ("key:S", "key:Q", "key:H", "key:Q", "set:seat=C", "set:noticed=after_game"):
        query = client.get(f"{where}?{query}&tap={tap}").headers["Location"].partition("?")[2]
        page = client.get(f"{where}?{query}")
        sentences.append(page.context["sentence"])
    assert sentences == [
        "Nothing has been said yet.",
        "Somebody laid the Queen of spades. Noticed before the next play.",
        "Somebody laid the Queen of spades. Noticed before the next play.",
        "Somebody laid the Queen of spades on the Queen of hearts. Noticed before the next play.",
        "Seat C laid the Queen of spades on the Queen of hearts. Noticed before the next play.",
        "Seat C laid the Queen of spades on the Queen of hearts. Noticed after the game.",
    ]
    assert [group["lying"].label for group in page.context["sketch"]["groups"]] == [
        "stock",
        "showing",
        "laid by C",
    ]


def test_an_evening_of_three_laps_is_told_three_wherever_its_race_is_asked_about() -> None:
    event = new_event(**new_columns("pursuit_racing", {"laps": "3"}))
    client, where = umpire_of(event), f"/e/{event.slug}/ask/"
    found = client.get(f"{where}?q=race+laps").content.decode()
    query = "sequences=4D+5D&up_to=4C"
    page = client.get(f"{where}win_with_illegal_card/answer/?{query}").content.decode()
    settings = signed_in(event).get(f"/e/{event.slug}/settings/rules/").content.decode()
    for words, sentence in (
        (found, "The first player to finish three laps wins."),
        (page, "the first to pass their own starting card three times wins"),
        (page, "First establish how many laps they have run"),
        (settings, "The third lap is done on reaching the own starting rank"),
    ):
        assert sentence in words
        assert not re.search(r"five (laps|times)|fifth", words)


def test_a_verdict_that_depends_leads_to_the_hand_and_goes_on_from_there(event: Event) -> None:
    client, where = umpire_of(event), f"/e/{event.slug}/ask/did_not_play/"
    page = client.get(f"{where}answer/?missed=no&top=QH&seat=C")
    assert texts(page.content.decode(), "h1") == ["It depends"]
    assert page.context["now"][0].words == ("Look at the hand of seat C; until then nobody plays.")
    (question, query), *others = page.context["look_at"]
    assert (question, others) == ("Which cards are in the hand?", [])
    again = client.get(f"{where}?{query}")
    assert again.context["pad"].question == question
    assert texts(client.get(f"{where}answer/?{query}&hand=9H").content.decode(), "h1") == [
        "Not allowed, but it stands"
    ]


def test_keys_can_be_undone_and_the_number_of_players_is_known_at_a_table(event: Event) -> None:
    client, where = umpire_of(event), f"/e/{event.slug}/ask/tally_miscounted/"
    query = told(client, event, "tally_miscounted", {"hand": "8H KD"})
    query = client.get(f"{where}?{query}&tap=key:undo").headers["Location"].partition("?")[2]
    assert "hand=8H&" in f"{query}&"
    query = (
        client.get(f"{where}?{query}&claimed=18&on=claimed&go=1")
        .headers["Location"]
        .partition("?")[2]
    )
    assert "claimed=18" in query
    page = client.get(f"/e/{event.slug}/ask/wrong_deal/?table=1")
    assert ("players", "Players", "5", False) in page.context["facts"]


BAD = (
    (
        "card_did_not_match",
        "cards=QS&top=QS",
        "Q♠ is named 2 times, under “Card showing” and “Laid”",
    ),
    ("card_did_not_match", "cards=QS&hand=3C+3C", "3♣ is named 2 times, under “Hand”"),
    (
        "tally_miscounted",
        f"claimed=9&hand={'3C+' * 60}",
        "“Hand” names 60 cards, but one pack has only 52",
    ),
    (
        "card_did_not_match",
        "cards=QS&top=KH&suit_in_force=S",
        "“Suit in force” is spades, but K♥ is on top, and only an 8",
    ),
    (
        "card_did_not_match",
        "cards=QS&top=KH&pending=2",
        "“Penalty cards due” is 2, but K♥ is on top: no penalty stays due",
    ),
    (
        "win_with_illegal_card",
        "cards=QS&hand=3C",
        "“Hand” still holds 3♣: a play that leaves a card in the hand",
    ),
    (
        "card_did_not_match",
        "cards=QS&pending=99",
        "“Penalty cards due” must be a whole number from 0 to 52",
    ),
    (
        "card_did_not_match",
        "cards=QS&pending=many",
        "“Penalty cards due” must be a whole number from 0 to 52",
    ),
    ("card_did_not_match", "cards=QS&seat=Z", "“Who” must be a seat from A to J, not “Z”."),
    ("card_did_not_match", "cards=ZZ", "“Laid”: “ZZ” is not a card"),
    ("card_did_not_match", "", "“Laid” is needed: Which card or cards were laid"),
    ("out_of_turn", "turn=Q", "“Whose turn” must be a seat from A to J"),
    ("last_card_not_said", "said=maybe", "“Said in time” must be true or false"),
    ("card_did_not_match", "cards=QS&noticed=soon", "must be one of at_once"),
)


@pytest.mark.parametrize(("kind", "query", "words"), BAD)
def test_what_cannot_be_is_a_sentence_that_names_the_field(
    kind: str, query: str, words: str, event: Event
) -> None:
    page = umpire_of(event).get(f"/e/{event.slug}/ask/{kind}/answer/?{query}")
    assert page.status_code == 422
    assert words in page.context["fault"]


def test_a_table_that_is_not_at_the_event_is_named_with_those_there_are(event: Event) -> None:
    client = umpire_of(event)
    said = (
        "Table: this evening has no table 40; its tables are 1 to 2. Correct the number or leave it"
        " empty."
    )
    for path in ("ask/?table=40", "ask/out_of_turn/?table=40", "ask/out_of_turn/?table=40&round=9"):
        page = client.get(f"/e/{event.slug}/{path}")
        whose = "round 9 of this evening" if "round" in path else "this evening"
        assert said.replace("this evening", whose) in unescape(page.content.decode())
    assert (
        "Table: this evening has no table x"
        in client.get(f"/e/{event.slug}/ask/?table=x").content.decode()
    )
    bare = new_event()
    assert (
        "nobody is seated" in umpire_of(bare).get(f"/e/{bare.slug}/ask/?table=1").content.decode()
    )


def test_a_situation_of_another_game_leads_back_to_the_list(event: Event) -> None:
    client = umpire_of(event)
    for tail in ("", "answer/"):
        page = client.get(f"/e/{event.slug}/ask/cheating/{tail}", follow=True)
        assert page.redirect_chain[0][0] == f"/e/{event.slug}/ask/"
        assert (
            "knows no" in page.content.decode()
            or "has no situation of that name" in page.content.decode()
        )


def test_an_answer_becomes_a_ruling_by_its_form_and_is_shown_before_the_next_alike(
    event: Event,
) -> None:
    client = umpire_of(event)
    where = f"/e/{event.slug}/ask/card_did_not_match/answer/?{QUEEN}"
    page = client.get(where)
    assert page.context["alike"] == []
    fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode())
    )
    sent = client.post(
        page.context["make_url"], {name: unescape(text) for name, text in fields.items()}
    )
    made = Ruling.objects.get(event=event)
    assert sent.headers["Location"] == f"/e/{event.slug}/rulings/{made.number}/"
    assert made.answer == told_as_json(page.context["found"].ruling)
    assert (made.kind, made.table.number if made.table else None) == ("card_did_not_match", 2)
    shown = client.get(sent.headers["Location"]).content.decode()
    replay = unescape(re.findall(r'href="([^"]+)">Replay the play<', shown)[0])
    assert client.get(replay).context["now"].did == "Seat C lays Q♠."
    with CaptureQueriesContext(connection) as asked:
        again = client.get(f"{where}&refers_to={made.number}")
    assert len(asked) <= 15
    assert [(earlier["ruling"].number, earlier["same"]) for earlier in again.context["alike"]] == [
        (made.number, True)
    ]
    assert f'name="refers_to" value="{made.number}"' in again.content.decode()


def test_an_untold_fact_is_one_question_and_each_answer_stands_with_its_verdict(
    event: Event,
) -> None:
    client, where = umpire_of(event), f"/e/{event.slug}/ask/wrong_direction/answer/"
    page = client.get(f"{where}?seat=C&players=5&before=B&card_before=QH")
    html = page.content.decode()
    assert texts(html, "h1") == ["It depends"]
    assert "Before the Queen was laid, which way was play going? Tap what is true." in html
    ways = page.context["ways_out"]
    assert [(way["word"], way["headline"]) for way in ways] == [
        ("Clockwise", "Play went wrong"),
        ("Anticlockwise", "Play went the right way"),
    ]
    for way in ways:
        led_to = client.get(f"{where}?{way['query']}").content.decode()
        assert texts(led_to, "h1") == [way["headline"]]
    hand = client.get(f"/e/{event.slug}/ask/did_not_play/answer/?missed=no&top=QH")
    assert hand.context["ways_out"] == []
