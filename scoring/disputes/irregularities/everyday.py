"""What happens at every table, whatever is played, and no text has a rule for: a card wanted back,
dropped or stuck to another, a hand shown, a player who is slow or gone, a pack that is not whole.
What is done about each stands in `disputes/everyday.toml`.
"""

from scoring.law.case import Case, Settled
from scoring.law.rules_text import text_of
from scoring.law.ruling import Noticed, Statement
from scoring.law.situations import Situation

_CUSTOMS = text_of("disputes/everyday")
_WHILE: dict[Noticed, str] = {
    "at_once": "goes_on",
    "after_next_play": "goes_on",
    "after_game": "over",
    "after_round": "over",
}
EVERYDAY = {
    kind: Situation(custom["name"], custom["example"], (), tuple(custom.get("asks", ())))
    for kind, custom in _CUSTOMS.items()
}
"""Each by its name in claims."""


def everyday(case: Case) -> Settled:
    """What is done about something that every table meets: custom, and so the umpire's discretion;
    the text speaks of the deal alone.
    """
    custom, noticed, during = _CUSTOMS[case.claim.kind], case.noticed, _WHILE[case.noticed]
    act, words = custom.get(noticed) or custom[during]
    for row in custom.get("turned", ()):
        if case.facts.get(row["fact"]) == row["value"]:
            act, words = row.get(noticed) or row.get(during) or (act, words)
    law: tuple[Statement, ...] = (case.discretion(f"The text says nothing of {custom['matter']}."),)
    if case.claim.kind in _OF_THE_DEAL and case.conduct.dealing:
        law = (case.text("The deal passes to the left.", case.conduct.dealing), *law)
    finding, remedy = _of(case, custom["found"]), (case.discretion(_of(case, words)),)
    if "warning" not in custom or during != "goes_on" or act == "stands":
        return Settled(finding, law, act, remedy)
    penalty = (case.discretion(_of(case, custom["warning"])),)
    return Settled(finding, law, act, remedy, penalty, "warning")


_OF_THE_DEAL = ("who_shuffles", "wrong_dealer")


def _of(case: Case, words: str) -> str:
    return words.format(who=case.who, them=case.them)
