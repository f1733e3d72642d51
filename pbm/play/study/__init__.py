"""Analyses of finished games, and puzzles."""
