"""Moves that cannot be played as written: planned, illegal, or with slots in two places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbm.base.values import replace
from pbm.inbox.understanding.board_words import WAYS, has_board_word
from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import pieces
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

MOVE = "move"
LONGEST_SLOT = 3
FEWEST = 3
"""The fewest slots of a move that displaces a ring: the way's ends, and the ring's new place."""
APART, LONGEST_STEP = 2, 5
"""The most words from a slot of a way to the next one, and fewer than lie before a place apart."""
_LINKS = re.compile("[-x]")
LONGEST = 14
"""The most words of a question about a piece; longer sentences tell a story."""
_SOME_CELLS = ("11", "22", "a1", "b1")
"""Cells of one game or the other, to try whether a number with one of them can be a move."""
FEW = 2
"""With more unknown words than this beside two moves, they are not taken for a plan."""
MANY = 5
"""With more unknown words than this beside a move, the writer is not asked about it."""

_BEFORE_A_MOVE = (
    *(Sign.PLAY, Sign.FROM, Sign.THEN),
    *(Wish.YES, Wish.AGREE, Wish.PARDON, Wish.DECLINE),
)
_JOINING = (Sign.PLAY, Sign.FROM, Sign.TO, Sign.VIA, Sign.THEN)
_ON_THE_WAY = (Sign.TO, Sign.VIA, Sign.THEN, Sign.COMMON)
_IN_A_PLAN = frozenset({Sign.IF, Sign.THEN, Sign.PLAY, Sign.THEM, Sign.STORY, Sign.COMMON})


def other_move(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention of a letter without a legal move in one piece; None if it is about no move."""
    return (
        _in_two_places(sentences, situation)
        or _of_piece(sentences, situation)
        or _once_moved(sentences, situation)
        or _illegal(sentences, situation)
        or _planned(sentences, situation)
        or _failed(sentences, situation)
    )


def displacing(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A move in words that also say what it displaces: "from 15 to 13, the ring there to 54"."""
    if situation.place is not Place.TURN:
        return None
    for each in sentences:
        path, place = _path_and_place(each)
        if path and not each.has(Sign.NOT, Sign.STORY, Sign.IF):
            written = f"{'-'.join(path[:-1])}x{path[-1]}={place}"
            move = situation.legal(written)
            return ask(move, each.line) if move else _impossible(each, path, written, situation)
    return None


def _path_and_place(sentence: Sentence) -> tuple[Sequence[str], str]:
    """The slots of a path, and a slot apart from it; no path if the sentence does not say so."""
    slots = list(_slots(sentence))
    if len(slots) < FEWEST:
        return (), ""
    *path, (at, place) = slots
    steps = [behind - before for (before, _), (behind, _) in pairwise(path)]
    is_path = len(path) == FEWEST - 1 or max(steps) <= LONGEST_STEP
    is_apart = at - path[-1][0] > APART and not _goes_on(_words(sentence)[path[-1][0] + 1 : at])
    return ([slot for _, slot in path], place) if is_path and is_apart else ((), "")


def _words(sentence: Sentence) -> Sequence[tuple[str, Span]]:
    return [(word, span) for span in sentence.spans for word in span.words]


def _slots(sentence: Sentence) -> Iterator[tuple[int, str]]:
    """The slots in the sentence, each with the index of its word, which may be a whole path."""
    for at, (word, _) in enumerate(_words(sentence)):
        parts = _LINKS.split(word)
        yield from ((at, each) for each in parts if all(map(is_slot, parts)))


def _goes_on(words: Sequence[tuple[str, Span]]) -> bool:
    """Whether words such as "and then to" lead from one slot of a way to the next one."""
    return all(span.any_move or not span.meanings.isdisjoint(_ON_THE_WAY) for _, span in words)


def _impossible(
    sentence: Sentence, path: Sequence[str], written: str, situation: Situation
) -> Intention | None:
    """The refusal of a move that is described, which says why; None if it may not be one."""
    plays = sentence.has(Sign.PLAY, Sign.LEGAL) or leads(sentence.spans[0])
    is_move = situation.reads(written) and not situation.legal("-".join(path))
    if not plays or not is_move or sentence.has(Sign.DOUBT):
        return None
    if sentence.asks:
        return answer(f"preview {written}", sentence.line)
    return do(written, sentence.line)


def leads(span: Span) -> bool:
    """Whether the words can precede a move that is played."""
    return span.is_harmless or not span.meanings.isdisjoint(_BEFORE_A_MOVE)


def _planned(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A move in answer to one of the opponent's: "if they play 63-53, I play 12-22"."""
    for each in sentences:
        at = [at for at, span in enumerate(each.spans) if span.any_move]
        if len(at) == 2 and (each.has(Sign.IF) or _answers(each, at, situation)):
            certainty = do if _is_plain_plan(each, situation) else ask
            return certainty(plan_of(each.spans), each.line)
    return None


def plan_of(spans: Sequence[Span]) -> str:
    """The command for a plan with two moves, "" for others. The condition may be the second one:
    "I play 12-22 if they play 63-53".
    """
    at = [at for at, span in enumerate(spans) if span.any_move]
    if len(at) != 2:
        return ""
    condition = next((at for at, span in enumerate(spans) if Sign.IF in span.meanings), at[0])
    moves = [spans[one].any_move for one in at]
    return _plan(*(reversed(moves) if at[0] < condition < at[1] else moves))


def with_letters(spans: Sequence[Span], situation: Situation) -> list[Span]:
    """The spans of a plan with each letter that may be a move taken for one: "if d then E".

    Elsewhere in a sentence such letters are words, as "e" is in Italian.
    """
    return [
        replace(each, illegal=each.words[0]) if _is_letter(each, situation) else each
        for each in spans
    ]


def _is_letter(span: Span, situation: Situation) -> bool:
    is_free = len(span.words) == 1 and not span.any_move
    return is_free and len(span.words[0]) == 1 and situation.reads(span.words[0])


def _plan(condition: str, move: str) -> str:
    return f"queue if {condition} then {move}"


def _moves(sentence: Sentence) -> Sequence[str]:
    return [span.any_move for span in sentence.spans if span.any_move]


def _once_moved(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The move to play after any of the opponent's: "play 12-22 for me as soon as they moved"."""
    for each in sentences if situation.place is Place.WAITING else ():
        moves = _moves(each)
        is_wanted = each.has(Sign.PLAY) and not each.has(Sign.NOT)
        if len(moves) == 1 and is_wanted and Wish.ONCE_MOVED in each.together():
            return ask(f"queue {moves[0]}", each.line)
    return None


def _answers(sentence: Sentence, moves: Sequence[int], situation: Situation) -> bool:
    """Whether the second move is to answer the first: "after 63-53 I play 12-22"."""
    first, second = moves
    between = sentence.spans[first + 1 : second]
    waits = situation.place is Place.WAITING
    return waits and any(each.has(Sign.PLAY, Sign.THEN) for each in between)


def _is_plain_plan(sentence: Sentence, situation: Situation) -> bool:
    """Whether each word belongs to the condition, which comes first, or to the move."""
    said = [each for each in sentence.spans if not each.is_harmless]
    return (
        Sign.IF in said[0].meanings
        and not sentence.asks
        and all(
            each.any_move or _IN_A_PLAN & each.meanings or situation.is_other(each.words[0])
            for each in said
        )
    )


def _illegal(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The explanation of an illegal move, or the move itself if it only comes too early."""
    for each in sentences:
        attempts = _is_attempt(each)
        if each.illegal and attempts and situation.place is Place.WAITING:
            return do(each.illegal, each.line)
        asks = (each.asks or each.has(Sign.LEGAL)) and not _is_score(each)
        played = (attempts or _is_played(each)) and not each.has(Sign.IF)
        if each.illegal and played and not asks and situation.place is Place.TURN:
            # Nothing is played: the refusal says why, and whose turn it still is.
            return do(each.illegal, each.line)
        if each.illegal and (asks or played) and not each.has(Sign.IF):
            return answer(f"preview {each.illegal}", each.line)
    return None


def _is_score(sentence: Sentence) -> bool:
    """Whether words such as "won" immediately precede what looks like a move: "they won 21-14"."""
    return any(
        span.illegal and Sign.TOLD in before.meanings and Sign.LEGAL not in before.meanings
        for before, span in pairwise(sentence.spans)
    )


def _is_played(sentence: Sentence) -> bool:
    """Whether words such as "I play" immediately precede an illegal move."""
    beside = zip(sentence.spans, sentence.spans[1:], strict=False)
    plays = any(each.illegal and Sign.PLAY in before.meanings for before, each in beside)
    return plays and not sentence.has(Sign.NOT, Sign.STORY, Sign.DOUBT)


def _is_attempt(sentence: Sentence) -> bool:
    """Whether the sentence is nothing but the move, and words that can precede a move."""
    return all(each.illegal or leads(each) for each in sentence.spans)


def _in_two_places(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A legal move whose two slots are not side by side: "to 35, from 16"."""
    if situation.place is not Place.TURN:
        return None
    slots = [
        (span, before, each)
        for each in sentences
        for before, span in zip([None, *each.spans], each.spans, strict=False)
        if len(span.words) == 1 and is_slot(span.words[0])
    ]
    if len(slots) != 2:
        return None
    (first, before_first, sentence), (second, before_second, other) = slots
    if any(each.has(Sign.NOT, Sign.STORY) for each in (sentence, other)):
        return None
    if first.pauses and _counts(before_first) and _counts(before_second):
        # "You 16, me 35" is a score.
        return None
    ends = [first.words[0], second.words[0]]
    is_turned = _means(before_first, Sign.TO) and _means(before_second, Sign.FROM)
    written = "-".join(reversed(ends) if is_turned else ends)
    move = situation.legal(written)
    if not move and is_turned and other.asks and situation.reads(written):
        # "To 65, coming from 13, may I?" is answered with the rule that it breaks.
        return answer(f"preview {written}", sentence.line)
    return ask(move, sentence.line) if move else None


def is_cell(slot: str, situation: Situation) -> bool:
    """Whether a move of the game may have this slot."""
    return any(situation.reads(f"{slot}-{other}") for other in _SOME_CELLS)


def _of_piece(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The legal moves of a piece that is asked about or named: "where can 12 go?".

    What "the 3 on 64 straight down" is depends on the side, so the list is the answer.
    """
    for each in sentences if situation.place is Place.TURN else ():
        slots = [slot for slot in each.numbers if is_slot(slot)]
        # The command "move" is refused with the same moves and an example.
        is_told = each.has(Sign.STORY, Sign.IF) or each.words[0] == MOVE
        if len(slots) != 1 or len(each.words) > LONGEST or is_told:
            continue
        asks = Wish.MOVES in (*each.meanings, *each.together()) and not each.has(Sign.NOT)
        names_piece = each.has(Sign.PLAY) or not pieces().isdisjoint(each.words)
        names_way = names_piece and has_board_word(each.words, *WAYS)
        is_half = 1 < len(each.words) <= MANY and each.has(Sign.PLAY, Sign.FROM)
        is_half &= not (each.has(Sign.NOT, Sign.WHEN) or _counts_things(slots[0], each))
        if asks or ((names_way or is_half) and is_cell(slots[0], situation)):
            return answer(f"moves {slots[0]}", each.line)
    return None


def _counts_things(number: str, sentence: Sentence) -> bool:
    """Whether an unknown word follows the number, as in "35 years"."""
    counts = (before.words[-1] == number and not before.pauses for before in sentence.spans)
    behind = zip(counts, sentence.spans[1:], strict=False)
    return number.isdecimal() and any(is_it and not span.is_known for is_it, span in behind)


def is_slot(word: str) -> bool:
    """Whether a word may be a slot of some game."""
    return 1 < len(word) <= LONGEST_SLOT and any(map(str.isdigit, word))


def _counts(before: Span | None) -> bool:
    """Whether the words before a slot may say whose points it counts."""
    return before is not None and not before.pauses and before.meanings.isdisjoint(_JOINING)


def _means(span: Span | None, meaning: Sign) -> bool:
    return span is not None and meaning in span.meanings


def _failed(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """An illegal move at the beginning of a line, whose refusal says what is wrong with it."""
    if situation.place is not Place.TURN:
        return None
    for each in sentences:
        first, *after = each.spans
        is_told = bool(after) and after[0].has(Sign.TOLD, Sign.STORY)
        is_told |= _is_in_story(first, after)
        if each.first and first.illegal and not is_told:
            return do(first.illegal, each.line)
        described = _described(each)
        if described:
            return do(described, each.line)
    return None


def _is_in_story(move: Span, after: Sequence[Span]) -> bool:
    """Whether words behind what looks like a move tell of another time: "21-14 for us last night".

    Behind a comma they may be chatter beside a move.
    """
    pauses = (at for at, span in enumerate([move, *after]) if span.pauses)
    clause = after[: next(pauses, len(after))]
    plays = any(Sign.PLAY in each.meanings for each in after)
    return not plays and any(Sign.STORY in each.meanings for each in clause)


def _described(sentence: Sentence) -> str:
    """The illegal move that a sentence describes in words: "the 3 on 45 goes to 55"."""
    for at, span in enumerate(sentence.spans):
        before, after = sentence.spans[:at], sentence.spans[at + 1 :]
        is_way = all(leads(each) or not each.meanings for each in before)
        if span.illegal and len(span.words) > 1 and is_way and len(before) <= MANY and not after:
            return span.illegal
    return ""
