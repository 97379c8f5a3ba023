"""The score card as typst would set it, the nearest peer for paper: the same values, and the codes
as pictures that are there already.
"""

from base64 import b64decode
from pathlib import Path

from tournament.paper.labels import in_words, shown
from tournament.paper.score_cards import Half, ScoreCard, ScoreCards
from tournament.site.codes import code_image

STYLE = """
#set page(width: 105mm, height: 148.5mm, margin: 6mm)
#set text(size: 7.6pt)
#set par(leading: 0.4em)
"""


def text(words: object) -> str:
    """Words as a string of typst."""
    return "#" + '"' + str(words).replace("\\", "\\\\").replace('"', '\\"') + '"'


def document(paper: ScoreCards, folder: Path) -> str:
    """All cards of a printing; the codes are files beside it."""
    pages = []
    for number, card in enumerate(paper.cards):
        picture = b64decode(code_image(card.link).partition(",")[2])
        (folder / f"{number}.png").write_bytes(picture)
        halves = [_half(paper, card, card.upper, "")]
        if card.lower:
            halves.append(_half(paper, card, card.lower, f'#image("{number}.png", width: 22mm)'))
        pages.append('\n#line(length: 100%, stroke: (dash: "dashed"))\n'.join(halves))
    return STYLE + "\n#pagebreak()\n".join(pages)


def _half(paper: ScoreCards, card: ScoreCard, half: Half, code: str) -> str:
    guest, games = card.guest, range(1, paper.games + 1)
    cells = "".join(
        f'[#text(6pt)[{label}] \\ #text(20pt, weight: "bold")[{text(value)}]],'
        for label, value in (("BADGE", guest.badge), ("TABLE", half.table), ("SEAT", half.seat))
    )
    heads = "".join(f"[Game {game}]," for game in games)
    values = " ".join(
        "".join(f"#box(stroke: .3pt, inset: 1pt)[{text(rank)}]" for rank in shown(group.ranks))
        + f" *{text(in_words(group)[1])}*"
        for group in paper.values
    )
    return f"""
#grid(columns: (1fr, auto), [*ROUND {half.round}*], [_{text(paper.edition.event)}_])
#text(14.5pt, weight: "bold")[{text(guest.name)}] \\
_{text(guest.livery)}_ \\ {text(guest.office)} \\ *{text(half.movement)}*
#grid(columns: (1fr, auto), table(columns: 3, {cells}), [{code}])
_your hand is checked by seat_ *{text(half.checked_by.seat)} {text(half.checked_by.name)}*
_you check seat_ *{text(half.checks.seat)} {text(half.checks.name)}*
#table(columns: {paper.games + 1}, {heads} [Total], {"[#v(9mm)]," * (paper.games + 1)})
{values}

*{text(paper.hint)}*
"""
