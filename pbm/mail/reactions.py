"""Reactions: an emoji chosen at a click, told in words by a program."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.mail.program_lines import folded, reaction_words

MOST_WORDS = 12
"""The most words of a line that tells of a reaction: names and "reacted to your message"."""
MOST_WORDS_BEHIND = 4
"""The most words behind what somebody reacted to: „...“ mit „Gefällt mir“ markiert."""

_QUOTED = re.compile(
    r"^(?P<tap>[^\"“”„«»‘’「」]{2,40})[\"“„«‘「].+[\"”“»’」](?P<behind>[^\"“”„«»’」]*)$"
)
_SIGN = re.compile(r"[\u203c-\u3299\U0001f000-\U0001faff]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def is_reaction(lines: Sequence[str]) -> bool:
    """Whether the writer's own lines say nothing but that they reacted to a mail."""
    said = [line.strip() for line in lines if line.strip()]
    if not said:
        return False
    first = said[1] if len(said) > 1 and not _WORD.search(said[0]) else said[0]
    return _tells_of_reaction(first, is_whole=said[-1] == first) or _is_tap(" ".join(said))


def _tells_of_reaction(line: str, *, is_whole: bool) -> bool:
    """Whether the line says that somebody reacted to a message.

    is_whole: whether nothing stands below it. Below a colon stands that message.
    """
    words = folded(line)
    if len(words.split()) > MOST_WORDS or not (is_whole or line.endswith(":")):
        return False
    verbs, objects, _ = reaction_words()
    is_marked = line.endswith((":", "：")) or _SIGN.search(line) or "gmail" in words
    return bool(is_marked and verbs.search(words) and objects.search(words))


def _is_tap(text: str) -> bool:
    """Whether the text is a verb such as "liked" and what it is about, in quotation marks."""
    found = _QUOTED.match(text)
    if found is None:
        return False
    _, _, taps = reaction_words()
    tap = " ".join(_WORD.findall(folded(found["tap"])))
    return tap in taps and len(found["behind"].split()) <= MOST_WORDS_BEHIND
