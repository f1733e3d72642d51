"""What people write in answer to mails: the tables of each language's ``answers.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

from pbm.core.languages import languages
from pbm.inbox.understanding.lexicon import Lexicon, lexicon
from pbm.inbox.understanding.phrases import Node, tables_of

ANSWERS = "answers.toml"
_WORDS = "words"


@dataclass(frozen=True, eq=False)
class Answers:
    """The tables of one language, which the English file explains; empty if it has no such file.

    words: the lexicon of the language, which is no table.
    """

    words: Lexicon
    yes: Node
    no: Node
    beside: Node
    warm: Node
    proposing: Node
    playing: Node
    around: Node
    received: Node
    called: Node
    being: Node
    alone: Node
    saying: Node
    citing: Node
    introducing: Node
    source: Node
    status: Node
    receipt: Node
    regards: Node
    against: Node
    telling: Node
    going_on: Node
    verbs: Node
    leading: Node
    conditions: Node


@cache
def answers_of_all() -> Sequence[Answers]:
    """The tables of all languages: people do not always answer in the language of a mail."""
    return tuple(map(_answers_in, languages()))


def _answers_in(language: str) -> Answers:
    node = tables_of(language, ANSWERS)
    names = (each.name for each in fields(Answers) if each.name != _WORDS)
    return Answers(lexicon(language), **{name: node(name) for name in names})
