"""The machine of shedding games, played by the games that are data for it."""
