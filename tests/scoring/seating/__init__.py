"""The seating, file by file."""
