"""Commands that are a part of a sentence over several lines: "resign", below it "is what you hope".

Who drops a subject writes so, too: "was away for a week". So a line counts only if its first words
speak of the command, and it is neither a question nor begins with a capital.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbm.inbox.line.answer_tables import Answers, answers_of_all
from pbm.inbox.understanding.phrases import Node, plain_words

_PAUSE = "….-–— "
_ENDS = ".!?:;,…)"
MOST_WORDS_OF_CONDITION = 9
"""A longer line has a consequence of its own: "if you go there I take the corner"."""
_MOST_CHARACTERS = 200


def is_within_sentence(lines: Sequence[str], at: int, *, is_move: bool) -> bool:
    """Whether the sentence of the command in line ``at`` begins above it or goes on below it.

    at: -1 for a command in the subject. is_move: whether it is a move, beside which "if" belongs
    to talk.
    """
    above = next((line for line in reversed(lines[: max(at, 0)]) if line.strip()), "")
    below = next((line for line in lines[at + 1 :] if line.strip()), "")
    return _leads(above[-_MOST_CHARACTERS:].strip()) or _goes_on(
        below[:_MOST_CHARACTERS].strip(), is_move=is_move
    )


def _leads(line: str) -> bool:
    """Whether a line such as "I will not" ends with words that want the command below it."""
    words = plain_words(line)
    if not words or line.endswith(tuple(_ENDS)):
        return False
    return any(
        each.leading.longest(words, at)[0] == len(words)
        for each in answers_of_all()
        for at in range(len(words))
    )


def _goes_on(line: str, *, is_move: bool) -> bool:
    bare = line.lstrip(_PAUSE)
    if not bare[:1].islower() or line.endswith("?"):
        return False
    words = plain_words(bare)
    if _begins(words, lambda each: each.going_on):
        return True
    if bare != line:
        return _begins(words, lambda each: each.verbs)
    is_bare = "," not in line and len(words) <= MOST_WORDS_OF_CONDITION
    return is_bare and not is_move and _begins(words, lambda each: each.conditions)


def _begins(words: Sequence[str], table: Callable[[Answers], Node]) -> bool:
    return any(table(each).longest(words, 0)[0] for each in answers_of_all())
