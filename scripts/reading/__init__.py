"""Measures how well people are understood who write in their own words."""
