"""Lines that may be a try at a move or a command, which no other player may read beside a deed."""

from __future__ import annotations

from functools import partial

from rapidfuzz.distance import OSA

from pbm.core.move_text import SENTENCE_MARKS, is_try_at_move
from pbm.inbox.line.names import command_words
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.spelling import SHORTEST_TYPO


def is_try(line: str) -> bool:
    """Whether the line is nothing but cells with odd signs, or a command with a typo."""
    words = line.split()
    return is_try_at_move(line) or (len(words) == 1 and is_misspelt_command(words[0]))


def is_misspelt_command(word: str) -> bool:
    """Whether the word is a command but for one typo. One with a capital letter may be a name."""
    bare = word.strip(SENTENCE_MARKS)
    if len(bare) < SHORTEST_TYPO or bare.istitle() or is_word(bare.casefold()):
        return False
    near = partial(OSA.distance, bare.casefold(), score_cutoff=1)
    return any(near(each) <= 1 for each in command_words() if len(each) >= SHORTEST_TYPO)
