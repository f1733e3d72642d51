"""Mails with analyses of games, their curve, and puzzles."""
