"""Contests: entering and leaving them, their games, and their steps by the clock."""
