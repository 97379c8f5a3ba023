"""What happens at every table, whatever is played, and no text has a rule for: a card wanted back,
dropped or stuck to another, a hand shown, a player who is slow or gone, a pack that is not
whole. How each is settled stands in `disputes/everyday.toml`.
"""

from scoring.law.rules_text import text_of
from scoring.law.situations import Situation

EVERYDAY = {
    kind: Situation(custom["name"], custom["example"], (), tuple(custom.get("asks", ())))
    for kind, custom in text_of("disputes/everyday").items()
}
"""Each by its name in claims."""
