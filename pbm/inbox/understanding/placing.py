"""Players who place their pieces: "how should I set up my row?", "single double triple"."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, pairwise

from pbm.base.values import replace
from pbm.inbox.understanding.board_words import WAYS, has_board_word
from pbm.inbox.understanding.intention import Intention, answer, ask
from pbm.inbox.understanding.lexicon import ring_names, ring_numbers, ring_sizes
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 14
"""The most words of a question; longer sentences tell a story."""

ROW = 6
"""The number of rings in a row."""

FEWEST_SIZES, FEWEST_NAMES = 3, 2
"""So many sizes side by side, or names of rings anywhere, are a row that is told."""

MOST_UNKNOWN = 4
"""With more unknown words, numbers and rings belong to a story."""

_PLACING = "help placing"
_DIGITS = ("1", "2", "3")
_SIZES = re.compile("[123](?:[,;/+-]?[123])*")
"""Sizes that are written as one word: "1,2,3"."""


def placing(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The row that is said in words, or the help on placing; None for anything else."""
    if not situation.places:
        return None
    row = _row(sentences, situation)
    if row is not None:
        return row
    for each in sentences:
        if _asks_how(each) or (situation.place is Place.TURN and _tells_rings(each, situation)):
            return answer(help_on_placing(situation), each.line)
    return None


def _row(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The question about a row of which every size is said: "1 2 3 3 2, and then 1"."""
    telling = [each for each in sentences if any(_sizes_of(each))]
    # Beside a whole row, "to both of you" adds nothing to it.
    whole = [each for each in telling if len([*_sizes_of(each)]) == ROW]
    telling = whole if len(whole) == 1 else telling
    is_story = any(
        each.has(Sign.STORY, Sign.NOT) or _others(each) > MOST_UNKNOWN for each in telling
    )
    if is_story:
        return None
    # "Two ones" counts, "un 3" need not, and "3 double" may be two sizes all the same.
    readings = [_sizes_of, _counted_sizes_of]
    if any(map(_counts_names, telling)):
        readings.reverse()
    row = next(filter(None, (_legal_row(telling, each, situation) for each in readings)), "")
    return replace(ask(row, telling[-1].line), alone=True) if row else None


def _legal_row(
    telling: Sequence[Sentence],
    sizes_of: Callable[[Sentence], Iterator[str]],
    situation: Situation,
) -> str:
    said = "".join(chain.from_iterable(map(sizes_of, telling)))
    return situation.legal(said) if len(said) == ROW else ""


def _asks_how(sentence: Sentence) -> bool:
    wished = sentence.together() if len(sentence.words) <= LONGEST else ()
    is_asked = sentence.asks or sentence.has(Sign.HOW, Sign.NOT) or Wish.MOVES in wished
    return is_asked and Wish.PLACING in wished and not sentence.has(Sign.STORY)


def _tells_rings(sentence: Sentence, situation: Situation) -> bool:
    """Whether a short sentence names rings in a game with such: "triples outside, singles inside".

    Such words are an attempt to place them, not for the other player, who would learn of the plan.
    """
    has_rings = situation.reads("1" * ROW)
    if not has_rings or len(sentence.words) > LONGEST or sentence.has(Sign.STORY):
        return False
    if any(not _sizes(number) for number in sentence.numbers):
        # Another digit is a mistake, whose refusal says what is wrong with it.
        return False
    names = [word for word in sentence.words if word in ring_names()]
    runs = groupby(sentence.words, key=lambda word: bool(_sizes(word)))
    longest = max(
        (sum(len(_sizes(word)) for word in run) for is_size, run in runs if is_size), default=0
    )
    is_move = sentence.has(Sign.PLAY) or has_board_word(sentence.words, *WAYS)
    is_told = len(set(names)) >= FEWEST_NAMES or longest >= FEWEST_SIZES
    return (is_told and _others(sentence) <= MOST_UNKNOWN) or (bool(names) and is_move)


def _others(sentence: Sentence) -> int:
    """The number of words that are no sizes and have no meaning."""
    return sum(not span.is_known and not _sizes(span.words[0]) for span in sentence.spans)


def _sizes_of(sentence: Sentence) -> Iterator[str]:
    return (size for word in sentence.words for size in _sizes(word))


def _counted_sizes_of(sentence: Sentence) -> Iterator[str]:
    """The sizes, where a number before a size says how many: "two ones", "un 3, un 2"."""
    words = deque(_words(sentence))
    while words:
        word, pauses = words.popleft()
        count = _count(word, words[0][0]) if words and not pauses else 0
        yield from _sizes(words.popleft()[0] if count else word) * (count or 1)


def _words(sentence: Sentence) -> Iterator[tuple[str, bool]]:
    """The words, each with whether a comma or a dash follows it."""
    for span in sentence.spans:
        *words, last = span.words
        yield from ((word, False) for word in words)
        yield last, span.pauses


def _counts_names(sentence: Sentence) -> bool:
    """Whether a number says how many rings of a name there are: "two ones"."""
    return any(
        not pauses and behind in ring_names() and _count(word, behind)
        for (word, pauses), (behind, _) in pairwise(_words(sentence))
    )


def _count(word: str, behind: str) -> int:
    """How many rings of the size ``behind`` the word says; 0 if it says something else."""
    is_number = word in ring_numbers() or (word in _DIGITS and behind in ring_names())
    return int(_sizes(word)[0]) if is_number and len(_sizes(behind)) == 1 else 0


def _sizes(word: str) -> list[str]:
    """The sizes of rings that a word says, none for most words."""
    if _SIZES.fullmatch(word):
        return [sign for sign in word if sign.isdigit()]
    return [ring_sizes()[word]] if word in ring_sizes() else []


def help_on_placing(situation: Situation) -> str:
    """The command for the help on placing: a topic of its own where a seeded start spares it."""
    game = situation.game
    return _PLACING if game is None or game.starts else f"help {situation.topic}"
