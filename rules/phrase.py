"""Phrases: sentences as codes and facts, independent of language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Word(str):
    """A fact that is itself a key of the game's words."""

    __slots__ = ()


Fact = str | int | Word | tuple[str, ...]


@dataclass(frozen=True)
class Phrase:
    """A sentence as a code and facts.

    The code is a key of the game's ``WORDS``, whose text contains each fact in braces:
    ``Phrase("crossed_twice", {"connection": "31-32"})`` fills ``"connection {connection} ..."``.

    Mails join the parts of a tuple with commas and the word ``and``; there is no ``or``.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
