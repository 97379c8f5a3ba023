"""The quiz for umpires: ten questions from simulated play, each answered by the engine."""

import pytest

from scoring.cards import card_text, cards_text
from scoring.disputes.quiz import GAMES, LETTERS, QUESTIONS, QuizQuestion, quiz, score
from scoring.disputes.quiz_moments import start_verdict
from scoring.games.registry import conduct, engine
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rulebook, Rules
from tests.second_rank import by_rank

BOOKS = list(RULEBOOKS.values())


def ten(rules: Rules, seed: int = 1) -> tuple[QuizQuestion, ...]:
    """A quiz at the smallest table."""
    return quiz(rules, max(3, rules.deal.seats_min) if rules.deal.seats_max > 2 else 2, seed)


@pytest.mark.parametrize("book", by_rank(BOOKS, BOOKS[:2]))
def test_a_quiz_has_ten_questions_that_stay_the_same_for_a_seed(book: object) -> None:
    assert isinstance(book, type(BOOKS[0]))
    questions = ten(book.rules())
    assert len(questions) == QUESTIONS
    assert len({(question.words, question.scene) for question in questions}) == QUESTIONS
    quiz.cache_clear()
    assert ten(book.rules()) == questions
    assert ten(book.rules(), 2) != questions
    assert all(1 <= question.games <= GAMES for question in questions)
    assert all(
        question.letter in LETTERS and question.why.endswith(".") and question.clauses
        for question in questions
    )
    assert all(
        len(set(question.choices)) == 3 and question.words.endswith("What now?")
        for question in questions
    )
    assert all(
        book.clause(name).gist == gist for question in questions for name, gist in question.clauses
    )


def asked(rules: Rules, players: int, about: str) -> list[QuizQuestion]:
    """The questions of some quizzes in whose words this stands."""
    quizzes = (quiz(rules, players, seed) for seed in range(1, 4))
    return [question for ten in quizzes for question in ten if about in question.words]


@pytest.mark.parametrize("name", ["swedish_pursuit", "switch"])
def test_the_right_answer_is_the_verdict_of_a_fresh_look_at_the_same_table(name: str) -> None:
    """Put together again from what is drawn, without the game it came from."""
    found = engine(name)
    rules = found.rulebook.rules()
    for one in asked(rules, 4, " laid "):
        scene = one.scene
        assert scene.card is not None
        told = {
            "players": scene.players, "turn": scene.seat, "top": card_text(scene.top[-1]), "stock": scene.stock,
            "suit_in_force": scene.suit or card_text(scene.top[-1])[-1], "pending": scene.pending,
            "hand": cards_text(scene.hand).split(),
        }  # fmt: skip
        play = {"kind": "discard", "card": card_text(scene.card)}
        verdict = found.check(
            found.read_position(told, "discard"), found.read_question(play, told), rules
        )
        wins = verdict.then.get("winner") == scene.seat
        assert one.right == (2 if wins else 0 if verdict.legal else 1), one


@pytest.mark.parametrize("book", by_rank(BOOKS, BOOKS[:2]), ids=lambda book: book.name)
def test_start_cards_last_cards_and_blocked_games_are_asked_where_the_game_has_them(
    book: Rulebook,
) -> None:
    known, seats = conduct(book.name).situations, min(4, book.deal.seats_max)
    turned_up = book.name != "pursuit"
    assert bool(asked(book.rules(), seats, " turned up ")) == turned_up
    said = asked(book.rules(), seats, " challenges.")
    assert bool(said) == ("last_card_not_said" in known)
    word = conduct(book.name).calls.word
    assert all((f"did not say {word}" in one.words) or one.right == 0 for one in said)
    assert len({one.right for one in said}) >= (2 if said else 0)
    # Ottawa makes a new stock of its discards, so that a table hardly ever gets stuck.
    assert not asked(book.rules(), seats, "is blocked.") or "blocked_game" in known


def test_a_start_card_leads_where_the_engine_says_and_others_are_to_choose() -> None:
    book = RULEBOOKS["swedish_pursuit"]
    for one in asked(book.rules(), 4, " turned up "):
        verdict = start_verdict(book.rules(), 4, one.scene.top[-1])
        right = one.choices[one.right]
        assert (f"Seat {verdict.then.get('next_turn')} begins" in right) or (
            right == "Another card is turned up." and card_text(one.scene.top[-1])[0] == "8"
        )
        assert ("anticlockwise" in right) == (card_text(one.scene.top[-1])[0] == "Q")
        assert ("penalty cards" in right) == (card_text(one.scene.top[-1])[0] == "2")
        assert one.scene.hand == ()
        assert one.scene.stock == 52 - sum(one.scene.counts) - 1


def test_a_table_is_blocked_once_everybody_has_passed_and_then_as_the_event_chose() -> None:
    book = RULEBOOKS["swedish_pursuit"]
    words, ends = "the last four turns were passed", set()
    for chosen in ("tally", "redeal"):
        for one in asked(book.rules(f"blocked={chosen}"), 4, "is blocked."):
            assert one.scene.stock == 0
            ends.add((words in one.words and chosen, one.choices[one.right]))
    assert ends == {
        (False, "Play goes on."),
        ("tally", "The game ends here."),
        ("redeal", "The cards are dealt again."),
    }


def test_a_winner_who_never_called_is_challenged_too() -> None:
    gone = asked(RULEBOOKS["swedish_pursuit"].rules("challenge_until=tally"), 3, "has gone out.")
    assert {one.choices[one.right][-10:] for one in gone} == {"two cards."}


def test_what_the_event_chose_decides_and_is_named() -> None:
    book = RULEBOOKS["swedish_pursuit"]
    strict, free = (
        asked(book.rules(f"eight_on_two={value}"), 4, " laid ") for value in ("no", "cancels")
    )
    read = {one.reading for one in (*strict, *free)}
    assert "Chosen for this evening: an 8 may not be laid on an unanswered 2." in read
    assert all(one.right == 1 for one in strict if "8 may not" in one.reading)
    assert strict != free


def test_a_card_that_ends_the_game_wins_it() -> None:
    rules = RULEBOOKS["swedish_pursuit"].rules()
    last = [one for one in asked(rules, 3, " laid ") if len(one.scene.hand) == 1]
    assert {one.choices[one.right] for one in last if one.right != 1} == {"It wins the game."}
    assert len(last) >= 3
    assert asked(rules, 3, "penalty cards were due.")
    assert asked(rules, 3, "had been named.")


def test_pursuit_says_what_lies_before_the_players() -> None:
    assert all(
        one.words.startswith("Before the players lie: seat 1 ")
        for one in ten(RULEBOOKS["pursuit"].rules())
    )


def test_the_score_counts_right_answers_and_no_others() -> None:
    questions = ten(RULEBOOKS["switch"].rules())
    right = [question.right for question in questions]
    assert score(questions, right) == QUESTIONS
    assert score(questions, [(one + 1) % 3 for one in right]) == 0
    assert score(questions, [None, *right[1:4]]) == 3
