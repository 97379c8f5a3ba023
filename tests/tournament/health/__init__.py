"""Whether all is well, in words."""
