"""Whole evenings walked through the pages, by seed."""
