"""Reactions: an emoji chosen at a click, told in words by a program."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.mail.program_lines import folded, reaction_words
from pbm.mail.quotes import OwnText
from pbm.mail.unmarked import up_to

MOST_WORDS = 12
"""The most words of a line that tells of a reaction: names and "reacted to your message"."""
MOST_WORDS_BEHIND = 4
"""The most words behind what somebody reacted to: „...“ mit „Gefällt mir“ markiert."""

_QUOTED = re.compile(
    r"^(?P<tap>[^\"“”„«»‘’「」]{0,40})[\"“„«‘「].+[\"”“»’」](?P<behind>[^\"“”„«»’」]*)$"
)
_SIGN = re.compile(r"[\u203c-\u3299\U0001f000-\U0001faff]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def is_reaction(lines: Sequence[str]) -> bool:
    """Whether the writer's own lines say nothing but that they reacted to a mail."""
    said = [line.strip() for line in lines if line.strip()]
    if not said:
        return False
    if len(said) == 2 and not _WORD.search(said[1]):
        said = [" ".join(said)]
    first = said[1] if len(said) > 1 and not _WORD.search(said[0]) else said[0]
    is_spread = len(said) > 1 and _is_tap(" ".join(said))
    return is_spread or _reacts(first, is_last=said[-1] == first)


def without_reaction(own: OwnText) -> OwnText:
    """The own lines without a reaction below the writer's words, and what it is about."""
    said = [at for at, line in enumerate(own.lines) if line.strip()]
    for at in said[1:]:
        if _reacts(own.lines[at].strip(), is_last=at == said[-1]):
            return up_to(own, at)
    return own


def _reacts(line: str, *, is_last: bool) -> bool:
    """Whether a line, perhaps the last one, is nothing but a reaction."""
    is_told = _tells_of_reaction(line, is_whole=is_last)
    return is_told or (is_last and (_names_tapped(line) or _is_tap(line)))


def _tells_of_reaction(line: str, *, is_whole: bool) -> bool:
    """Whether the line says that somebody reacted to a message.

    is_whole: whether nothing stands below it. Below a colon stands that message.
    """
    is_about = line.endswith((":", "："))
    # Few lines of letters have such a mark.
    if not (is_about or (is_whole and (_SIGN.search(line) or "Gmail" in line))):
        return False
    words = folded(line)
    if len(words.split()) > MOST_WORDS:
        return False
    return bool(reaction_words().verbs.search(words) and reaction_words().objects.search(words))


def _names_tapped(line: str) -> bool:
    """Whether the line is "Loved an image", or "Bob Smith liked your message".

    Without a name before it, "Loved your message" is the writer's.
    """
    words, known = folded(line).strip(" ."), reaction_words()
    if not words.endswith(known.tapped):
        return False
    named = next(each for each in known.tapped if words.endswith(each))
    before = words.removesuffix(named).split()
    verbs = (at for at in range(len(before)) if " ".join(before[at:]) in known.taps)
    verb = next(verbs, None)
    if verb is None:
        return False
    names = line.split()[:verb]
    return all(map(_is_name, names)) and bool(names or named.strip() in known.things)


def _is_name(word: str) -> bool:
    return len(word) > 1 and word[0].isupper()


def _is_tap(text: str) -> bool:
    """Whether the text is a verb such as "liked" and what it is about, in quotation marks."""
    found = _QUOTED.match(text)
    if found is None:
        return False
    known, words = reaction_words(), _WORD.findall(folded(found["tap"]))
    others = [*words, *_WORD.findall(folded(found["behind"]))]
    if len(found["behind"].split()) > MOST_WORDS_BEHIND:
        return False
    if " ".join(words) in known.taps or " ".join(others) in known.taps:
        return True
    is_signed = _SIGN.search(found["tap"] + found["behind"])
    return bool(is_signed and others) and all(
        each in known.beside or known.verbs.match(each) for each in others
    )
