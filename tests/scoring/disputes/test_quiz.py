"""The quiz for umpires: ten questions from simulated play, each answered by the engine."""

import pytest

from scoring.cards import card_text, cards_text
from scoring.disputes.quiz import GAMES, LETTERS, QUESTIONS, QuizQuestion, quiz, score
from scoring.games.registry import engine
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rules

BOOKS = list(RULEBOOKS.values())


def ten(rules: Rules, seed: int = 1) -> tuple[QuizQuestion, ...]:
    """A quiz at the smallest table."""
    return quiz(rules, max(3, rules.deal.seats_min) if rules.deal.seats_max > 2 else 2, seed)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_quiz_has_ten_questions_that_stay_the_same_for_a_seed(book: object) -> None:
    assert isinstance(book, type(BOOKS[0]))
    questions = ten(book.rules())
    assert len(questions) == QUESTIONS
    assert len({(one.words, one.scene) for one in questions}) == QUESTIONS
    quiz.cache_clear()
    assert ten(book.rules()) == questions
    assert ten(book.rules(), 2) != questions
    assert all(1 <= one.games <= GAMES for one in questions)
    assert all(one.letter in LETTERS and one.why.endswith(".") and one.clauses for one in questions)
    assert all(len(set(one.choices)) == 3 and one.words.endswith("What now?") for one in questions)
    assert all(book.clause(name).gist == gist for one in questions for name, gist in one.clauses)


@pytest.mark.parametrize("name", ["swedish_pursuit", "switch"])
def test_the_right_answer_is_the_verdict_of_a_fresh_look_at_the_same_table(name: str) -> None:
    """Put together again from what is drawn, without the game it came from."""
    found = engine(name)
    rules = found.rulebook.rules()
    for seed in range(1, 4):
        for one in ten(rules, seed):
            scene = one.scene
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


def test_what_the_event_chose_decides_and_is_named() -> None:
    book = RULEBOOKS["swedish_pursuit"]
    strict, free = (ten(book.rules(f"eight_on_two={value}")) for value in ("no", "cancels"))
    read = {one.reading for one in (*strict, *free)}
    assert "Chosen for this evening: an 8 may not be laid on an unanswered 2." in read
    assert all(one.right == 1 for one in strict if "8 may not" in one.reading)
    assert strict != free


def test_a_card_that_ends_the_game_wins_it() -> None:
    asked = [one for seed in range(6) for one in ten(RULEBOOKS["swedish_pursuit"].rules(), seed)]
    last = [one for one in asked if len(one.scene.hand) == 1 and one.right != 1]
    assert last
    assert {one.choices[one.right] for one in last} == {"It wins the game."}
    assert any("penalty cards were due." in one.words for one in asked)
    assert any("had been named." in one.words for one in asked)


def test_pursuit_says_what_lies_before_the_players() -> None:
    assert all(
        one.words.startswith("Before the players lie: seat 1 ")
        for one in ten(RULEBOOKS["pursuit"].rules())
    )


def test_the_score_counts_right_answers_and_no_others() -> None:
    questions = ten(RULEBOOKS["switch"].rules())
    right = [one.right for one in questions]
    assert score(questions, right) == QUESTIONS
    assert score(questions, [(one + 1) % 3 for one in right]) == 0
    assert score(questions, [None, *right[1:4]]) == 3
