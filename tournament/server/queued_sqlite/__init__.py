"""Django's SQLite with a queue in front of its writers (docs/proofs/performance.md)."""
