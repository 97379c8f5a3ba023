"""One machine for games in which a card a turn is laid by suit or rank and some ranks do things.

A game of it is a rulebook: its table of effects says what ranks do, its `aspects` which clause
stands behind each part, and its options by their names what is left open. `SHAPES` in `law.py`
lists the options this machine obeys; a game that does not ask one plays its first value.
"""
