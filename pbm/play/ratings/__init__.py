"""Ratings: the table of them, games that do not count, and games that are given away."""
