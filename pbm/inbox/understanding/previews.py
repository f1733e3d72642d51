"""Questions about the board after a move: "what would 16-35 give?" """

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place


def preview(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The board after the only move of the letter, if the writer asks for it; nothing is played."""
    if situation.place is not Place.TURN:
        return None
    moves = {move for each in sentences for move in _named(each, situation)}
    if len(moves) != 1:
        return None
    for each in sentences:
        if _asks_for_board(each, situation):
            return answer(f"preview {moves.pop()}", each.line)
    return None


def _named(sentence: Sentence, situation: Situation) -> Sequence[str]:
    """The moves of the sentence, also one behind a word such as "after", which may be a date."""
    found = [*sentence.moves, *filter(None, [sentence.illegal])]
    if found or not sentence.numbers or not sentence.has(Sign.WHEN):
        return found
    behind = (span for before, span in pairwise(sentence.spans) if Sign.WHEN in before.meanings)
    texts = [span.words[0] for span in behind if len(span.words) == 1]
    return [situation.legal(text) or text for text in texts if situation.reads(text)]


def _asks_for_board(sentence: Sentence, situation: Situation) -> bool:
    """Whether a question, or a request that ends with a move, is about the board after it."""
    said = [span for span in sentence.spans if not span.is_harmless]
    names_move = bool(_named(sentence, situation))
    ends = names_move and bool(said[-1].any_move)
    requests = ends and (sentence.has(Sign.IF, Sign.QUESTION) or not sentence.has(Sign.PLAY))
    # "Show me how it looks after 16-35" cannot be a move, whatever follows, nor can "how".
    requests |= not (sentence.moves or sentence.illegal)
    requests |= sentence.clauses[0].has(Sign.HOW, Sign.QUESTION) and not sentence.has(Sign.PLAY)
    return names_move and (sentence.asks or requests) and Wish.PREVIEW in sentence.together()
