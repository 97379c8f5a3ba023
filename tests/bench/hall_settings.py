"""The product's settings with the collected assets in a folder of the measurement's own."""

import os
from pathlib import Path

from tournament.settings import *  # noqa: F403

STATIC_ROOT = Path(os.environ["STATIC_ROOT"])
