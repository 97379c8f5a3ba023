"""What an umpire reads, to the letter: five hundred answers, kept in a file that a person can read
through.
"""

from pathlib import Path

from tests.scoring.games.swedish_pursuit.questions import questions, told

KEPT = Path(__file__).parents[4] / "fixtures" / "verdicts" / "swedish_pursuit.txt"


def test_every_answer_reads_as_it_was_kept() -> None:
    """After a wanted change: `python -m tests.scoring.games.swedish_pursuit.test_wording`, then
    read the difference.
    """
    kept = KEPT.read_text().rstrip("\n").split("\n\n")
    now = [told(question).rstrip("\n") for question in questions()]
    assert [answer for answer in now if answer not in kept] == []
    assert len(now) == len(kept)


if __name__ == "__main__":
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text("\n".join(map(told, questions())))
