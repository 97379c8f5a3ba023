"""What a list writes behind a name that is no part of it: the group in brackets, a dietary mark,
whose guest it is, “CANCELLED”; and marks for “the same as above”.
"""

import re
from typing import NamedTuple

from tournament.guests.liveries import company_keys, key
from tournament.models.guest import tidy
from tournament.tickets.answers import on_a_waiting_list, says_off
from tournament.tickets.people import name_like

OF_GROUP, OF_STATE, OF_DIET, OF_HOST, OF_NOTE = "livery", "status", "dietary", "guest_of", "notes"
OF_MAIL = "email"
BEHIND = (
    re.compile(r"^(?P<name>.*[^\W\d_].*?)\s*[(\[](?P<remark>[^()\[\]]+)[)\]]$"),
    re.compile(r"^(?P<name>.*[^\W\d_].*?)(?:\s+[-–—/|]+\s*|\s*:\s+)(?P<remark>.+)$"),
    re.compile(r"^(?P<name>.*[^\W\d_].*?)\s*,\s*(?P<remark>[^,]+)$"),
    re.compile(
        r"^(?P<name>.*[^\W\d_].*?)\s+(?P<remark>cancell?ed|withdrawn|declined|refunded)$", re.I
    ),
    re.compile(r"^(?P<name>.*[^\W\d_].*?)\s*(?P<remark>[*†‡]+)$"),
    re.compile(r"^[\"']?(?P<name>.*[^\W\d_].*?)[\"']?\s*<(?P<remark>[^<>\s]+@[^<>\s]+)>[,;]?$"),
    re.compile(r"^(?P<name>.*[^\W\d_].*?)\s+(?P<remark>guest of .+)$", re.I),
    re.compile(r"^(?P<name>(?!the\b)\S+ .*\S)\s+of\s+(?:the\s+)?(?P<remark>[^,]+)$", re.I),
)
BEFORE = re.compile(
    r"^(?P<remark>guest|plus one|partner|companion|spouse|wife|husband|host|member|player)"
    r"\s*[-–—:]\s*(?P<name>[^\W\d_].*)$",
    re.IGNORECASE,
)
"""What stands before a name of how somebody comes along: “Guest: Tom Oak”."""
HOSTED = re.compile(
    r"(?:guest|invited by|hosted by|partner|wife|husband|with)(?: of)? (?P<host>.+)", re.I
)
ALONG = re.compile(
    r"(?:(?:his|her|their|my|a|the) )?(?:guest|member|host|partner|wife|husband|spouse|friend"
    r"|first time|first[- ]timer|new|vip|chair(?:man)?|organiser|speaker)",
    re.IGNORECASE,
)
"""What stands behind a name of how somebody comes along, and is no part of it."""
DIET = re.compile(
    r"(v|vg|vv|veg|vegan|vegetarian|vegg?ie|gf|df|nf|gluten[- ]free|dairy[- ]free|nut[- ]free|halal"
    r"|kosher|no (nuts|fish|meat|pork|dairy|shellfish|gluten)|pescatarian|coeliac|wheel ?chair"
    r"|(nut|fish|dairy|shellfish) allergy|allerg\w+.*|step[- ]free|lactose.*)(\s*[,+&/]\s*\w+)?",
    re.IGNORECASE,
)
DITTO = re.compile(
    r"[\"“”„»〃′″'’`]{1,2}|-?\s*[\"“”〃]\s*-?|-\s*(do|[\"“”])\.?\s*-|do\.?|ditto|dto\.?|idem|id\."
    r"|same( as above)?|as above|see above|[↑^]+|as per above|the same",
    re.IGNORECASE,
)


class Remark(NamedTuple):
    """A name without what stands behind it, that, and of what it speaks."""

    name: str
    words: str
    about: str


def behind(name: str) -> Remark | None:
    """What stands behind a name and is known for what it is; None for any other name."""
    text = tidy(name)
    if (match := BEFORE.match(text)) and name_like(match["name"]):
        return Remark(match["name"], match["remark"], OF_NOTE)
    for pattern in BEHIND:
        match = pattern.match(text)
        if match:
            bare, words = match["name"].strip(" ,-–—:"), match["remark"].strip()
            about = _about(words)
            if about == OF_HOST and not (name_like(bare) and " " in bare):
                continue
            if about:
                host = HOSTED.fullmatch(words) if about == OF_HOST else None
                return Remark(bare, host["host"] if host else words, about)
    return None


def is_ditto(cell: str) -> bool:
    """Whether a cell says: the same as above."""
    return bool(cell) and bool(DITTO.fullmatch(cell.strip()))


def _about(words: str) -> str:
    if says_off(words) or on_a_waiting_list(words):
        return OF_STATE
    if DIET.fullmatch(words):
        return OF_DIET
    if "@" in words:
        return OF_MAIL
    if ALONG.fullmatch(words):
        return OF_NOTE
    host = HOSTED.fullmatch(words)
    if host and name_like(host["host"]):
        return OF_HOST
    return OF_GROUP if key(words) in company_keys() and not words.isdigit() else ""
