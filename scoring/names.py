"""A printed name in its parts, and the order in which British lists put people.

What the surname is, read from the right:

1. Where a second column or the guest's page says it, that is it. So does a comma in the name
   ("Smith, John").
2. What stands in brackets is no name ("(Mrs)"), nor are letters after the name (OBE, KC, Esq) or
   what follows "née".
3. The surname is the last word, with the particles in front of it (van der, de la, von, O', St,
   Mac) and what a hyphen, "y" or "of" joins to it. English lists enter a name under its prefix: de
   la Mare at D, van der Berg at V (Anglo-American Cataloguing Rules 22.5D1, English; IFLA, Names of
   Persons, United Kingdom).
4. Titles (Sir, Lt Col, The Revd Canon, Past Master) stay before the given names and sort nobody.
5. Names in scripts without capitals stay as written: nothing in them says which part is the
   surname.

How they are ordered: by the letters of the surname alone, then by given names. Spaces, hyphens,
apostrophes and accents do not count (letter by letter, BS ISO 999), Mc is read as Mac and St as
Saint, as the telephone book and Who's Who do.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# fmt: off
_TITLES = _set("""
    the revd rev reverend rt right hon honourable ven venerable very most fr father canon prebendary
    dean archdeacon
    bishop rabbi imam pastor sister brother dom
    dr prof professor sir dame lord lady mr mrs ms miss mx mstr messrs mme mlle monsieur madame herr
    frau señor señora
    master mistress warden clerk beadle alderman ald aldermen cllr councillor sheriff deputy mayor
    chairman president
    baron baroness count countess viscount viscountess earl duke duchess marquess marquis
    marchioness prince princess
    capt captain cdr commander cmdre commodore col colonel lt lieut lieutenant cpl sgt major maj
    brigadier brig
    general gen admiral adm midshipman wing group squadron sqn ldr flt flying officer marshal pilot
    hm hrh he his her hh majesty excellency royal highness honour worship judge justice recorder
    ambassador
    ltcol ltcdr ltgen majgen
""")
_BEFORE_TITLES = _set(
    "past immediate junior senior upper middle under prime renter acting honorary vice rear "
    "air chief and of"
)
"""Titles only where another title follows; "and" and "of" also where one goes before."""
_PARTICLES = _set("""
    van von der den ter ten te zu zur zum und de del della delle dello dei degli des di da dal dos
    das do du la le las
    los lo af av al el bin ibn abu ap ab ferch verch nic ní mac mc fitz ó o' o’ d' d’ st st. saint
    ste san santa 't ’t
""")
_LOWER_PARTICLES = _set("den ten te do das des lo und")
"""Particles only where they are written small: with a capital they are names."""
_GIVEN_TOO = _set("van della di mac san al el la le da dal lo san santa bin te")
"""Particles that with a capital may be somebody's given name, where nothing goes before them: Van
Morrison.
"""
_JOINERS = frozenset({"-", "–", "‐", "y"})
_FORMERLY = frozenset({"née", "nee", "formerly"})
_LETTERS = _set("""
    VC GC GCB KCB DCB CB GCMG KCMG DCMG CMG GCVO KCVO DCVO CVO LVO MVO GBE KBE DBE CBE OBE MBE KG KT
    LG LT KP OM CH ISO BEM RVM DSO DSC DFC AFC MC MM GM QGM DSM CGM DCM TD VD VR VRSM RD ERD UD QVRM
    KPM QPM QFSM QAM KFSM KAM QSO QC KC SC JP DL VL PC MP MEP MSP MS AM MLA MHK RN RM RNR RNVR RAF
    RAFVR RE RA RSM USN PhD DPhil MD DD LLD DLitt DMus DSc DCL EdD DBA DMin MA MSc MBA MPhil MRes
    MEd MEng MMath MPharm MChem MSci LLM MTh MDiv MFA MSt MPA MLitt MMus MArch BA BSc BEng BEd BCom
    BCL BMus BTh BDS BVSc BVetMed BPharm LLB BM BS BCh ChB MB MBBS MBChB ChM CertEd PGCE PGDip DipEd
    DipArch HND HNC BPhil BArch CEng IEng CSci CChem CPhys CMath CGeol CBiol CMgr CA ACA FCA ACCA
    FCCA ACMA FCMA CGMA CIPFA FIA FFA CFA FSA FBA FRS FRSE RIBA ARB RGN RICS CIMA ACIS FCIS FCG ACII
    FCII APFS MRICS FRICS MCIPD FCIPD MIEE FIEE MIMechE FIMechE MICE FICE MIET FIET MInstP FInstP
    FREng FRAeS MRAeS FRGS FRSA FLS FZS FRAM FRCM FTCL ARCM LRAM FRCO ARCO GRSM FRSM FRHistS FRAS
    FRSC MRSC FRCS MRCS FRCP MRCP FRCA FRCR FRCGP MRCGP FRCOG MRCOG FRCPath FRCPsych FRCVS MRCVS
    FDSRCS FCIArb MCIArb FCILT FCIM FCMI FInstLM FIoD FCSI FRPharmS MRPharmS FRIN FNI MNI FRMetS
    FIBiol FRSB CSJ OStJ MStJ GCStJ KStJ DStJ CStJ SBStJ SSStJ CC DC II III IV VIII Bt ADC KHC KHP
    KHS QHC QHP QHS QHDS AE AFM CPM EGM KHDS MCSP FCSP ALCD ARICS MCMI MIoD CPFA HonFRCO
""")
_ANY_CASE = _set("esq esquire jr jnr jun junior sr snr senior bt bart phd dphil")
_NAMES_TOO = _set("ma ba am do ng bart junior senior")
"""Letters that are somebody's surname as well: letters only where a given name and a surname go
before them.
"""
_LETTERS_SHOUTED = frozenset(map(str.upper, _LETTERS))
# fmt: on

# Letters that no decomposition splits into a base letter and a mark.
_WHOLE = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ħ": "h",
        "ı": "i",
        "’": "'",
        "‐": "-",
    }
)
_PIECES = re.compile(r"\([^)]*\)?|[^\s(,]+|,")
_SAINT = re.compile(r"\bst(?:\. ?|[ -])(?=\w)")
_MAC = re.compile(r"^mc(?=\w)|^mc (?=\w)")


def folded(text: str) -> str:
    """The text for comparing: `Łucja Ćwikła` gives `lucja cwikla`."""
    if text.isascii():  # most names, and nothing below would change them
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_WHOLE))
    return "".join(
        character for character in parts if not unicodedata.combining(character)
    ).translate(_WHOLE)


Parts = tuple[str, str, str]
"""The surname; the rest as printed; the given names alone, without titles and letters."""


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name as lists print it: the surname, then the rest with titles and letters; `sort_name`
    puts it in order.
    """

    surname: str
    rest: str
    sort_name: str

    def __str__(self) -> str:
        return f"{self.surname}, {self.rest}" if self.rest else self.surname

    @property
    def initial(self) -> str:
        """The letter that a list has it under, without accents: Ł gives L."""
        letters = (letter for letter in folded(self.sort_name) if letter.isalnum())
        return next(letters, "").upper()

    @property
    def order(self) -> tuple[str, str]:
        """What lists are sorted by."""
        return list_order(self.sort_name)


def listed_name(name: str, sort_as: str = "", surname: str = "") -> ListedName:
    """A printed name as lists have it.

    `sort_as` is how somebody wants it sorted ("Nagy, Ferenc", or "Nagy" alone), `surname` the
    surname of a list with a column for it. Where the name does not hold the surname it is printed
    as it is and sorted as said. Never raises; but for spaces and commas every character of the name
    is in the surname or the rest.
    """
    head = sort_as.partition(",")[0]
    first = sort_as.split()[0] if sort_as.split() and _words(sort_as) == _words(name) else ""
    by_head = _parts_around(name, head)
    parts = by_head or _parts_around(name, surname) or _parts_around(name, first)
    if not parts:
        parts = (_spaced(name), "", "") if sort_as else _parts(name)
    own, rest, forenames = parts
    as_given = sort_as and ("," in sort_as or not by_head)
    return ListedName(
        own, rest, _spaced(sort_as) if as_given else f"{own}, {forenames}" if forenames else own
    )


def sort_name(name: str, sort_as: str = "") -> str:
    """What a printed name is sorted by: “The Revd Wilfred van Bramble” gives “van Bramble,
    Wilfred”.

    `sort_as` is the surname or the whole sort name where somebody told it. The sort name of a sort
    name is the same.
    """
    return listed_name(name, sort_as).sort_name


def turned(name: str) -> str:
    """A name written surname first as it is printed; nothing for any other name.

    >>> turned("van der Berg, Ann"), turned("Ann Oak, Grocers"), turned("John Fox, OBE")
    ('Ann van der Berg', '', '')
    """
    head, _, tail = name.partition(",")
    surname, (given, letters) = head.split(), without_letters(tail)
    if not (surname and given) or "," in tail or _start(surname, alone=True):
        return ""
    if listed_name(name).surname != " ".join(surname):
        return ""
    return " ".join(filter(None, (given, *surname, letters)))


def without_letters(surname: str) -> tuple[str, str]:
    """A surname, or any part of a name, without the letters behind it, and those letters.

    >>> without_letters("Marsh OBE"), without_letters("Ma")
    (('Marsh', 'OBE'), ('Ma', ''))
    """
    words = surname.split()
    shouted, end = not any(map(_has_small, words)), len(words)
    while end > 1 and _letters(words[end - 1].strip(","), shouted):
        end -= 1
    return " ".join(words[:end]).rstrip(","), " ".join(words[end:])


def list_order(sorted_by: str) -> tuple[str, str]:
    """A key that puts sort names in the order of British lists; equal where only accents and signs
    differ.
    """
    head, _, tail = folded(sorted_by).partition(",")
    surname = _MAC.sub("mac", _SAINT.sub("saint", head.strip()))
    words = "".join(character if character.isalnum() else " " for character in tail)
    return "".join(filter(str.isalnum, surname)), " ".join(words.split())


def _parts(name: str) -> Parts:
    """The parts of a name of which nothing is told."""
    pieces = _PIECES.findall(name)
    words = [piece for piece in pieces if piece != ","]
    comma = pieces.index(",") if "," in pieces else 0
    if not any(map(_plain, words)):
        return _spaced(name), "", ""
    if not (any(map(_plain, words[:comma])) and any(map(_plain, words[comma:]))):
        comma = 0
    shouted = not any(_has_small(word) for word in words if _plain(word))
    first, last = _core(words[: comma or None], shouted)
    if comma and _surname_first(words[first:last], words[comma:], shouted):
        return _around(words, range(first, last), words[comma:], shouted)
    start = first + _start(words[first:last])
    return _around(words, range(start, last), words[first:start], shouted)


def _parts_around(name: str, surname: str) -> Parts | None:
    """The parts of a name with its surname told; None where the name has no such words."""
    words = [piece for piece in _PIECES.findall(name) if piece != ","]
    own = _PIECES.findall(surname)
    shouted = not any(_has_small(word) for word in words if _plain(word))
    targets, have = [folded(word) for word in own], [folded(word) for word in words]
    for start in range(len(words) - len(own), -1, -1) if own else ():
        if have[start : start + len(own)] == targets:
            positions = range(start, start + len(own))
            return _around(
                words,
                positions,
                [word for place, word in enumerate(words) if place not in positions],
                shouted,
            )
    if len(words) == len(own) == 1 and not _cased(name) and words[0].startswith(own[0]):
        return own[0], words[0].removeprefix(own[0]), words[0].removeprefix(own[0])
    return None


def _around(
    words: Sequence[str], own: Collection[int], forenames: Sequence[str], shouted: bool
) -> Parts:
    surname = [words[index] for index in own if _plain(words[index]) or words[index] in _JOINERS]
    rest = [
        word
        for index, word in enumerate(words)
        if index not in own or not (_plain(word) or word in _JOINERS)
    ]
    return " ".join(surname), " ".join(rest), " ".join(_forenames(forenames, shouted))


def _surname_first(head: Sequence[str], tail: Sequence[str], shouted: bool) -> bool:
    """Whether a comma parts a surname from given names, and not a name from the
    letters after it.
    """
    forenames = _forenames(tail, shouted)
    return (
        not all(_title(word) or _letters(word, shouted) for word in forenames)
        or _start(head, alone=True) == 0
    )


def _forenames(words: Sequence[str], shouted: bool) -> Sequence[str]:
    names = list(filter(_plain, words))
    first, last = _core(names, shouted)
    return names[first:last]


def _core(words: Sequence[str], shouted: bool) -> tuple[int, int]:
    """Where given names and surname begin and end: between titles and letters, brackets and "née";
    never nothing.
    """
    first, last = 0, len(words)
    while any(map(_plain, words[first + 1 : last])) and _leads(words, first):
        first += 1
    former = (
        index
        for index in range(first + 1, last)
        if words[index] in _FORMERLY and any(map(_plain, words[first:index]))
    )
    last = next(former, last)
    while (remaining := sum(map(_plain, words[first : last - 1]))) and _trails(
        words[last - 1], remaining, shouted
    ):
        last -= 1
    return first, last


def _leads(words: Sequence[str], index: int) -> bool:
    """Whether a word is a title, or goes between titles or before one."""
    word = words[index].casefold()
    if not _plain(word):
        return True
    after = index + 1 < len(words) and _title(words[index + 1])
    before = index > 0 and word in ("of", "and")
    return _title(word) or (word in _BEFORE_TITLES and (after or before))


def _trails(word: str, remaining: int, shouted: bool) -> bool:
    """Whether a word after so many others is no part of the name."""
    if not _plain(word):
        return True
    doubtful = shouted or word.strip(".").casefold() in _NAMES_TOO
    return _letters(word, shouted) and remaining > (1 if doubtful else 0)


def _start(words: Sequence[str], *, alone: bool = False) -> int:
    """Where the surname begins; `alone` where nothing but a surname is expected."""
    if not _cased("".join(words)):
        return 0
    start = len(words) - 1
    preposition = next(
        (at for at in range(1, start) if words[at] == "of" and _joins(words[at - 1])), 0
    )
    start = preposition - 1 if preposition else start
    while start > 0:
        word = words[start - 1]
        if word in _JOINERS and start > 1 and _joins(words[start - 2]):
            start -= 2
        elif _particle(word) and (
            start > 1 or alone or word.islower() or word.casefold() not in _GIVEN_TOO
        ):
            start -= 1
        else:
            break
    return start


def _joins(word: str) -> bool:
    return _plain(word) and not _title(word)


def _particle(word: str) -> bool:
    small = word.casefold()
    return small in _PARTICLES and (word == small or small not in _LOWER_PARTICLES)


def _title(word: str) -> bool:
    """Whether a word is a title: Sir, Rt., Lt-Col."""
    return all(part in _TITLES for part in re.split(r"[.\-/]+", word.casefold().strip(".")))


def _letters(word: str, shouted: bool) -> bool:
    """Whether a word is letters after a name: known ones, or by their look where not all is in
    capitals.
    """
    bare = word.replace(".", "")
    if bare in _LETTERS or bare in _LETTERS_SHOUTED or bare.casefold() in _ANY_CASE:
        return len(bare) > 1
    if shouted or not bare[:2].isupper() or len(bare) < 3 or not bare.isalpha():
        return False
    return not bare.isupper() or not set(bare) & set("AEIOU")


def _plain(word: str) -> bool:
    """Whether a word is one: no bracket, no sign alone."""
    return not word.startswith("(") and any(map(str.isalnum, word))


def _has_small(word: str) -> bool:
    return word != word.upper()


def _cased(text: str) -> bool:
    return text.upper() != text.lower()


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> list[str]:
    return sorted(folded(word) for word in _PIECES.findall(text))
