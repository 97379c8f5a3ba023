"""Who of those sealed is there for the play-off, and who declined: acts added to the seal, which stays as it is."""

from collections.abc import Collection

from scoring.cut import Cut
from tournament.acts.seating import known
from tournament.board import compute
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.finals import finalists_of, replies
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Guest, Reply, Round, Seal, Stage
from tournament.snapshot import after_snapshot


class ReplyRefusedError(ValueError):
    """The answer of a finalist cannot be taken down so: the sentence says why and what to do first."""


def reply(event: Event, refs: Collection[str], by: Signature, *, declined: bool, reason: str = "") -> None:
    """Take down that finalists, or reserves next in line, are there or decline. Reverse act: `take_reply_back`.

    A declined place goes to the next reserve of the sealed order. An answer of before gives way to this one and stays
    on record. Raises ReplyRefusedError without a seal, with a seated play-off, or for whoever plays no part.
    """
    with writing(event) as row:
        if known(row, by):
            return
        seal = _open_seal(row)
        answers, now = replies(row, seal), compute(row)
        if not isinstance(now.cut, Cut) or list(now.cut.qualifiers) != seal.snapshot["qualifiers"]:
            raise ReplyRefusedError("The results changed since the sealing: break the seal and seal again first.")
        found = finalists_of(row, seal, now.standings, answers)
        asked = {*found.players, *found.waiting, *answers}
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row, ref__in=refs)}
        strangers = [ref for ref in refs if ref not in asked or ref not in guests]
        if strangers or not refs:
            raise ReplyRefusedError(f"{', '.join(strangers) or 'Nobody'} is neither through nor a reserve of this cut.")
        news = [ref for ref in refs if answers.get(ref) is not declined]
        if not news:
            raise ReplyRefusedError("That is what they answered already.")
        body = {"edition": seal.edition, "guests": sorted(news), "declined": declined}
        entry = append(row, "reply", body, by, reason=reason)
        Reply.objects.filter(event=row, seal=seal, guest__ref__in=news, taken_back=None).update(taken_back=entry)
        Reply.objects.bulk_create(
            Reply(event=row, seal=seal, guest=guests[ref], entry=entry, declined=declined) for ref in sorted(news)
        )


@after_snapshot
def take_reply_back(event: Event, ref: str, by: Signature, *, reason: str) -> None:
    """Take an answer back: nobody has asked them yet. Reverse act: `reply`."""
    with writing(event) as row:
        if known(row, by):
            return
        seal = _open_seal(row)
        if not reason.strip():
            raise ReplyRefusedError("Taking an answer back needs its reason.")
        given = Reply.objects.filter(event=row, seal=seal, guest__ref=ref, taken_back=None)
        if not given.exists():
            raise ReplyRefusedError("There is no answer of theirs to take back.")
        entry = append(row, "take_reply_back", {"edition": seal.edition, "guests": [ref]}, by, reason=reason)
        given.update(taken_back=entry)


def _open_seal(row: Event) -> Seal:
    """The seal in force, as long as its play-off can still be seated otherwise."""
    seal = seal_in_force(row)
    if seal is None:
        raise ReplyRefusedError("Nobody is through yet: the cut is not sealed.")
    if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
        words = "The play-off is seated: take its seating back first, on its page, then change who plays."
        raise ReplyRefusedError(words)
    return seal
