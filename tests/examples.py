"""How many examples a costly property tries, in proportion to the profile that runs."""

from hypothesis import settings

HOUSE = 30
"""Examples of an ordinary property under the profile of the house."""


def examples(count: int) -> settings:
    """So many examples under the profile of the house, fewer or more under the
    others, never none.
    """
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(2, count * profile.max_examples // HOUSE))
