"""Failure to play when able: a player picked up, or did nothing, although they could lay."""

from scoring.irregularities.case import Case, Settled
from scoring.irregularities.playing import instead
from scoring.irregularities.situation import Irregularity, Situation
from scoring.verdict import Verdict


def did_not_play(case: Case) -> Settled:
    """A turn in which nothing was laid: what was done stands as the turn, as no hand can be proved afterwards."""
    if case.game == "pursuit":
        law = (
            case.reading("PU-A5", "Nobody has to put down: the text permits it.", "PU-12", "PU-8"),
            case.text("The turn ends with a discard.", "PU-9", aloud=False),
        )
        return case.nothing(f"{case.who} put nothing down", law, "Nobody has to put down: the turn stands.")
    if case.game == "ottawa":
        return _ottawa(case)
    missed = bool(case.facts.get("missed"))
    took = "nothing" if missed else "the penalty" if case.facts.get("pending") else "a card"
    found = f"{case.who} took {took} and laid nothing"
    verdict = case.ask({"kind": "miss" if missed else "pick_up"})
    if verdict.answer == "depends":
        return case.open(found, verdict)
    if verdict.legal:
        return case.nothing(found, case.law(verdict), "They were right to: nothing changes.")
    return _passed(case, found, verdict) if missed else _stands(case, found, verdict)


def _passed(case: Case, found: str, verdict: Verdict) -> Settled:
    """A turn in which nothing at all was done is made up for at once, and afterwards left."""
    law = case.law(verdict)
    if case.noticed == "at_once":
        words = f"It is still their turn: {instead(case, verdict)}"
        return Settled(found, law, "complete", (case.by_law(law, words),))
    return Settled(found, law, "stands", (case.discretion(case.late),))


def _stands(case: Case, found: str, verdict: Verdict) -> Settled:
    remedy = case.practice("picked_up", "What they took stays with them and was their turn.")
    law = case.law(verdict)
    if case.game != "swedish_pursuit":
        return Settled(found, law, "stands", (remedy,))
    words = "A warning; a repeat may cost more." if case.noticed in ("at_once", "after_next_play") else "A warning."
    return Settled(found, law, "stands", (remedy,), (case.practice("picked_up", words),), "warning")


def _ottawa(case: Case) -> Settled:
    """Nobody has to lay off, but everybody has to draw."""
    drawn = case.facts.get("drawn_this_turn")
    if drawn is None:
        law = (case.text("Nobody has to lay off.", "OT-20"), case.reading("OT-A7", "Everybody draws."))
        return case.look(f"{case.who} laid nothing off", law, "whether they drew a card")
    verdict = case.ask({"kind": "pass"})
    found = f"{case.who} laid nothing off and {'drew' if drawn else 'did not draw'}"
    if verdict.answer == "depends":
        return case.open(found, verdict)
    if verdict.legal:
        return case.nothing(found, case.law(verdict), "Nobody has to lay off: the turn stands.")
    if case.noticed == "at_once":
        return Settled(found, case.law(verdict), "complete", (case.reading("OT-A7", "They draw now."),))
    return Settled(found, case.law(verdict), "stands", (case.practice("picked_up", case.late),))


_TABLE = ("top", "suit_in_force", "pending", "stock", "players", "direction")

DID_NOT_PLAY = Irregularity(
    "did_not_play",
    did_not_play,
    {
        "swedish_pursuit": Situation(
            "Picked up although able to lay",
            "they held a match, an 8, or a 2 to answer a 2",
            (),
            ("hand", "missed", *_TABLE),
        ),
        "switch": Situation(
            "Picked up although able to lay",
            "they held a match or an Ace",
            (),
            ("hand", "missed", *_TABLE),
        ),
        "ottawa": Situation(
            "Somebody laid nothing off, or did not draw",
            "they had a run and kept it, or passed without a card",
            (),
            ("drawn_this_turn", "laid_off_this_turn", "stock", "players"),
        ),
        "pursuit": Situation(
            "Somebody put nothing down although able to",
            "they kept a sequence that carries on",
            (),
        ),
    },
)
