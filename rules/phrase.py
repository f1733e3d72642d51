"""Something to be said, without the language it will be said in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Word(str):
    """A fact that is itself a word, to be looked up among a game's words before it is shown."""

    __slots__ = ()


Fact = str | int | Word | tuple[str, ...]


@dataclass(frozen=True)
class Phrase:
    """A sentence by its code, with the facts that fill it.

    The code is a key of the game's ``WORDS``, whose text names each fact in braces:
    ``Phrase("crossed_twice", {"connection": "31-32"})`` and ``"connection {connection} ..."``.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
