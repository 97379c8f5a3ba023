"""The short answer to a question at the table."""
