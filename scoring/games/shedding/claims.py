"""Answers of a shedding game to claims that are no plays: the start card, the set-up, a tally, a
blocked game.
"""

from typing import Any

from scoring.cards import case_text, rank_of
from scoring.games.shedding.dealing import beginning
from scoring.games.shedding.law import law_of, set_to
from scoring.law.claims import (
    block_verdict,
    count_of,
    counted_lines,
    deal_faults,
    setup_verdict,
    tally_verdict,
)
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import number_word, spelt


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to."""
    law, turned = law_of(rules), position.turned_up
    back = [card for card in turned if rank_of(card) in law.wild]
    staying = [card for card in turned if card not in back]
    grounds: list[Ground] = [("goes_back", card) for card in back]
    then: dict[str, Any] = {"returned": [case_text(card) for card in back]} if back else {}
    if not staying:
        return verdict_of(rules, "illegal", *grounds, then=then)
    top, dealer = staying[0], position.dealer or position.players
    begun = beginning(law.flags, top, position.players, dealer)
    then |= {"top": case_text(top), "next_turn": begun.turn, "direction": begun.direction}
    then |= {"pending": begun.pending} if law.penalty else {}
    grounds.append(("opens", top, str(begun.turn)))
    if rank_of(top) in law.does:
        grounds.append(f"start_{law.set_to('start_effect')}")
    if len(staying) > 1 or rank_of(turned[-1]) in law.wild:
        return verdict_of(rules, "illegal", ("stays", top), *grounds, then=then)
    return verdict_of(rules, "legal", *grounds, then=then)


@repeatable
def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right packs, cards and players."""
    deal, players = rules.deal, position.players
    grounds: dict[str, Ground] = {
        "decks": ("decks", spelt(deal.packs(players), "pack"), str(len(deal.pack))),
        "dealt": ("dealt", number_word(deal.dealt(players))),
    }
    wrong = [grounds[name] for name in deal_faults(position, rules)]
    if not deal.seats_min <= players <= deal.seats_max:
        wrong = [("seats", str(deal.seats_min), str(deal.seats_max))]
    return setup_verdict(position, rules, wrong, [*grounds.values()])


@repeatable
def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count one hand and compare it with the points claimed."""
    if rules.scoring.values is None:
        return verdict_of(rules, "correct" if claim.claimed is None else "incorrect", "no_points")
    count = count_of(position.hand, rules)
    return tally_verdict(
        rules, claim.claimed, count.total, ("total", str(count.total)), *counted_lines(count)
    )


@repeatable
def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more."""
    facts = {
        "the number of players": position.players,
        "the cards in the stock": position.stock,
        "the passes in a row": position.consecutive_misses,
    }
    ending = set_to(rules, "blocked")
    then = {"game_over": True, "blocked": ending}
    then |= {"redeal": True} if ending == "redeal" else {}
    return block_verdict(position, rules, "passed", facts) or verdict_of(
        rules, "upheld", f"blocked_{ending}", then=then
    )
