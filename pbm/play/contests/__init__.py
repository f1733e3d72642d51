"""Contests: entering and leaving them, their games, and what they do by the clock."""
