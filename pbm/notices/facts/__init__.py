"""The facts of answers to commands, for their templates."""
