"""`python -m tournament`: what `last-card` does."""

from tournament.command_line import main

if __name__ == "__main__":
    main()
