"""Sealing, printing and revealing the ten: three acts, each with its reverse."""

from collections.abc import Mapping, Sequence

from scoring.board import digest, snapshot
from scoring.cards import CardError, parse_card, rank_of
from scoring.cut import Cut
from tournament.board import board, compute, released
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.lift import seal_in_force
from tournament.models import CutOfCards, Event, Guest, Round, Seal, Stage
from tournament.models.seating import RoundState


class CutRefusedError(ValueError):
    """The cut cannot be sealed, printed or revealed so: the sentence says why and what to do first."""


def seal_cut(event: Event, by: Signature) -> Seal:
    """Seal the cut as it stands; the public board is held from here to the revealing. Reverse act: `break_seal`."""
    with writing(event) as row:
        _nothing_open(row)
        drawn = _decided(row)
        if seal_in_force(row):
            raise CutRefusedError("The cut is sealed already: break the seal first, with a reason.")
        edition = Seal.objects.filter(event=row).count() + 1
        said = snapshot(drawn, board(row).ledger)
        entry = append(row, "seal", {"edition": edition, "digest": digest(said), "snapshot": said}, by)
        seal = Seal.objects.create(
            event=row,
            edition=edition,
            entry=entry,
            snapshot=said,
            digest=digest(said),
            sealed_at=by.at,
            sealed_by=by.actor.name,
        )
        hold(row, by)
    return seal


def break_seal(event: Event, by: Signature, *, reason: str) -> Seal:
    """Take the seal back, while the play-off has no sheet; the next one is a new edition."""
    with writing(event) as row:
        seal = _in_force(row)
        if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
            raise CutRefusedError("The play-off is seated from this cut: unseat it first.")
        if not reason.strip():
            raise CutRefusedError("Breaking the seal needs its reason.")
        append(row, "break_seal", {"edition": seal.edition}, by, reason=reason)
        seal.broken_at = by.at
        seal.save(update_fields=["broken_at"])
    return seal


def mark_printed(event: Event, by: Signature) -> Seal:
    """Record that the list of the sealed cut went on paper; paper is not taken back: the next edition replaces it."""
    with writing(event) as row:
        seal = _in_force(row)
        append(row, "print_cut", {"edition": seal.edition, "digest": seal.digest}, by)
        seal.printed_at = by.at
        seal.save(update_fields=["printed_at"])
    return seal


def reveal_cut(event: Event, by: Signature) -> Seal:
    """Announce the sealed cut: the public board follows again. Reverse act: `withdraw_announcement`."""
    with writing(event) as row:
        seal = _in_force(row)
        if seal.revealed_at:
            raise CutRefusedError("The cut was revealed already.")
        append(row, "reveal", {"edition": seal.edition, "digest": seal.digest}, by)
        seal.revealed_at = by.at
        seal.save(update_fields=["revealed_at"])
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])
    return seal


def withdraw_announcement(event: Event, by: Signature, *, reason: str) -> Seal:
    """Take the announcement back: the public sees the last released board again."""
    with writing(event) as row:
        seal = _in_force(row)
        if not seal.revealed_at:
            raise CutRefusedError("The cut was not revealed yet.")
        if not reason.strip():
            raise CutRefusedError("Withdrawing an announcement needs its reason.")
        append(row, "withdraw_announcement", {"edition": seal.edition}, by, reason=reason)
        seal.revealed_at = None
        seal.save(update_fields=["revealed_at"])
        hold(row, by)
    return seal


def hold_board(event: Event, by: Signature) -> None:
    """Hold the public board as it is now. Reverse act: `release_board`."""
    with writing(event) as row:
        append(row, "hold", {}, by)
        hold(row, by)


def release_board(event: Event, by: Signature) -> None:
    """Let the public board follow again; a sealed cut is released by revealing it."""
    with writing(event) as row:
        seal = seal_in_force(row)
        if seal and not seal.revealed_at:
            raise CutRefusedError("The cut is sealed and not revealed: reveal it, and the board follows.")
        append(row, "release", {}, by)
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])


def hold(row: Event, by: Signature) -> None:
    """Keep what the public sees now; a board already held stays as it was."""
    if row.held:
        return
    row.held_since, row.released = by.at, released(row)
    row.save(update_fields=["held_since", "released"])


def record_cut_of_cards(
    event: Event, cards: Mapping[str, str], by: Signature, *, stage: str = Stage.QUALIFYING
) -> None:
    """Record who cut what: the lower card goes through, Ace low; equal ranks cut again between themselves.

    Reverse act: `take_back_cut_of_cards`. Raises CutRefusedError for a card that is none or that two hold.
    """
    ranks = _ranks(cards)
    with writing(event) as row:
        if stage == Stage.QUALIFYING and seal_in_force(row):
            raise CutRefusedError("The cut is sealed: break the seal before cards are cut again.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row, ref__in=ranks)}
        missing = sorted(set(ranks) - set(guests))
        if missing:
            raise CutRefusedError(f"There is no guest {', '.join(missing)} at this event.")
        entry = append(row, "cut_of_cards", {"stage": stage, "cards": dict(cards)}, by)
        CutOfCards.objects.bulk_create(
            CutOfCards(event=row, entry=entry, guest=guests[ref], stage=stage, card=cards[ref], rank=rank)
            for ref, rank in ranks.items()
        )


def take_back_cut_of_cards(event: Event, by: Signature, *, reason: str, stage: str = Stage.QUALIFYING) -> None:
    """Take the last recorded cut of cards back."""
    with writing(event) as row:
        last = CutOfCards.objects.filter(event=row, stage=stage).order_by("-entry__number").first()
        if last is None or (stage == Stage.QUALIFYING and seal_in_force(row)):
            raise CutRefusedError("There is no cut of cards to take back, or the cut is sealed.")
        append(row, "take_back_cut_of_cards", {"entry": last.entry.number}, by, reason=reason)
        CutOfCards.objects.filter(event=row, entry=last.entry_id).delete()


def _ranks(cards: Mapping[str, str]) -> dict[str, int]:
    try:
        drawn = {ref: parse_card(text) for ref, text in cards.items()}
    except CardError as error:
        raise CutRefusedError(f"{error} Write the card each of them cut, such as 7H.") from None
    if len(drawn) < 2 or len(set(drawn.values())) < len(drawn):
        raise CutRefusedError("At least two guests cut, each a card of their own: no card can be cut twice.")
    order: Sequence[int] = sorted({rank_of(card) for card in drawn.values()})
    return {ref: order.index(rank_of(card)) + 1 for ref, card in drawn.items()}


def _nothing_open(row: Event) -> None:
    waiting = Round.objects.filter(event=row, stage=Stage.QUALIFYING).exclude(state=RoundState.CLOSED)
    laid = Round.objects.filter(event=row, stage=Stage.QUALIFYING).count()
    if laid < row.qualifying_rounds or waiting:
        names = ", ".join(str(found).lower() for found in waiting) or f"round {laid + 1}"
        raise CutRefusedError(f"Not all rounds are closed ({names}): close them first.")


def _decided(row: Event) -> Cut:
    drawn = compute(row).cut
    if drawn is None or not isinstance(drawn, Cut):
        raise CutRefusedError(drawn.words if drawn else "There is nothing to cut yet: no sheet is in.")
    if drawn.undecided:
        names = ", ".join(one.name for one in drawn.standings if one.player in drawn.undecided)
        raise CutRefusedError(f"The line is not decided between {names}: let them cut cards and record it.")
    return drawn


def _in_force(row: Event) -> Seal:
    seal = seal_in_force(row)
    if seal is None:
        raise CutRefusedError("The cut is not sealed.")
    return seal
