"""The engine of every game in which a card is laid each turn that fits by suit or rank, and some
ranks have an effect.

A game is played from its rulebook alone: the table of effects says what its ranks do, `aspects`
which clause stands behind each part, and its options what the text leaves open. `SHAPES` in
`law.py` lists the options that the engine obeys; where a rulebook lacks one, the first value holds.
"""
