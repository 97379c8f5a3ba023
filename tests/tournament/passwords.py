"""Passwords of the tests: kept as the product keeps them, with so few rounds that accounts cost no
time to make.
"""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class FewRounds(PBKDF2PasswordHasher):
    """The product's own way; a server of the product still reads what it has written."""

    iterations = 1_000
