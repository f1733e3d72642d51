"""Ratings: their table, games that do not count, and games given away."""
