"""The HTML part of a mail: the layout of its text, its links and its look."""
