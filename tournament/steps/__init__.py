"""What comes next: the facts that decide it as one value, and the rows of the evening as text."""
