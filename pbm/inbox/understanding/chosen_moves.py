"""Moves in sentences: which one is played, which one is asked about, which ones are only talk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pbm.base.values import replace
from pbm.inbox.places import Place
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do, pass_on
from pbm.inbox.understanding.retraction import is_retracted
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish

MANY = 5
"""The most words without a meaning beside a move, for the writer to be asked about it."""

_BEFORE_A_MOVE = (
    *(Sign.PLAY, Sign.FROM, Sign.THEN),
    *(Wish.YES, Wish.AGREE, Wish.PARDON, Wish.DECLINE),
)
_OTHER_THINGS = (Wish.RESIGN, Wish.DRAW, Wish.UNDO)
_REFUSALS = (Wish.NO, Wish.UNWILLING, Sign.TAKEN_BACK)
_INSTEAD = (Sign.BUT, Sign.SLIP, Sign.TAKEN_BACK, Sign.NOT)


def chosen_move(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """What is wanted of the moves in the letter, None if there are none."""
    moves = list(dict.fromkeys(move for each in sentences for move in each.moves))
    if situation.place is Place.TURN and len(moves) == 1:
        return _one(sentences, moves[0])
    if situation.place is Place.TURN and len(moves) > 1:
        return _several(sentences, moves)
    return _illegal(sentences) or _planned(sentences) or _failed(sentences, situation)


def _one(sentences: Sequence[Sentence], move: str) -> Intention:
    at, sentence = _holding(sentences, move)
    place = _place(sentence, move)
    before, after = sentence.spans[:place], sentence.spans[place + 1 :]
    if is_retracted(sentences[at + 1 :]) or any(map(_refuses, after)):
        return ask(move, sentence.line)
    if any(Sign.STORY in each.meanings for each in before):
        return pass_on(sentence.line)
    if any(_denies(each) for each in before):
        # "No draw, 16-35" denies something else.
        denies_another = sentence.has(*_OTHER_THINGS)
        return ask(move, sentence.line) if denies_another else pass_on(sentence.line)
    is_told = bool(after) and Sign.TOLD in after[0].meanings
    asks = sentence.asks and not _stands_apart(sentence, place)
    if is_told or asks or sentence.has(Sign.DOUBT, Sign.OR) or any(map(_denies, after)):
        return ask(move, sentence.line)
    begins = all(_leads(each) for each in before)
    if begins and (_is_alone(after) or _is_first(sentences, at)):
        goes_on = [each for each in sentences[at + 1 :] if each.line == sentence.line]
        talks = bool(goes_on) or any(map(_is_talk, sentence.spans))
        return replace(do(move, sentence.line), talks=talks)
    may_be = sentence.has(Sign.PLAY, Sign.LEGAL) or sentence.unknown <= MANY
    return ask(move, sentence.line) if begins or may_be else pass_on(sentence.line)


def _stands_apart(sentence: Sentence, place: int) -> bool:
    """Whether a comma behind the move divides it from a question about something else."""
    behind = sentence.spans[place:]
    courtesies = takewhile(lambda span: span.move or span.is_harmless, behind)
    return any(span.pauses for span in courtesies) and not sentence.has(Sign.LEGAL)


def _several(sentences: Sequence[Sentence], moves: Sequence[str]) -> Intention:
    _, last = _holding(sentences, moves[-1])
    chosen = _contrasted(last) or _preferred(last) or _chosen_again(sentences)
    if chosen:
        return do(chosen, last.line)
    corrected = _corrected(sentences)
    if corrected:
        is_below = sentences[0].line != last.line
        return ask(corrected, last.line) if is_below else do(corrected, last.line)
    if is_retracted(sentences[1:]):
        return ask(_last_move(sentences), last.line)
    return Intention(Certainty.CHOOSE, line=_holding(sentences, moves[0])[1].line)


def _contrasted(sentence: Sentence) -> str:
    """The second move of "not 13-33 but 16-35", "" for any other sentence."""
    if sentence.asks:
        return ""
    said = [each for each in sentence.spans if not each.is_harmless or _contrasts(each)]
    places = [at for at, each in enumerate(said) if each.move]
    if len(places) != 2 or places[1] != len(said) - 1:
        return ""
    first, second = places
    denied = first > 0 and _denies(said[first - 1]) and all(map(_leads_or_denies, said[:first]))
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
    joined = [Sign.RATHER in each.meanings for each in said[first + 1 : second]]
    plain = all(map(_leads_to_preference, said[:first])) and second == len(said) - 1
    return said[first].move if joined == [True] and plain else ""


def _leads_to_preference(span: Span) -> bool:
    return _leads(span) or not span.meanings.isdisjoint((Sign.BUT, Sign.SLIP))


def _chosen_again(sentences: Sequence[Sentence]) -> str:
    """The move that the last sentence with a move chooses: "13-33 or 16-35? I'll take 16-35"."""
    last = [each for each in sentences if each.moves][-1]
    alone = len(last.moves) == 1 and not last.asks and not last.has(Sign.DOUBT, Sign.NOT, Sign.IF)
    repeats = any(last.moves[0] in each.moves for each in sentences if each is not last)
    return last.moves[0] if alone and repeats and last.has(Sign.PLAY) else ""


def _contrasts(span: Span) -> bool:
    return _denies(span) or Sign.BUT in span.meanings


def _corrected(sentences: Sequence[Sentence]) -> str:
    """The second of two moves between which there are only words such as "no, sorry", else ""."""
    spans = [span for each in sentences for span in each.spans if not span.is_harmless]
    moves = [at for at, each in enumerate(spans) if each.move]
    if len(moves) != 2 or moves[0] != 0 or moves[1] != len(spans) - 1:
        return ""
    between = spans[1:-1]
    takes_back = between and all(not each.meanings.isdisjoint(_INSTEAD) for each in between)
    return spans[-1].move if takes_back else ""


def _last_move(sentences: Sequence[Sentence]) -> str:
    return [move for each in sentences for move in each.moves][-1]


def _planned(sentences: Sequence[Sentence]) -> Intention | None:
    """A move in answer to one of the opponent's: "if they play 63-53, I play 12-22"."""
    for each in sentences:
        moves = [span.move or span.illegal for span in each.spans if span.move or span.illegal]
        if each.has(Sign.IF) and len(moves) == 2:
            return ask(f"queue if {moves[0]} then {moves[1]}", each.line)
    return None


def _illegal(sentences: Sequence[Sentence]) -> Intention | None:
    """The explanation that a question about an illegal move gets."""
    for each in sentences:
        asks = each.asks or each.has(Sign.LEGAL) or _is_attempt(each)
        if each.illegal and asks and not each.has(Sign.IF):
            return answer(f"preview {each.illegal}", each.line)
    return None


def _is_attempt(sentence: Sentence) -> bool:
    """Whether it says nothing but the move, with the words that can stand before one."""
    return all(each.illegal or _leads(each) for each in sentence.spans)


def _failed(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """An illegal move at the beginning of a line, whose refusal says what is wrong with it."""
    if situation.place is not Place.TURN:
        return None
    for each in sentences:
        first, *after = each.spans
        is_told = bool(after) and not after[0].meanings.isdisjoint((Sign.TOLD, Sign.STORY))
        if each.first and first.illegal and not is_told:
            return do(first.illegal, each.line)
        described = _described(each)
        if described:
            return answer(f"preview {described}", each.line)
    return None


def _described(sentence: Sentence) -> str:
    """The illegal move of a sentence that tells a way over the board: "the 3 on 45 goes to 55"."""
    for at, span in enumerate(sentence.spans):
        before, after = sentence.spans[:at], sentence.spans[at + 1 :]
        leads = all(_leads(each) or not each.meanings for each in before)
        if span.illegal and len(span.words) > 1 and leads and len(before) <= MANY and not after:
            return span.illegal
    return ""


def _holding(sentences: Sequence[Sentence], move: str) -> tuple[int, Sentence]:
    return next((at, each) for at, each in enumerate(sentences) if move in each.moves)


def _place(sentence: Sentence, move: str) -> int:
    return next(at for at, span in enumerate(sentence.spans) if span.move == move)


def _is_first(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether everything above the sentence is a greeting."""
    return all(each.is_harmless for each in sentences[:at])


def _is_alone(after: Sequence[Span]) -> bool:
    return all(each.is_harmless or each.move for each in after)


def _is_talk(span: Span) -> bool:
    """Whether the words say something to the other player."""
    return not span.move and (Sign.KIND in span.meanings or not _leads(span))


def _leads(span: Span) -> bool:
    """Whether the words can stand before a move that is played."""
    return span.is_harmless or not span.meanings.isdisjoint(_BEFORE_A_MOVE)


def _refuses(span: Span) -> bool:
    return not span.meanings.isdisjoint(_REFUSALS)


def _denies(span: Span) -> bool:
    return not span.meanings.isdisjoint((Sign.NOT, Sign.TAKEN_BACK))


def _leads_or_denies(span: Span) -> bool:
    return _leads(span) or _denies(span)
