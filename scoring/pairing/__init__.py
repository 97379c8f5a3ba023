"""Pairing matches of two: all play all, Swiss, knock-out; the standing of matches; the course of a
whole event.
"""
