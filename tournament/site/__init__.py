"""What every page of the site stands on: who may come in, log-ins, limits."""
