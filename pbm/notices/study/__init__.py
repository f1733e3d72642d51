"""Mails with analyses of games, their curve in characters, and mails with puzzles."""
