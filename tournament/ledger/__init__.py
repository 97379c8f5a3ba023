"""The ledger: writing the chain, and lifting rows into the values of `scoring`."""
