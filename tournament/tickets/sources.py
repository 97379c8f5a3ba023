"""The shops, forms and address books that lists of guests come from: by which headings each is
recognised, and what its headings hold where the same words mean another thing elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


def spellings(words: str) -> tuple[str, ...]:
    """Several words in one text, parted by strokes."""
    return tuple(word.strip() for word in words.split("|"))


def plain(heading: str) -> str:
    """A heading without case, accents and punctuation; “Order #” is “order no”."""
    heading = re.sub(r"^\s*#(?=[A-Za-z])", "", heading)
    letters = unicodedata.normalize("NFKD", heading.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    if bare.strip() == "#":
        return "#"
    return " ".join(re.sub(r"[^\w]+|_", " ", bare.replace("#", " no ")).split())


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of list. It is recognised by `enough` of its `own` headings, in the form that `plain`
    gives them. `reads` maps such headings to the fields they hold, the first column with that
    heading first, where that is not what the words say; `""` is a column to leave out. `tells` is
    the column that says who comes, as its shop writes it.
    """

    key: str
    name: str
    own: frozenset[str]
    enough: int
    reads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tells: str = ""


SOURCES = (
    Source(
        "pretix",
        "pretix",
        frozenset(spellings("order code|position id|pseudonymization id|attendee name|event slug")),
        2,
        {
            "attendee email": ("email",),
            "email": ("",),
            "company": ("livery", "buyer_company"),
            "product": ("ticket_type",),
        },
        "Status",
    ),
    Source(
        "eventbrite",
        "Eventbrite",
        frozenset(
            spellings(
                "attendee status|eventbrite fees|eventbrite payment processing|attendee no"
                "|order no|order type|total paid|price tier"
            )
        ),
        3,
        {"order type": ("",), "home phone": ("",), "work phone": ("",)},
        "Attendee Status",
    ),
    Source(
        "ticket_tailor",
        "Ticket Tailor",
        frozenset(
            spellings(
                "order status|issued ticket id|ticket code|ticket status|order id|buyer name"
                "|ticket description|txn id|box office"
            )
        ),
        3,
        {"reference": ("ticket",)},
        "Order status",
    ),
    Source(
        "microsoft_forms",
        "Microsoft Forms",
        frozenset(spellings("start time|completion time|last modified time")),
        2,
        {"name": ("",), "full name": ("name",), "id": ("ticket",)},
    ),
    Source("google_forms", "Google Forms", frozenset({"timestamp"}), 1),
    Source(
        "woocommerce",
        "WooCommerce",
        frozenset(
            spellings(
                "first name billing|last name billing|email billing|company billing|item name"
                "|billing first name|billing last name|billing email|quantity refund|order status"
                "|order number|billing company|order total amount|payment method title|item cost"
            )
        ),
        3,
        {
            f"{part} billing" if behind else f"billing {part}": (field,)
            for part, field in (
                ("first name", "first_name"),
                ("last name", "last_name"),
                ("company", "livery"),
                ("email", "email"),
                ("phone", "phone"),
            )
            for behind in (True, False)
        }
        | {"item name": ("ticket_type",), "quantity refund": ("quantity",)},
        "Order Status",
    ),
    Source(
        "luma",
        "Luma",
        frozenset(
            spellings("api id|approval status|checked in at|qr code url|custom source|eth address")
        ),
        3,
        {"approval status": ("status",), "api id": ("ticket",), "ticket name": ("ticket_type",)},
        "approval_status",
    ),
    Source(
        "google_contacts",
        "Google Contacts",
        frozenset(
            spellings(
                "phonetic first name|organization name|labels|e mail 1 value|e mail 1 label"
                "|name prefix|phone 1 value|group membership|e mail 1 type|phone 1 label"
            )
        ),
        3,
        {
            "e mail 1 value": ("email",),
            "phone 1 value": ("phone",),
            "organization name": ("livery",),
            "organization title": ("office",),
            "name prefix": ("title",),
            "name suffix": ("post_nominals",),
        }
        | dict.fromkeys(
            spellings(
                "e mail 1 label|e mail 1 type|e mail 2 label|e mail 2 value|phone 1 label|labels"
                "|phone 1 type|phone 2 label|phone 2 value|file as|nickname|group membership"
            ),
            ("",),
        ),
    ),
    Source(
        "outlook",
        "Outlook",
        frozenset(
            spellings(
                "e mail display name|e mail type|business street|home street|job title|initials"
                "|business phone|other street|e mail 2 address|organizational id number"
            )
        ),
        3,
        dict.fromkeys(
            spellings(
                "spouse|children|account|priority|private|sensitivity|location|categories"
                "|referred by|assistant s name|manager s name|office location|department|hobby"
            ),
            ("",),
        ),
    ),
    Source(
        "tabbycat",
        "Tabbycat",
        frozenset(spellings("institution|team name|speaker|code name|use institution prefix")),
        2,
        {"team name": ("",), "institution": ("livery",)},
    ),
    Source(
        "last_card",
        "Last Card",
        frozenset(
            spellings(
                "round1|round 1|round 1 table|round 1 seat|player id|games won|eights caught"
                "|worst game|cards left|qualified|what decided|through|needs half the time|r1 g1"
            )
        ),
        2,
        {"player": ("name",)}
        | dict.fromkeys(
            spellings(
                "player id|order|place|total|adjusted|round1|round2|round3|round 1|round 2|round 3"
                "|round 1 table|round 2 table|round 3 table|round 1 seat|round 2 seat|round 3 seat"
                "|games won|eights caught|eights|worst game|cards left|absent|qualified|through"
            ),
            ("",),
        ),
    ),
)
OWN = Source("own", "own list", frozenset(), 0)
"""A list that somebody wrote themselves."""


def source_of(headings: Iterable[str]) -> Source:
    """The first source that writes such headings, else a list of one’s own."""
    words = {plain(heading) for heading in headings if heading}
    return next((source for source in SOURCES if len(source.own & words) >= source.enough), OWN)
