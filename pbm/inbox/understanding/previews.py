"""Questions about the board after a move: "what would 16-35 give?" """

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbm.inbox.places import Place
from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish


def preview(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The board after the only move of the letter, if the writer asks for it; nothing is played."""
    moves = {move for each in sentences for move in _named(each, situation)}
    if situation.place is not Place.TURN or len(moves) != 1:
        return None
    for each in sentences:
        if _asks_for_board(each, situation):
            return answer(f"preview {moves.pop()}", each.line)
    return None


def _named(sentence: Sentence, situation: Situation) -> Iterator[str]:
    """The moves of the sentence, also one behind a word such as "after", which may be a date."""
    for before, span in zip([None, *sentence.spans], sentence.spans, strict=False):
        is_after = before is not None and Sign.WHEN in before.meanings and len(span.words) == 1
        found = span.move or span.illegal
        if not found and is_after and situation.reads(span.words[0]):
            found = situation.legal(span.words[0]) or span.words[0]
        yield from [found] if found else []


def _asks_for_board(sentence: Sentence, situation: Situation) -> bool:
    """Whether a question, or a request that ends with a move, is about the board after it."""
    said = [span for span in sentence.spans if not span.is_harmless]
    names_move = any(_named(sentence, situation))
    ends = names_move and bool(said[-1].move or said[-1].illegal)
    requests = ends and (sentence.has(Sign.IF, Sign.QUESTION) or not sentence.has(Sign.PLAY))
    return names_move and (sentence.asks or requests) and Wish.PREVIEW in sentence.together()
