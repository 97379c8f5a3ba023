"""Writes a transcript in its canonical form: a tag to a line, moves in lines of at most 80
characters.
"""

from scoring.cards import SUITS, card_text
from scoring.law.plays import Challenge, Nominate, Reshuffle, TakePenalty
from scoring.transcript.values import Move, Tag, Transcript

WIDTH = 80


def dumps(transcript: Transcript) -> str:
    """Write a transcript; reading the text gives an equal value."""
    blocks = [_tags(transcript.header), _moves(transcript.moves), _tags(transcript.footer)]
    return "\n".join(block for block in blocks if block)


def _tags(tags: tuple[Tag, ...]) -> str:
    return "".join(f'[{name} "{escaped(text)}"]\n' for name, text in tags)


def escaped(text: str) -> str:
    """The text of a tag with backslash, quotation mark and line breaks written so that they stay
    one line.
    """
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")


def _moves(moves: tuple[Move, ...]) -> str:
    lines: list[str] = []
    line = ""
    for move in moves:
        word = move_text(move)
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "".join(f"{text_line}\n" for text_line in [*lines, line] if text_line)


def move_text(move: Move) -> str:
    """One move: seat, act, marks, ruling."""
    marks = "*" * move.called + "?" * move.silent
    if move.challenged is not None:
        marks += f"!{move.challenged}"
    marks += "??" * move.illegal + "#" * move.out
    return f"{move.seat}:{_act(move)}{marks}" + (f" {{{move.ruling}}}" if move.ruling else "")


def _act(move: Move) -> str:
    if isinstance(move.play, Reshuffle):
        return "~" + ",".join(card_text(card) for card in move.play.cards)
    if isinstance(move.play, Challenge):
        return f"!{move.play.offender}"
    if isinstance(move.play, Nominate):
        return f"={SUITS[move.play.suit]}"
    if isinstance(move.play, TakePenalty):
        return "++" + ("" if move.count is None else str(move.count))
    return str(move.play) + ("" if move.drawn is None else card_text(move.drawn))
