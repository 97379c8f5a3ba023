"""What a verdict tells of other choices and readings, and what it cannot tell without rules."""

from scoring.games.rulebooks import rulebook
from scoring.law.verdict import Reason, Verdict


def test_a_silence_is_named_that_a_reason_cites_and_that_can_be_read_otherwise() -> None:
    rules = rulebook("mau_mau").rules()
    silences = rules.rulebook.silences
    open_silences = tuple(silence for silence in silences if silence.alternative)
    reasons = tuple(Reason("MM-1", "", question=silence.id) for silence in silences)
    assert Verdict("legal", reasons, rules=rules).read_so == open_silences != ()
    assert Verdict("legal", (Reason("MM-1", ""),), rules=rules).read_so == ()


def test_without_rules_nothing_turns_a_verdict_and_nothing_is_read() -> None:
    verdict = Verdict("legal", (Reason("MM-1", ""),))
    assert (verdict.turned_by, verdict.others, verdict.read_so) == ((), (), ())
    assert verdict.status == "text"
