"""The exact language: the words of a line to a command, or to what is wrong with it."""
