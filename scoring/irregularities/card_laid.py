"""Irregularities of laying: a card that did not match, and a win with a card that was not allowed."""

from dataclasses import replace

from scoring.irregularities.case import Case, Settled
from scoring.irregularities.playing import instead, judged, laid, takes_back, tells_hand, went_out, what_was_laid
from scoring.irregularities.situation import Irregularity, Situation
from scoring.ruling import Statement
from scoring.verdict import Verdict

_BY_HAND = ("SP-13", "SP-15", "SP-16", "SP-24")
"""Clauses on what is to be done instead: they can be cited only when the hand has been seen."""


def did_not_match(case: Case) -> Settled:
    """A play that is said not to fit: restored if nothing followed, else it stands, as the options say."""
    verdict = judged(case)
    found = what_was_laid(case)
    if verdict.answer == "depends":
        return case.open(found, verdict)
    if verdict.legal:
        return case.nothing(found, case.law(verdict), "The play was right: it stands.")
    if went_out(case):
        return _illegal_win(case, verdict)
    if case.noticed == "at_once":
        return _restored(case, verdict)
    return _late(case, verdict)


def _restored(case: Case, verdict: Verdict) -> Settled:
    words = f"{takes_back(case)}; {instead(case, verdict)}"
    remedy = (case.practice("illegal_card", words), *_not_ruled(case))
    found, law = what_was_laid(case), _law(case, verdict)
    return _with_price(case, Settled(found, law, "restore", remedy))


def _with_price(case: Case, settled: Settled) -> Settled:
    """What an illegal card costs that is taken back, where the game has an option for it."""
    if case.game != "swedish_pursuit":
        return settled
    if case.rules["illegal_play_penalty"] == "0":
        return replace(settled, penalty=(case.practice("illegal_card", "No penalty."),))
    penalty = case.practice("illegal_card", "They also take two cards for it.")
    return replace(settled, penalty=(penalty,), sanction="cards", cards=2)


def _law(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """The law of an illegal play, without what would follow from a hand that nobody has seen."""
    law = case.law(verdict)
    if tells_hand(case, verdict) or case.facts.get("already_picked_up"):
        return law
    return tuple(said for said in law if not set(said.clauses) & set(_BY_HAND))


def _late(case: Case, verdict: Verdict) -> Settled:
    found, law = what_was_laid(case), _law(case, verdict)
    if case.game != "swedish_pursuit":
        return Settled(found, law, "stands", (case.practice("late_error", case.late), *_not_ruled(case)))
    if case.rules["late_error"] == "rewind" and case.noticed == "after_next_play":
        words = f"Play goes back to it: all plays since are undone. {takes_back(case)}; {instead(case, verdict)}"
        return _with_price(case, Settled(found, law, "rewind", (case.practice("late_error", words),)))
    warning = (case.practice("late_error", "A warning, no more."),)
    return Settled(found, law, "stands", (case.practice("late_error", case.late),), warning, "warning")


def illegal_win(case: Case) -> Settled:
    """A win with a last card that is said not to have been allowed."""
    # The hand is empty now: before the play it held the cards laid, unless the umpire was told otherwise.
    verdict = judged(case, hand=case.facts.get("hand", laid(case)))
    found = f"{what_was_laid(case)} to win"
    if verdict.answer == "depends":
        return case.open(found, verdict)
    if verdict.legal and (case.game != "pursuit" or verdict.answer == "win"):
        return case.nothing(found, case.law(verdict), "The win was right: it stands.")
    return _illegal_win(case, verdict)


def _illegal_win(case: Case, verdict: Verdict) -> Settled:
    found, law = f"{what_was_laid(case)} to win", _law(case, verdict)
    if verdict.legal:
        words = "It does not win. The cards stay down and play goes on."
        return Settled(found, law, "play_on", (case.by_law(law, words),))
    if case.facts.get("confirmed", case.noticed == "after_round"):
        words = "The scores are confirmed, so the win stands."
        return Settled(found, law, "stands", (case.practice("illegal_win", words), *_not_ruled(case)))
    if "SW-21" in verdict.clauses:
        words = "No win: the Ace goes back, they take another card and lay neither before their next turn."
        return Settled(found, law, "void_win", (case.text(words, "SW-21", "SW-22"),))
    words = f"No win: {takes_back(case).replace('The', 'the')}, they take what is due, and play goes on."
    remedy = (case.practice("illegal_win", words), *_not_ruled(case))
    return _with_price(case, Settled(found, law, "void_win", remedy))


def _not_ruled(case: Case) -> tuple[Statement, ...]:
    """Only the evening's own game has readings for errors: elsewhere the ruling says that the text is silent."""
    if case.game == "swedish_pursuit":
        return ()
    words = "The text is silent on errors; the Umpire follows the usual practice of card tables."
    return (Statement(words, "discretion", aloud=False),)


_TABLE = ("top", "suit_in_force", "pending", "hand", "already_picked_up", "players", "direction", "stock")
_PILE = ("pile_top_last", "hand", "laid_off_this_turn", "drawn_this_turn", "players")
_CHASE = ("up_to", "opponent_up_to", "opponent_has_put_down", "hand")

DID_NOT_MATCH = Irregularity(
    "card_did_not_match",
    did_not_match,
    {
        "swedish_pursuit": Situation(
            "A card was laid that may not fit",
            "Queen on Queen, Ace on Ace, the wrong suit after an 8",
            ("cards",),
            ("nominate", *_TABLE),
        ),
        "switch": Situation(
            "A card was laid that may not fit",
            "an Ace on a 2, several cards at once, the wrong suit after an Ace",
            ("cards",),
            ("nominate", *_TABLE),
        ),
        "ottawa": Situation(
            "Cards were laid off that may not fit",
            "a run that turns back in the wrong suit, a second lay-off",
            ("cards",),
            _PILE,
        ),
        "pursuit": Situation(
            "Cards were put down that may not fit",
            "a sequence of two suits, or one that runs downwards",
            ("sequences",),
            _CHASE,
        ),
    },
)
ILLEGAL_WIN = Irregularity(
    "win_with_illegal_card",
    illegal_win,
    {
        "swedish_pursuit": Situation(
            "The last card was not allowed",
            "somebody is out, but the card did not match",
            ("cards",),
            ("nominate", *_TABLE, "confirmed"),
        ),
        "switch": Situation(
            "The last card was not allowed",
            "somebody went out on an Ace",
            ("cards",),
            ("nominate", *_TABLE, "confirmed"),
        ),
        "ottawa": Situation(
            "The last lay-off was not allowed",
            "somebody went out with cards that do not follow each other",
            ("cards",),
            (*_PILE, "confirmed"),
        ),
        "pursuit": Situation(
            "A win is disputed",
            "the opponent's card was passed, or met by a Joker",
            ("sequences",),
            (*_CHASE, "confirmed"),
        ),
    },
)
