"""The rules of the games and the arithmetic of the event. Imports no Django."""
