"""The HTML part of a mail: its layout, its links and its look."""
