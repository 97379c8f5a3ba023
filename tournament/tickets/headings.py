"""Which column of a list of guests holds which field, by its heading. The headings here are those
that shops document or their importers read. Another one is guessed, by a word in it or by its
spelling, and the guess is shown for a person to put right.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

from scoring.words import capital, listed
from tournament.models.event import Groups
from tournament.tickets.sources import plain, source_of, spellings


class Column(NamedTuple):
    """A field that a column may fill: its name, what it is called on pages, the headings that it is
    known as, and how long its text may be.
    """

    field: str
    label: str
    known_as: tuple[str, ...]
    longest: int = 200


COLUMNS = (
    Column(
        "badge",
        "Badge",
        spellings("badge|badge no|badge number|no|number|nr|#|player no|player"),
        6,
    ),
    Column(
        "title",
        "Title",
        spellings("title|prefix|salutation|style|attendee name title|attendee name salutation"),
        40,
    ),
    Column(
        "first_name",
        "First name",
        spellings(
            "first name|firstname|forename|given name|given names|christian name|first names"
            "|attendee first name|attendee name given name|your first name|first|forenames"
            "|prenom|vorname|fornamn|nome|initials|guest first name|forename s|first name s"
        ),
        80,
    ),
    Column(
        "last_name",
        "Last name",
        spellings(
            "last name|lastname|surname|family name|attendee last name|attendee surname"
            "|attendee name family name|your last name|your surname|last|surnames|second name"
            "|guest last name|guest surname|player last name"
            "|nachname|familienname|efternamn|nom de famille"
        ),
        80,
    ),
    Column(
        "name",
        "Name as printed",
        spellings(
            "name|guest|guest name|name as printed|full name|name on card|player name|printed name"
            "|attendee|attendee name|holder|ticket holder|participant|participant name"
            "|your name|your full name|what is your name|what is your full name|name of guest"
            "|guest 1|guest 1 name|guest name 1|first guest|first guest name|attendee 1|name 1"
            "|player 1|lead guest|lead name|name of attendee|name of player|names|guest names"
            "|namn|vor und nachname|nom et prenom|contact name|display name|member|member name"
            "|captain|team captain|lead booker|main guest|primary guest|main contact"
        ),
        80,
    ),
    Column(
        "sort_name",
        "Sort name",
        spellings("sort name|sortname|sort|sort as|sort by|list as|listed as|file as"),
        120,
    ),
    Column(
        "post_nominals",
        "Post-nominals",
        spellings(
            "post nominals|postnominals|post nominal|letters|suffix|honours|honors|decorations"
            "|awards|letters after the name|letters after name|name suffix|qualifications"
        ),
        40,
    ),
    Column(
        "livery",
        "Livery",
        spellings(
            "livery|company|livery company|club|team|wc|guild|livery name|organisation"
            "|organization|company organisation|institution|your livery company|your company"
            "|which livery company|which company|attendee company|organization name|societe"
            "|firma|verein|klubb|company name|club name|team name"
        ),
        120,
    ),
    Column(
        "office",
        "Office",
        spellings("office|dignity|position|role|rank|civic office|job title"),
        60,
    ),
    Column(
        "guest_of", "Guest of", spellings("guest of|host|host name|invited by|hosted by|party"), 80
    ),
    Column(
        "host_connected",
        "Host-connected",
        spellings("host connected|host side|host company|of the host|home|host connection"),
        10,
    ),
    Column(
        "fixed_table",
        "Fixed table",
        spellings("fixed table|stays at table|mobility|static table"),
        6,
    ),
    Column(
        "public_name",
        "Name on the board",
        spellings(
            "name on the board|name on board|show name|show my name|public name|name in public"
            "|name may be shown|name may be published|consent to publish name|name consent"
        ),
        40,
    ),
    Column(
        "photographs",
        "Photographs",
        spellings(
            "photographs|photograph|photos|photo|photography|photo consent|photos allowed"
            "|photography consent|photograph consent|consent to photographs|consent to photos"
            "|consent to photography|happy to be photographed|may be photographed"
            "|may we photograph you|may we take your photograph|do you consent to photographs"
            "|do you consent to being photographed|image consent|media consent"
        ),
        40,
    ),
    Column(
        "no_photographs",
        "No photographs",
        spellings("no photographs|no photos|no photo|no photography|do not photograph"),
        40,
    ),
    Column("as_it_stands", "As it stands", spellings("as it stands|another person"), 10),
    Column(
        "email",
        "E-mail",
        spellings("email|e mail|e mail address|email address|mail|attendee email|your email"),
        254,
    ),
    Column(
        "phone",
        "Phone",
        spellings(
            "phone|phone number|mobile|mobile phone|mobile number|cell phone|telephone|tel"
            "|telephone number|work phone|home phone|contact number"
        ),
        40,
    ),
    Column(
        "dietary",
        "Dietary wishes",
        spellings(
            "dietary wishes|dietary|diet|dietary requirements|dietary requirement|dietary needs"
            "|dietary restrictions|dietary preferences|allergies|allergies or dietary requirements"
            "|special diet|meal|meal choice|menu"
        ),
        120,
    ),
    Column(
        "notes",
        "Notes",
        spellings(
            "notes|note|comment|comments|remarks|remark|order comment|special requests|message"
            "|anything else|access needs|accessibility"
        ),
        300,
    ),
    Column(
        "order_number",
        "Order number",
        spellings(
            "order number|order|order no|order id|order code|order ref|order reference"
            "|booking|booking no|booking number|booking id|booking reference|reference"
        ),
        60,
    ),
    Column(
        "ticket",
        "Ticket number",
        spellings(
            "ticket number|ticket no|ticket id|ticket code|ticket ref|ticket reference|barcode"
            "|issued ticket id|attendee no|attendee number|attendee id|position id|barcode no|id"
            "|response id"
        ),
        60,
    ),
    Column(
        "status",
        "Ticket status",
        spellings(
            "ticket status|status|attendee status|attendance|attending|rsvp|coming"
            "|will you attend|will you be attending|are you coming"
        ),
        60,
    ),
    Column(
        "order_status",
        "Order status",
        spellings("order status|order state|payment status|booking status"),
        60,
    ),
    Column(
        "ticket_type",
        "Ticket type",
        spellings("ticket type|ticket|ticket name|ticket description|product|admission"),
        120,
    ),
    Column(
        "quantity",
        "Places",
        spellings("places|quantity|qty|tickets|number of tickets|number of places|no of tickets"),
        4,
    ),
    Column("more_places", "Places beside", (), 4),
    Column("beside", "Further names", (), 300),
    Column(
        "buyer",
        "Buyer",
        spellings(
            "buyer|buyer name|booked by|purchaser|purchaser name|customer|customer name|ordered by"
            "|invoice address name"
        ),
        80,
    ),
    Column(
        "buyer_first",
        "Buyer’s first name",
        spellings(
            "buyer first name|purchaser first name|customer first name"
            "|invoice address name given name"
        ),
        80,
    ),
    Column(
        "buyer_last",
        "Buyer’s last name",
        spellings(
            "buyer last name|buyer surname|purchaser last name|customer last name"
            "|invoice address name family name"
        ),
        80,
    ),
    Column(
        "buyer_company",
        "Buyer’s company",
        spellings(
            "buyer company|purchaser company|customer company|invoice company|billing company"
        ),
        120,
    ),
)
"""Every field, with the headings as `plain` gives them."""
BY_FIELD: Mapping[str, Column] = {column.field: column for column in COLUMNS}
OF_A_TICKET = frozenset(
    {"ticket", "status", "order_status", "ticket_type", "quantity", "more_places", "beside"}
    | {"buyer", "buyer_first", "buyer_last", "buyer_company"}
)
"""What is said of a ticket and not of its guest."""
_FIELDS = {
    name: column.field
    for column in COLUMNS
    for name in (*column.known_as, column.field.replace("_", " "))
}
"""The field of every heading that is known."""
WORDS = (
    (re.compile(r"\b(diet|dietary|allerg\w*|vegetarian)\b"), "dietary"),
    (re.compile(r"\b(livery|guild|worshipful)\b"), "livery"),
    (re.compile(r"^(group|department|dept|school|employer|firm|branch|section)$"), "livery"),
    (re.compile(r"\b(attend|attending|coming|join us)\b"), "status"),
    (re.compile(r"\b(mobile|telephone|phone)\b"), "phone"),
    (re.compile(r"\b(e mail|email)\b"), "email"),
    (re.compile(r"\b(anything|comments?|requests?|access|accessibility)\b"), "notes"),
)
"""What the question of a form asks, by a word in it: the heading is a whole sentence there."""
DENIES = re.compile(r"\b(not|no|never|unable|cannot|can t|cant|won t|wont|declin\w*|n t)\b")
"""In a question about coming: whoever is ticked below “Not coming” does not come."""
NEAR, NEAR_WORD = 0.84, 0.8
"""How alike a misspelt heading is at least to the right one, and each of its words to its own."""
SHORTEST_NEAR = 5
"""Letters of a heading that may be misspelt: shorter ones are alike by chance."""
HOST, HOSTS = "host connected", frozenset({"host", "party", "hosts", "host guest"})
"""“Host?” is answered by yes and no; “Host” by a name."""
Reads = Mapping[str, tuple[str, ...]]
"""What a shop's headings hold: see `Source.reads`."""


def is_heading(cell: str) -> bool:
    """Whether a cell is called as one of the fields is."""
    return plain(cell) in _FIELDS


def suggested(
    headings: Sequence[str], remembered: Mapping[str, str] | None = None
) -> dict[int, str]:
    """The field of each column whose heading is recognised, by the number of the column. Each field
    is given once: to what was chosen before for that heading (`remembered`), then as the shop means
    it, by the whole heading, by a word in it, and by its spelling; and there to the first column.
    """
    words = [
        HOST if heading.strip().endswith("?") and plain(heading) in HOSTS else plain(heading)
        for heading in headings
    ]
    chosen = remembered or {}
    reads = source_of(headings).reads
    fields: dict[int, str] = {}
    for look in (_by_memory, _by_shop, _by_words, _by_a_word, _by_spelling):
        times: Counter[str] = Counter()
        for place, heading in enumerate(words):
            time = times[heading]
            times[heading] += 1
            settled = heading in chosen or heading in reads
            if place in fields or not heading or (settled and look in GUESSES):
                continue
            name = look(heading, time, chosen, reads)
            if name in BY_FIELD and name not in fields.values():
                fields[place] = name
    return dict(sorted(fields.items()))


def _by_memory(heading: str, time: int, chosen: Mapping[str, str], _reads: Reads) -> str:
    return chosen.get(heading, "") if time == 0 else ""


def _by_shop(heading: str, time: int, chosen: Mapping[str, str], reads: Reads) -> str:
    fields = () if heading in chosen else reads.get(heading, ())
    return fields[time] if time < len(fields) else ""


def _by_words(heading: str, _time: int, _chosen: Mapping[str, str], _reads: Reads) -> str:
    return _FIELDS.get(heading, "")


def _by_a_word(heading: str, _time: int, _chosen: Mapping[str, str], _reads: Reads) -> str:
    name = next((name for word, name in WORDS if word.search(heading)), "")
    return "" if name == "status" and DENIES.search(heading) else name


def _by_spelling(heading: str, _time: int, _chosen: Mapping[str, str], _reads: Reads) -> str:
    if len(heading) < SHORTEST_NEAR:
        return ""
    long_enough = [name for name in _FIELDS if len(name) >= SHORTEST_NEAR]
    near = get_close_matches(heading, long_enough, n=3, cutoff=NEAR)
    return next((_FIELDS[name] for name in near if _each_word_alike(heading, name)), "")


def _each_word_alike(heading: str, right: str) -> bool:
    """Whether a heading may be the right one misspelt: “order date” is no misspelt “order state”,
    much as they are alike as a whole.
    """
    words, right_words = heading.split(), right.split()
    if len(words) != len(right_words):
        return heading.replace(" ", "") == right.replace(" ", "")
    pairs = zip(words, right_words, strict=True)
    return all(SequenceMatcher(None, first, second).ratio() >= NEAR_WORD for first, second in pairs)


GUESSES = frozenset({_by_words, _by_a_word, _by_spelling})
"""They are not asked about a heading that somebody, or its shop, has settled."""


def called(name: str, groups: Groups) -> str:
    """What a field is called; the livery by the evening’s own word for its groups."""
    return capital(groups.word) if name == "livery" else BY_FIELD[name].label


def left_out(headings: Sequence[str], chosen: Mapping[int, str]) -> str:
    """The headings that no field takes, for a person to see; nothing where all are taken."""
    names = [
        heading.strip()
        for place, heading in enumerate(headings)
        if heading.strip() and not chosen.get(place)
    ]
    return f"columns left out: {', '.join(names)}" if names else ""


def fault_in_columns(chosen: Mapping[int, str], groups: Groups) -> str:
    """What is wrong with a choice of columns: a field twice, or no name."""
    fields = [name for name in chosen.values() if name and name != "beside"]
    twice = next((name for name in fields if fields.count(name) > 1), "")
    if twice:
        return f"Two columns are both “{called(twice, groups)}”: leave one of them out."
    if "name" not in fields and not {"first_name", "last_name"} <= set(fields):
        return "Say which column holds the name as printed, or which hold first and last name."
    return ""


def remarks(
    headings: Sequence[str],
    chosen: Mapping[int, str],
    remembered: Mapping[str, str],
    groups: Groups,
) -> list[str]:
    """What a person should know of the headings: whether the column is missing that tells who
    comes, which stand twice, and which were guessed.
    """
    source, lines = source_of(headings), []
    if source.tells and not {"status", "order_status"} & set(chosen.values()):
        lines.append(
            f"A list from {source.name} has a column “{source.tells}”, and none is chosen here:"
            " cancelled tickets cannot be told from the others. Choose it, or export the list"
            " again."
        )
    twice = _twice(headings, chosen, groups)
    return lines + twice + _guessed(headings, chosen, remembered, groups)


def _twice(headings: Sequence[str], chosen: Mapping[int, str], groups: Groups) -> list[str]:
    words, lines = [plain(heading) for heading in headings], []
    for heading in dict.fromkeys(words):
        places = [place for place, word in enumerate(words) if word == heading]
        read = [place for place in places if chosen.get(place)]
        if heading and 0 < len(read) < len(places):
            labels = listed(called(chosen[place], groups) for place in read)
            if len(read) > 1:
                columns = f"{len(read)} of them are"
            else:
                columns = f"the {'first' if read[0] == places[0] else 'last'} of them is"
            lines.append(
                f"“{headings[places[0]].strip()}” stands over {len(places)} columns: {columns}"
                f" read as {labels}, the rest is left out."
            )
    return lines


def _guessed(
    headings: Sequence[str],
    chosen: Mapping[int, str],
    remembered: Mapping[str, str],
    groups: Groups,
) -> list[str]:
    reads, by_itself = source_of(headings).reads, suggested(headings, remembered)
    guessed = [
        f"“{headings[place].strip()}” as {called(name, groups)}"
        for place, name in chosen.items()
        if name
        and by_itself.get(place) == name
        and plain(headings[place]) not in {*_FIELDS, *reads, *remembered}
    ]
    if not guessed:
        return []
    return [f"Guessed: {', '.join(guessed)}. Choose again where that is wrong."]
