"""Several moves in a letter: which one is chosen, and which ones are taken back or denied."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbm.inbox.understanding.gates import is_retracted
from pbm.inbox.understanding.intention import Certainty, Intention, ask, do
from pbm.inbox.understanding.other_moves import leads
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.wishes import Sign, Wish

FEW = 3
"""With more unknown words beside a second move, it is not taken to replace the first one."""

INSTEAD = (Sign.BUT, Sign.SLIP, Sign.TAKEN_BACK, Sign.NOT)
"""The meanings of words by which one move replaces another."""


def several(sentences: Sequence[Sentence], moves: Sequence[str]) -> Intention:
    """The intention about the moves of a letter that holds several."""
    whole, sentences = sentences, _up_to_last_move(sentences)
    _, last = holding(sentences, moves[-1])
    chosen = _contrasted(last) or _preferred(last)
    if chosen:
        return do(chosen, last.line)
    corrected = _corrected(sentences)
    if corrected:
        said = [span for each in sentences for span in each.spans if not span.is_harmless]
        # Behind words such as "I play" the correction may be of these.
        asks = sentences[0].line != last.line or not said[0].move or _is_loose(said[-2])
        # "16-35? No. 11-31? No."
        asks |= last.asks or any(each.has(Wish.NO) for each in whole[len(sentences) :])
        return ask(corrected, last.line) if asks else do(corrected, last.line)
    return Intention(Certainty.CHOOSE, ", ".join(moves), holding(sentences, moves[0])[1].line)


def _up_to_last_move(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentences without those behind the last move, unless they take something back."""
    end = max(at for at, each in enumerate(sentences, 1) if each.moves)
    return sentences if is_retracted(sentences[end:]) else sentences[:end]


def _contrasted(sentence: Sentence) -> str:
    """The second move of "not 13-33 but 16-35", "" for any other sentence."""
    if sentence.asks:
        return ""
    said = [each for each in sentence.spans if not each.is_harmless or _contrasts(each)]
    places = [at for at, each in enumerate(said) if each.move]
    if len(places) != 2 or places[1] != len(said) - 1:
        return ""
    first, second = places
    denied = first > 0 and denies(said[first - 1]) and all(map(_leads_or_denies, said[:first]))
    joined = said[first + 1 : second]
    instead = any(Sign.BUT in each.meanings for each in joined)
    return said[second].move if denied and instead and len(joined) <= 2 else ""


def _preferred(sentence: Sentence) -> str:
    """The first move of "16-35 rather than 11-31", "" for any other sentence."""
    said = [each for each in sentence.spans if not each.is_harmless]
    places = [at for at, each in enumerate(said) if each.move]
    if len(places) != 2 or sentence.asks or sentence.has(Sign.DOUBT):
        return ""
    first, second = places
    plain = all(map(_leads_to_preference, said[:first])) and second == len(said) - 1
    return said[first].move if plain and _prefers(said[first + 1 : second]) else ""


def _prefers(joined: Sequence[Span]) -> bool:
    """Whether the words prefer the move before them: "instead of", "no, not"."""
    *no, last = joined or [Span(())]
    denies = Sign.NOT in last.meanings and all(Wish.NO in each.meanings for each in no)
    return Sign.RATHER in last.meanings and (denies or not no)


def _leads_to_preference(span: Span) -> bool:
    return leads(span) or span.has(Sign.BUT, Sign.SLIP)


def plays(sentence: Sentence) -> bool:
    """Whether words such as "I play" immediately precede a move of the sentence."""
    beside = pairwise(sentence.spans)
    plays = any(span.move and Sign.PLAY in before.meanings for before, span in beside)
    return plays and not sentence.has(Sign.STORY)


def _contrasts(span: Span) -> bool:
    return denies(span) or Sign.BUT in span.meanings


def _corrected(sentences: Sequence[Sentence]) -> str:
    """The second of two moves with only words such as "no, sorry" between them, else ""."""
    spans = [span for each in sentences for span in each.spans if not span.is_harmless]
    moves = [at for at, each in enumerate(spans) if each.move]
    if len(moves) != 2 or moves[1] != len(spans) - 1 or not all(map(leads, spans[: moves[0]])):
        return ""
    between = spans[moves[0] + 1 : -1]
    takes_back = between and all(not each.meanings.isdisjoint(INSTEAD) for each in between)
    # "13-33, no, not 11-31" denies the second move.
    denies = takes_back and Sign.NOT in between[-1].meanings
    denies = denies and between[-1].meanings.isdisjoint((Sign.SLIP, Sign.TAKEN_BACK, Wish.NO))
    return spans[-1].move if takes_back and not denies else ""


def _is_loose(between: Span) -> bool:
    """Whether words between two moves may take back either: "11-31, forget 16-35"."""
    is_clear = between.has(Sign.BUT, Sign.SLIP, Sign.RATHER, Wish.NO)
    return between.has(Sign.TAKEN_BACK) and not is_clear


def other_choice(below: Sequence[Sentence]) -> str:
    """The last legal move in lines below a move that may be meant instead of it, else ""."""
    chosen = (each for each in below if each.moves and _may_choose(each))
    return next((each.moves[-1] for each in chosen), "")


def _may_choose(sentence: Sentence) -> bool:
    told = (Sign.STORY, Sign.TOLD, Sign.DOUBT, Sign.NOT, Sign.RATHER)
    return not (sentence.asks or sentence.has(*told)) and sentence.unknown <= FEW


def holding(sentences: Sequence[Sentence], move: str) -> tuple[int, Sentence]:
    """The first sentence with the move, and its index."""
    return next((at, each) for at, each in enumerate(sentences) if move in each.moves)


def denies(span: Span) -> bool:
    """Whether the words deny what follows them, or take back what precedes them."""
    return span.has(Sign.NOT, Sign.TAKEN_BACK)


def _leads_or_denies(span: Span) -> bool:
    return leads(span) or denies(span)
