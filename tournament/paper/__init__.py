"""Paper: cards, sheets and lists drawn from plain values, for the browser and as PDF.

Nothing here can write.
"""
