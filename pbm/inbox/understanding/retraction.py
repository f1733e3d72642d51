"""Words that take back what was written above them: "just kidding", "oops no, 16-35 instead"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

AGAINST: Mapping[str, Collection[Meaning]] = {
    "accept": (Sign.NOT, Sign.SLIP, Wish.NO, Wish.UNWILLING),
    "resign": (Sign.NOT, Sign.SLIP, Wish.NO),
    "decline": (Sign.SLIP, Wish.YES, Wish.ACCEPT),
    "reject": (Sign.SLIP, Wish.YES, Wish.ACCEPT),
}
"""For each answer, the meanings of words that may take it back, anywhere below it.

An answer is final, and a question costs little. People who decline often say no twice.
"""
_MOVE = "move"
_STOPPING = (Wish.NO, Sign.NOT, Sign.SLIP)
_ACTS = (Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO)


def is_doubtful(command: str, below: Sequence[Sentence]) -> bool:
    """Whether the sentences below a command may take it back."""
    against = AGAINST.get(command, ())
    doubts = any(_says(span, against) for each in below for span in each.spans)
    return doubts or is_retracted(below, of_move=command == _MOVE)


def is_called_off(below: Sequence[Sentence]) -> bool:
    """Whether a sentence takes back the text above it, or begins with two words that do.

    "No, stop" and "nee wacht" do so; "no excuses this time" does not.
    """
    return any(each.has(Sign.TAKEN_BACK) or _stops(each) for each in below)


def _stops(sentence: Sentence) -> bool:
    said = [span for span in sentence.spans if not span.is_harmless][:2]
    return len(said) > 1 and all(span.has(*_STOPPING) for span in said)


def is_retracted(below: Sequence[Sentence], *, of_move: bool = False) -> bool:
    """Whether the sentences take back the text above them.

    of_move: whether that is a move, which "sorry, but I don't take anything back" leaves as it is.
    """
    if any(each.has(Sign.TAKEN_BACK) or _corrects(each) for each in below):
        return True
    slips = [
        at for at, each in enumerate(below) if each.spans and Sign.SLIP in each.spans[0].meanings
    ]
    return any(
        each.moves or (each.has(*_ACTS) and not (of_move and _denies_act(each)))
        for at in slips[:1]
        for each in below[at : at + 2]
    )


def _denies_act(sentence: Sentence) -> bool:
    """Whether the clause that names an act says "not": "sorry, but we don't take moves back"."""
    return sentence.clause_with(*_ACTS).has(Sign.NOT) and not sentence.asks


def _corrects(sentence: Sentence) -> bool:
    """Whether the sentence has a move together with words such as "no" and "I meant"."""
    return bool(sentence.moves) and sentence.has(Sign.SLIP, Sign.NOT, Sign.BUT, Wish.NO)


def _says(span: Span, meanings: Collection[Meaning]) -> bool:
    return not span.is_harmless and span.has(*meanings)
