"""Contests as values: cups, seasons and stairs, with their events, pairings and tables."""
