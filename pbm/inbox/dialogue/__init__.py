"""How a mail becomes commands and a command an answer; the commands themselves are next door."""
