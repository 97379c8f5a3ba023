"""Whether all is well with a server, in words: for a watchman, for the organiser, and for `manage.py doctor`."""
