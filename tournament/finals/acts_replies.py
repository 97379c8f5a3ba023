"""Who of those sealed is there for the play-off, and who declined: acts added to the seal, which
stays as it is.
"""

from collections.abc import Collection

from tournament.counting.board import compute
from tournament.counting.finals import LEFT_BEHIND, finalists_of, left_behind, replies
from tournament.counting.scores import seal_in_force
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Guest, Reply, Round, Seal, Stage
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot


def reply(
    event: Event, refs: Collection[str], signature: Signature, *, declined: bool, reason: str = ""
) -> None:
    """Take down that finalists, or reserves next in line, are there or decline. Reverse act:
    `take_reply_back`.

    A declined place goes to the next reserve of the sealed order. An answer of before gives way to
    this one and stays on record. Raises Refused without a seal, with a seated play-off,
    or for whoever plays no part.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        seal = _open_seal(row)
        answers, now = replies(row, seal), compute(row)
        if left_behind(seal, now.cut):
            raise Refused(LEFT_BEHIND)
        finalists = finalists_of(row, seal, now.standings, answers)
        eligible = {*finalists.players, *finalists.waiting, *answers}
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row, ref__in=refs)}
        strangers = [ref for ref in refs if ref not in eligible or ref not in guests]
        if strangers or not refs:
            raise Refused(
                f"{', '.join(strangers) or 'Nobody'} is neither through nor a reserve of this cut."
            )
        news = [ref for ref in refs if answers.get(ref) is not declined]
        if not news:
            raise Refused("They have already given this answer.")
        body = {"edition": seal.edition, "guests": sorted(news), "declined": declined}
        entry = append(row, "reply", body, signature, reason=reason)
        Reply.objects.filter(event=row, seal=seal, guest__ref__in=news, taken_back=None).update(
            taken_back=entry
        )
        Reply.objects.bulk_create(
            Reply(event=row, seal=seal, guest=guests[ref], entry=entry, declined=declined)
            for ref in sorted(news)
        )


@after_snapshot
def take_reply_back(event: Event, ref: str, signature: Signature, *, reason: str) -> None:
    """Take an answer back: nobody has asked them yet. Reverse act: `reply`."""
    with writing(event) as row:
        if known(row, signature):
            return
        seal = _open_seal(row)
        needs(reason, "Say why the answer is taken back.")
        values = Reply.objects.filter(event=row, seal=seal, guest__ref=ref, taken_back=None)
        if not values.exists():
            raise Refused("They have not answered yet.")
        entry = append(
            row,
            "take_reply_back",
            {"edition": seal.edition, "guests": [ref]},
            signature,
            reason=reason,
        )
        values.update(taken_back=entry)


def _open_seal(row: Event) -> Seal:
    """The seal in force, as long as its play-off can still be seated otherwise."""
    seal = seal_in_force(row)
    if seal is None:
        raise Refused("Nobody is through yet: the cut is not sealed.")
    if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
        words = (
            "The play-off is seated: take its seating back first, on its page, then change who"
            " plays."
        )
        raise Refused(words)
    return seal
