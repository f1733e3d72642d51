"""Sentences that no phrase explains: the wish of most examples that resemble them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbm.inbox.places import Place
from pbm.inbox.understanding.examples import examples
from pbm.inbox.understanding.intention import Intention, ask
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.topics import IN_DOUBT, meant_by
from pbm.inbox.understanding.wishes import Sign, Wish

MOST_WORDS = 30
"""A letter of more words tells a story, and is not compared with examples."""

LEAST_WORDS = 3
"""Fewer words resemble too many sentences: they can only mean yes, no or another game."""

_ANSWERS = frozenset({Wish.YES, Wish.NO})
_DOUBTS = (Sign.STORY, Sign.IF)
"""Signs of doubt in a guess; not "not", which is mostly about something else: "no hope"."""

_NAMED_IN_DOUBT = frozenset({Wish.RESIGN, Wish.DRAW})
"""Wishes that a "not" denies if it is beside their own words: "I do not give up"."""

_OVER_THE_BOARD = frozenset({Wish.RESIGN, Wish.DRAW, Wish.UNDO})
_BETWEEN = frozenset({Wish.PROGRAMS, Wish.SEEK, Wish.CHALLENGE})
_ANYWHERE: frozenset[Wish] = frozenset(
    {
        *(Wish.SHOW, Wish.TURN, Wish.MOVES, Wish.REVIEW, Wish.HELP, Wish.RULES, Wish.SETTINGS),
        *(Wish.PLAYERS, Wish.GAMES, Wish.RATINGS, Wish.TIME, Wish.AWAY, Wish.LEAVE),
    }
)


def nearest(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention to ask about or to answer; None if similar examples have none, or disagree."""
    words = [word for each in sentences for word in each.words]
    is_courtesy = all(each.is_harmless for each in sentences)
    is_about_moves = any(each.moves for each in sentences)
    # After a no to our question, the words are about that question.
    if is_courtesy or is_about_moves or situation.dropped or len(words) > MOST_WORDS:
        return None
    longest = max(sentences, key=lambda each: len(each.words))
    possible = _possible(situation, len(words), asks=any(each.asks for each in sentences))
    wish = examples(longest.language).meaning(words, possible)
    if wish is None:
        return None
    if wish in _ANSWERS:
        is_told = any(each.has(Sign.STORY) for each in sentences)
        return None if is_told else _answer(wish, situation, longest)
    is_named = wish in _NAMED_IN_DOUBT and any(each.has(wish) for each in sentences)
    return meant_by(wish, longest, situation, IN_DOUBT if is_named else _DOUBTS)


def _possible(situation: Situation, words: int, *, asks: bool) -> Collection[Wish]:
    """The wishes that are possible in the writer's situation, for a letter of ``words`` words."""
    is_long = words >= LEAST_WORDS
    if situation.place is Place.INVITED or situation.offer:
        return _ANSWERS | (_ANYWHERE if asks and is_long else set())
    if situation.place is Place.OVER:
        return (_ANYWHERE if is_long else set()) | {Wish.REMATCH}
    if not is_long:
        return ()
    at_play = situation.place in (Place.TURN, Place.WAITING)
    return _ANYWHERE | (_OVER_THE_BOARD if at_play else _BETWEEN)


def _answer(wish: Wish, situation: Situation, sentence: Sentence) -> Intention:
    """The question whether the writer accepts or declines an invitation or a proposal."""
    no = "decline" if situation.place is Place.INVITED else "reject"
    return ask("accept" if wish is Wish.YES else no, sentence.line)
