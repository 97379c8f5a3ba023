"""Irregularities of laying: a card that did not match, and a win with a card
that was not allowed.
"""

from dataclasses import replace

from scoring.disputes.plays import (
    instead,
    judged,
    laid,
    takes_back,
    tells_hand,
    went_out,
    what_was_laid,
)
from scoring.law.case import Case, Settled, named
from scoring.law.ruling import Statement
from scoring.law.verdict import Verdict


def did_not_match(case: Case) -> Settled:
    """A play that is said not to fit: restored if nothing followed, else it stands, as the options
    say.
    """
    verdict = judged(case)
    finding = what_was_laid(case)
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    if verdict.legal:
        return case.nothing(finding, case.law(verdict), "The play was right: it stands.")
    if went_out(case):
        return _illegal_win(case, verdict)
    if case.noticed == "at_once":
        words = f"{takes_back(case)}; {instead(case, verdict)}"
        remedy = (case.practice("illegal_card", words), *_not_ruled(case))
        return _with_price(case, Settled(finding, _law(case, verdict), "restore", remedy))
    return _late(case, verdict)


def _with_price(case: Case, settled: Settled) -> Settled:
    """What an illegal card costs that is taken back, where the game has an option for it."""
    if not case.conduct.price:
        return settled
    if case.rules[case.conduct.price] == "0":
        return replace(settled, penalty=(case.practice("illegal_card", "No penalty."),))
    penalty = case.practice("illegal_card", f"{case.who} also takes two cards for it.")
    return replace(settled, penalty=(penalty,), sanction="cards", cards=2)


def _law(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """The law of an illegal play, without what would follow from a hand that nobody has seen."""
    law = case.law(verdict)
    if tells_hand(case, verdict) or case.facts.get("already_picked_up"):
        return law
    return tuple(
        statement
        for statement in law
        if not set(statement.clauses) & set(case.conduct.hand_clauses)
    )


def _late(case: Case, verdict: Verdict) -> Settled:
    finding, law = what_was_laid(case), _law(case, verdict)
    if not case.conduct.late:
        return Settled(
            finding, law, "stands", (case.practice("late_error", case.late), *_not_ruled(case))
        )
    if case.rules[case.conduct.late] == "rewind" and case.noticed == "after_next_play":
        words = (
            f"Play goes back to it: all plays since are undone. {takes_back(case)};"
            f" {instead(case, verdict)}"
        )
        return _with_price(
            case, Settled(finding, law, "rewind", (case.practice("late_error", words),))
        )
    warning = (case.practice("late_error", f"A warning to {case.them}, no more."),)
    return Settled(
        finding, law, "stands", (case.practice("late_error", case.late),), warning, "warning"
    )


def illegal_win(case: Case) -> Settled:
    """A win with a last card that is said not to have been allowed."""
    # The hand is empty now: before the play it held the cards laid, unless the umpire was told
    # otherwise.
    verdict = judged(case, hand=case.facts.get("hand", laid(case)))
    finding = f"{what_was_laid(case)} to win"
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    if verdict.legal and (verdict.answer == "win" or not case.conduct.judged_win):
        return case.nothing(finding, case.law(verdict), "The win was right: it stands.")
    return _illegal_win(case, verdict)


def _illegal_win(case: Case, verdict: Verdict) -> Settled:
    finding, law = f"{what_was_laid(case)} to win", _law(case, verdict)
    if verdict.legal:
        words = "It does not win. The cards stay down and play goes on."
        return Settled(finding, law, "play_on", (case.by_law(law, words),))
    if case.facts.get("confirmed", case.noticed == "after_round"):
        words = "The scores are confirmed, so the win stands."
        return Settled(
            finding, law, "stands", (case.practice("illegal_win", words), *_not_ruled(case))
        )
    if case.noticed == "after_game":
        return _undone_at_the_count(case, finding, law)
    if case.conduct.banned_last and case.conduct.banned_last[1][0] in verdict.clauses:
        words, clauses = case.conduct.banned_last
        return Settled(
            finding, law, "void_win", (case.text(words.format(who=case.them), *clauses),)
        )
    words = (
        f"No win: {takes_back(case).replace('The', 'the')}, {case.them} takes what is due, and"
        " play goes on."
    )
    remedy = (case.practice("illegal_win", words), *_not_ruled(case))
    return _with_price(case, Settled(finding, law, "void_win", remedy))


def _undone_at_the_count(case: Case, finding: str, law: tuple[Statement, ...]) -> Settled:
    """A win that does not count when all hands lie open: nobody can play on."""
    cards, scoring = laid(case), case.rules.scoring
    silent = _not_ruled(case)
    if scoring.values is None or scoring.scorer != "losers":
        words = "No win: the hands are open, so play cannot go on and the deal is played again."
        return Settled(finding, law, "redeal", (case.practice("illegal_win", words), *silent))
    counts = f"{named(cards)} counts" if len(cards) == 1 else "the cards laid count"
    words = (
        f"No win: the hands are open, so {counts} with the hand of {case.them}, and nobody has the"
        " winner's nought."
    )
    settled = Settled(finding, law, "void_win", (case.practice("illegal_win", words), *silent))
    free = case.conduct.price and case.rules[case.conduct.price] == "0"
    return _with_price(case, settled) if free else settled


def _not_ruled(case: Case) -> tuple[Statement, ...]:
    """Where a game has no readings for errors the ruling says that its text is silent."""
    if case.conduct.rules_on_errors:
        return ()
    words = "The text is silent on errors; the Umpire follows the usual practice of card tables."
    return (Statement(words, "discretion", aloud=False),)
