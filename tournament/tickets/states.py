"""What the words of a list say of a ticket: whether its holder comes."""

import re
import unicodedata

from tournament.models import TicketState

COMING = frozenset(
    {
        *("attending", "checked in", "paid", "completed", "complete", "confirmed", "valid", "yes"),
        *("going", "coming", "accepted", "active", "issued", "approved", "placed", "booked", "y"),
        *(
            "free order",
            "registered",
            "reserved",
            "sold",
            "ok",
            "true",
            "pending",
            "unpaid",
            "will",
        ),
        *("not checked in", "payment pending", "pending payment", "approval pending", "1", "x"),
        *("partially paid", "transferred in", "pending overdue", "used", "attended", "free"),
    }
)
NOT_COMING = {
    TicketState.CANCELLED: frozenset(
        {
            *("cancelled", "canceled", "void", "voided", "deleted", "expired", "invalid", "failed"),
            *("abandoned", "transferred", "transferred out", "revoked", "archived", "removed"),
            *("order cancelled", "order canceled", "cancelled paid fee", "canceled paid fee"),
        }
    ),
    TicketState.REFUNDED: frozenset({"refunded", "refund", "fully refunded", "charged back"}),
    TicketState.AWAY: frozenset(
        {
            *("not attending", "no", "n", "declined", "not coming", "cannot attend", "regrets"),
            *("apologies", "not going", "unable to attend", "cannot come", "false", "0"),
        }
    ),
    TicketState.WAITING: frozenset(
        {
            *("waiting list", "on the waiting list", "waitlist", "waitlisted", "wait list"),
            *("on waiting list", "standby", "reserve list", "waiting", "on the waitlist"),
        }
    ),
}
KNOWN = dict.fromkeys(COMING, TicketState.COMING) | {
    words: state for state, many in NOT_COMING.items() for words in many
}
ANSWER = re.compile(r"(yes|no|sorry|unfortunately)\b")
WAITING = re.compile(r"\b(wait(ing)?[ -]?list|standby)\b")


def state_of(words: str) -> TicketState | None:
    """The state that a list’s word means; None where nobody can tell."""
    said = _plain(words)
    if not words.strip():
        return TicketState.COMING
    if said in KNOWN:
        return KNOWN[said]
    answer = ANSWER.match(said)
    if answer:
        return TicketState.COMING if answer[1] == "yes" else TicketState.AWAY
    return None


def on_a_waiting_list(kind: str) -> bool:
    """Whether a kind of ticket is a place on the waiting list."""
    return bool(WAITING.search(_plain(kind)))


def _plain(words: str) -> str:
    bare = unicodedata.normalize("NFKD", words.casefold()).replace("’", "'")
    return " ".join(re.sub(r"[^\w]+|_", " ", bare.replace("'", "")).split())
