"""The score card as one would first lay it out: nested tables, every heading and value drawn anew
on each card.
"""

from html import escape

from tournament.paper.labels import in_words, shown
from tournament.paper.score_cards import Half, ScoreCard, ScoreCards
from tournament.site.codes import code_image

STYLE = """
@page { size: 105mm 148.5mm; margin: 6mm 6mm 4mm }
html { font: 7.6pt "Last Card Serif", serif } body { margin: 0 }
.half { height: 68mm } .half + .half { border-top: .25mm dashed #000; padding-top: 3mm }
.card + .card { break-before: page }
table { border-collapse: collapse; width: 100% } td, th { padding: 0; vertical-align: top; text-align: left }
h1 { font-size: 9.6pt; margin: 0; letter-spacing: .12em } h2 { font-size: 14.5pt; margin: 1mm 0 }
.right { text-align: right } .head td { border-bottom: .25mm solid #000 }
.cells td { border: .35mm solid #000; width: 15mm; height: 11mm; text-align: center }
.cells b { font-size: 20pt } small { font-size: 6pt } i { color: #3d3d3d }
.games th { text-align: center } .games td { border: .28mm solid #000; height: 11.8mm }
.games .check td { height: 6mm; font-size: 5.5pt } .games .total { border-width: .75mm }
.values span { border: .25mm solid #000; border-radius: .8mm; padding: 1mm } .values td { padding: 1.4mm 0 }
.values .heavy { border-width: .55mm; color: #A3162E } img { width: 22.5mm }
"""


def page(paper: ScoreCards) -> str:
    """All cards of a printing as one document."""
    return f"<style>{STYLE}</style>" + "".join(_card(paper, card) for card in paper.cards)


def _card(paper: ScoreCards, card: ScoreCard) -> str:
    halves = [_half(paper, card, card.upper, kept=False)]
    if card.lower:
        halves.append(_half(paper, card, card.lower, kept=True))
    return f'<div class="card">{"".join(halves)}</div>'


def _half(paper: ScoreCards, card: ScoreCard, half: Half, *, kept: bool) -> str:
    guest, edition = card.guest, paper.edition
    code = f'<img src="{code_image(card.link)}">' if kept and card.link else ""
    pairs = (("BADGE", guest.badge), ("TABLE", half.table), ("SEAT", half.seat))
    cells = "".join(f"<td><small>{label}</small><br><b>{value}</b></td>" for label, value in pairs)
    return f"""<div class="half">
<table class="head"><tr><td><h1>ROUND {half.round}</h1></td>
<td class="right"><i>{escape(edition.event)} · {edition.on:%d %B %Y}</i></td></tr></table>
<table><tr><td><h2>{escape(guest.name)}</h2><i>{escape(guest.livery)}</i><br>{escape(guest.office)}
<br><b>{escape(half.movement)}</b></td>
<td><table class="cells"><tr>{cells}</tr></table></td><td>{code}</td></tr></table>
<table><tr><td><i>your hand is checked by seat</i><br><b>{half.checked_by.seat} {escape(half.checked_by.name)}</b></td>
<td><i>you check seat</i><br><b>{half.checks.seat} {escape(half.checks.name)}</b></td></tr></table>
{_games(paper.games, half.round, kept=kept)}
{_values(paper)}
<table><tr><td><b>{paper.hint}</b></td>
<td class="right"><small>Edition {edition.number} · {edition.printed_at:%d %b %Y, %H:%M}</small></td></tr></table>
</div>"""


def _games(games: int, number: int, *, kept: bool) -> str:
    carried = (
        ("<th>Round 1</th>", "<td></td>", "<td>carried forward</td>") if kept else ("", "", "")
    )
    heads = "".join(f"<th>Game {game}</th>" for game in range(1, games + 1))
    return f"""<table class="games"><tr>{carried[0]}{heads}<th>Round {number} total</th></tr>
<tr>{carried[1]}{"<td></td>" * games}<td class="total"></td></tr>
<tr class="check">{carried[2]}{"<td>checked</td>" * games}<td>checked</td></tr></table>"""


def _values(paper: ScoreCards) -> str:
    cells = ""
    for group in paper.values:
        heavy = ' class="heavy"' if group.heavy else ""
        ranks = " ".join(
            rank if rank == "–" else f"<span{heavy}>{rank}</span>" for rank in shown(group.ranks)
        )
        cells += f"<td>{ranks} <b>{in_words(group)[1]}</b></td>"
    return f'<table class="values"><tr>{cells}</tr></table>'
