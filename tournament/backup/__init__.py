"""Copies of the whole database: made beside the transactions, proved, kept in a ladder, and put back."""
