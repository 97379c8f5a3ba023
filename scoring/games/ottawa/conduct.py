"""What Ottawa brings to disputes: its situations and clauses; nobody has to lay off, but everybody
draws.
"""

from scoring.law.case import Case, Settled, conduct_of


def did_not_play(case: Case) -> Settled:
    """Nobody has to lay off, but everybody has to draw."""
    drew = case.facts.get("drawn_this_turn")
    if drew is None:
        law = (
            case.text("Nobody has to lay off.", "OT-20"),
            case.reading("OT-A7", "Everybody draws."),
        )
        return case.look(f"{case.who} laid nothing off", law, "whether they drew a card")
    verdict = case.ask({"kind": "pass"})
    finding = f"{case.who} laid nothing off and did not draw"
    if drew:
        finding = f"{case.who} laid nothing off and drew"
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    if verdict.legal:
        return case.nothing(finding, case.law(verdict), "Nobody has to lay off: the turn stands.")
    if case.noticed == "at_once":
        return Settled(
            finding,
            case.law(verdict),
            "complete",
            (case.reading("OT-A7", f"{case.who} draws now."),),
        )
    return Settled(finding, case.law(verdict), "stands", (case.practice("picked_up", case.late),))


CONDUCT = conduct_of("ottawa", settles={"did_not_play": did_not_play})
