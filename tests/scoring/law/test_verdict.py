"""Which silences a verdict rests on (`read_so`), and that without rules it can tell nothing."""

from scoring.games.rulebooks import rulebook
from scoring.law.verdict import Reason, Verdict


def test_read_so_names_each_silence_cited_that_can_be_read_otherwise() -> None:
    rules = rulebook("mau_mau").rules()
    silences = rules.rulebook.silences
    with_another_reading = tuple(silence for silence in silences if silence.alternative)
    reasons = tuple(Reason("MM-1", "", question=silence.id) for silence in silences)
    assert with_another_reading
    assert Verdict("legal", reasons, rules=rules).read_so == with_another_reading
    assert Verdict("legal", (Reason("MM-1", ""),), rules=rules).read_so == ()


def test_without_rules_nothing_turns_a_verdict_and_nothing_is_read() -> None:
    verdict = Verdict("legal", (Reason("MM-1", ""),))
    assert (verdict.turned_by, verdict.others, verdict.read_so) == ((), (), ())
    assert verdict.status == "text"
