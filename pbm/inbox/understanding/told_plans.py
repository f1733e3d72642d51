"""Plans told beside a move: "if they go 61-51, I go 21-31", which the other player must not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbm.base.values import replace
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.other_moves import plan_of
from pbm.inbox.understanding.reading import likeliest
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation, nothing_is_legal
from pbm.inbox.understanding.tokens import names_cells, sentences_of
from pbm.inbox.understanding.wishes import Sign
from pbm.notices.facts.places import Place

MOST_WORDS = 80
"""The most words of all sentences that are read: as many as of a letter without a command. Later
ones tell a story."""

ANY_PLAN = "queue if MOVE then MOVE"
"""How any plan is written."""

_CONDITIONS = (Sign.IF, Sign.THEN)
_DENIALS = (Sign.NOT, Sign.TAKEN_BACK)


def told_plans(lines: Sequence[str], played: str, situation: Situation) -> Mapping[str, str]:
    """The sentences of the lines that tell plans, each with the command for its plan.

    played: the move beside which they stand, "" for none. Without one, only a condition and its
    answer together are a plan.
    """
    # What is legal now says nothing of the moves after this one.
    played = situation.legal(played)
    waiting = replace(situation, place=Place.WAITING, legal=nothing_is_legal)
    whole = (each for line in lines if names_cells(line) for each in sentences_of(line))
    found: dict[str, str] = {}
    above, is_condition = "", False
    for said in _first_words(filter(names_cells, whole)):
        read = likeliest([said], waiting)[0]
        spans = [_without_played(span, played, situation) for each in read for span in each.spans]
        names_move = any(span.illegal for span in spans)
        if is_condition and names_move and played:
            # "What if they go 61-51? Then 21-31."
            found |= {above: ANY_PLAN, said: ANY_PLAN}
        elif _is_conditional(spans) or (played and _announces(spans, later=_tells_later(read))):
            found[said] = plan_of(spans) or _next_move(spans) or ANY_PLAN
        above, is_condition = said, names_move and _says(spans, Sign.IF)
    return found


def _first_words(sentences: Iterable[str]) -> Iterator[str]:
    """The first sentences that together have few words."""
    words = 0
    for each in sentences:
        words += len(each.split())
        if words > MOST_WORDS:
            return
        yield each


def _without_played(span: Span, played: str, situation: Situation) -> Span:
    """The span; with its move if that is legal now, and without any if that is the one played.

    Plans are read as if no move were legal, so that each of theirs is an illegal one.
    """
    if not span.illegal:
        return span
    legal = situation.legal(span.illegal)
    return replace(span, illegal="") if legal and legal == played else replace(span, move=legal)


def _is_conditional(spans: Sequence[Span]) -> bool:
    """Whether the words say what the writer will answer to a move, or are moves alone."""
    others = [span for span in spans if not span.illegal]
    is_told = _says(others, *_CONDITIONS, Sign.AGAINST) or all(each.is_harmless for each in others)
    return len(spans) - len(others) > 1 and is_told


def _next_move(spans: Sequence[Span]) -> str:
    """The command for the only move, if it is to be played whatever happens; else ""."""
    moves = [span.illegal for span in spans if span.illegal]
    return f"queue {moves[0]}" if len(moves) == 1 and not _says(spans, Sign.IF) else ""


def _tells_later(read: Sequence[Sentence]) -> bool:
    return any(lexicon(each.language).tells_later(each.words) for each in read)


def _announces(spans: Sequence[Span], *, later: bool) -> bool:
    """Whether words such as "I play" or "then" lead to a move, or "play" follows it.

    later: whether other words tell of a later turn, so that any move is planned. One that is legal
    now is rather a move that is taken back.
    """
    is_other = _says(spans, Sign.STORY) and not (later or _says(spans, *_CONDITIONS))
    if is_other or (_says(spans, *_DENIALS) and not _says(spans, Sign.IF)):
        return False
    led = False
    for at, span in enumerate(spans):
        if span.illegal and not span.move:
            behind = spans[at + 1] if at + 1 < len(spans) else Span(())
            if later or led or Sign.PLAY in behind.meanings:
                return True
        leads = span.has(Sign.PLAY, Sign.THEN)
        led = leads or (led and (span.is_harmless or Sign.COMMON in span.meanings))
    return False


def _says(spans: Sequence[Span], *signs: Sign) -> bool:
    return any(span.has(*signs) for span in spans)
