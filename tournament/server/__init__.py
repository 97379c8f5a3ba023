"""The server: connections, processes, and what keeps the database whole."""
