"""The short answer to “just ask”: a ruling as an umpire uses it at once, before anything is recorded."""

from scoring.answers.answer import Answer, answer
from scoring.answers.fitting import Fits, fits
from scoring.answers.headlines import HEADLINES, Tone
from scoring.answers.needs import NEEDS, to_look_at
from scoring.answers.otherwise import Otherwise, otherwise

__all__ = ["HEADLINES", "NEEDS", "Answer", "Fits", "Otherwise", "Tone", "answer", "fits", "otherwise", "to_look_at"]
