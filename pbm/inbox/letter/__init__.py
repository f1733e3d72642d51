"""From a letter to its commands, and from their outcomes to an answer."""
