"""Measured ratios: each script interleaves what it compares and prints medians with quartiles."""
