"""Transcripts: a compact text for whole or partial games, read, written, replayed; described in
docs/transcripts.md.
"""

from scoring.transcript.deal import Dealt, dealt_from, is_whole
from scoring.transcript.fragments import Followed, follow
from scoring.transcript.reading import Reading, loads, read
from scoring.transcript.replay import Replay, Step, Stop, replay, steps, transcript_of
from scoring.transcript.values import Fault, Move, Place, Transcript, TranscriptError
from scoring.transcript.writing import dumps

__all__ = [
    "Dealt",
    "Fault",
    "Followed",
    "Move",
    "Place",
    "Reading",
    "Replay",
    "Step",
    "Stop",
    "Transcript",
    "TranscriptError",
    "dealt_from",
    "dumps",
    "follow",
    "is_whole",
    "loads",
    "read",
    "replay",
    "steps",
    "transcript_of",
]
