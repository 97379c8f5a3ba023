"""Measured ratios: each module of this package is one part of `make bench`."""
