"""Whether somebody comes, by the words of a list of guests: the state of a ticket as shops write
it, the answer in a form, or a remark that was put beside a name later.
"""

import re
import unicodedata

from tournament.models import TicketState
from tournament.tickets.sources import spellings

COMING = frozenset(
    spellings(
        "attending|checked in|paid|completed|complete|confirmed|valid|yes|going|coming|accepted"
        "|active|issued|approved|placed|booked|y|free order|registered|reserved|sold|ok|true"
        "|processing|on hold"
        "|pending|unpaid|will|not checked in|payment pending|pending payment|approval pending|1|x"
        "|partially paid|transferred in|pending overdue|used|attended|free|accepts|accept|accepting"
        "|will attend|will be attending|attends|will come|comes|ja|oui|si|in|definitely|of course"
        "|delighted|happy to attend|checked|arrived|present|confirms|complimentary|comp"
        "|waived|invoiced|pending approval|not yet paid|to pay|owes|due|overdue|part paid|deposit"
        "|pre registered|on site|rsvpd yes"
    )
)
NOT_COMING = {
    TicketState.CANCELLED: frozenset(
        spellings(
            "cancelled|canceled|void|voided|deleted|expired|invalid|failed|abandoned|transferred"
            "|transferred out|revoked|archived|removed|order cancelled|order canceled"
            "|cancelled paid fee|canceled paid fee|rejected|denied|withdrawn|withdrew|annulled"
            "|disapproved|not approved|turned down|refused|cancel|payment failed|duplicate"
        )
    ),
    TicketState.REFUNDED: frozenset(
        spellings("refunded|refund|fully refunded|charged back|refund requested|chargeback")
    ),
    TicketState.AWAY: frozenset(
        spellings(
            "not attending|no|n|declined|not coming|cannot attend|regrets|apologies|not going"
            "|unable to attend|cannot come|false|0|declines|decline|declining|regret|cant make it"
            "|cant|cannot|unable|apologies received|cannot make it|cant come|cant attend|nein|non"
            "|nej"
            "|wont attend|will not attend|wont come|will not come|not able|not able to attend|out"
            "|sends apologies|sent apologies|no thanks|not this time|unavailable|not available"
            "|no longer coming|no longer attending|dropped out|no show|absent|pulled out"
        )
    ),
    TicketState.WAITING: frozenset(
        spellings(
            "waiting list|on the waiting list|waitlist|waitlisted|wait list|on waiting list|standby"
            "|reserve list|waiting|on the waitlist|stand by|reserves|reserve|wait listed|on standby"
        )
    ),
}
KNOWN = dict.fromkeys(COMING, TicketState.COMING) | {
    words: state for state, many in NOT_COMING.items() for words in many
}
"""The state that each of these words means."""
SIGNS = dict.fromkeys("✓✔☑✅", TicketState.COMING) | dict.fromkeys("✗✘✖❌☒×", TicketState.AWAY)
"""What is ticked or crossed instead of written."""
ANSWER = re.compile(r"(yes|no|sorry|unfortunately)\b")
"""The first word of an answer that goes on as a sentence: “Yes, gladly”."""
WAITING = re.compile(r"\b(wait(ing)?[ -]?list|standby)\b")
"""In the kind of a ticket: a place on the waiting list."""
OFF = re.compile(
    r"\b(cancell?ed|cancell?ation|withdrawn|withdrew|no longer (coming|attending|able)|pulled out"
    r"|(not|cannot|can ?not|can['’]?t|won['’]?t|unable to|not able to)"
    r" (now )?(be )?(coming|come|attend|attending|make)( it)?|not coming|declined|refunded|deceased"
    r"|dropped out|(sends?|sent|with|has sent) (his |her |their )?apologies|apologies received"
    r"|has (cancelled|withdrawn|died)|do not seat|not (any ?more|now) coming)\b",
    re.IGNORECASE,
)
"""In a remark: its guest does not come."""
UNSURE = re.compile(r"\b(may|might|if|unless|until|deadline|fee|policy|before|or)\b", re.IGNORECASE)
"""In a remark: it speaks of a condition or of the terms of sale, and not of its guest."""
LONGEST_REMARK = 60
"""A longer remark tells a story, which a person has to read."""


def state_of(words: str) -> TicketState | None:
    """The state that the words of a list mean: who is listed without any comes; None where nobody
    can tell.
    """
    text, plain = words.strip(), _plain(words)
    if not text:
        return TicketState.COMING
    state = KNOWN.get(plain) or SIGNS.get(text)
    if state:
        return state
    answer = ANSWER.match(plain)
    if answer:
        return TicketState.COMING if answer[1] == "yes" else TicketState.AWAY
    return None


def on_a_waiting_list(kind: str) -> bool:
    """Whether a kind of ticket is a place on the waiting list."""
    return bool(WAITING.search(_plain(kind)))


def says_off(remark: str) -> bool:
    """Whether a remark says that its guest does not come: “CANCELLED 3/2”, “no longer coming”."""
    if len(remark) > LONGEST_REMARK or UNSURE.search(remark):
        return False
    return bool(OFF.search(remark))


def _plain(words: str) -> str:
    """Words without case, accents and punctuation; “can’t” is “cant”."""
    bare = unicodedata.normalize("NFKD", words.casefold()).replace("’", "'")
    return " ".join(re.sub(r"[^\w]+|_", " ", bare.replace("'", "")).split())
