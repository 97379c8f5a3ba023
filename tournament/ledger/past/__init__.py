"""The evening as it was at a number of its ledger: seats, games, guests, settings and decisions, rewound."""
