"""Programs that play: matches between them, and the protocol by which others drive them."""
