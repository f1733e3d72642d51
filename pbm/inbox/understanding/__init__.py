"""Understands what people write in their own words, where no command was found."""
