"""Guesses from examples: what is most likely wanted where the writer stands, and its command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbm.core.games import example_game
from pbm.core.model import Offer
from pbm.inbox.understanding.bayes import Bayes, Guess, Kind, Weighed, Weights
from pbm.inbox.understanding.examples import ASKED, TALK, UNDECIDED, learned, marks_of
from pbm.inbox.understanding.intention import Intention, answer, ask, pass_on
from pbm.inbox.understanding.questions import command_for
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.topics import AFTERWARDS, IN_PLAY
from pbm.inbox.understanding.wishes import Wish
from pbm.notices.facts.places import Place

MOST_WORDS = 60
"""A longer letter tells a story."""

_LEAST_WORDS = {"board": 3, "welcome": 4}
"""Fewer words resemble too many examples, so nothing is guessed from them.

Between games three may be a command with a typo: "gygse show 1".
"""

IN_ANOTHER_PLACE, RARELY, FAR = 0.5, 0.3, 0.05
"""The weights of examples from another place: an answer, anything else, and talk."""

CHANGES: Mapping[Wish, str] = {**IN_PLAY, **AFTERWARDS}
"""The commands for what is wanted on a board."""

_TABLES: Mapping[Place, str] = {
    Place.INVITED: "invitation",
    Place.TURN: "board",
    Place.WAITING: "board",
    Place.OVER: "finished",
    Place.BETWEEN: "welcome",
}
_OFFERED: Mapping[Offer, str] = {Offer.DRAW: "draw_offered", Offer.UNDO: "undo_offered"}
_ANSWERS = frozenset({Wish.YES, Wish.NO, UNDECIDED})
_WISHES: Mapping[str, frozenset[str]] = {
    "invitation": _ANSWERS,
    "draw_offered": _ANSWERS,
    "undo_offered": _ANSWERS,
    "board": frozenset(IN_PLAY),
    "finished": frozenset({Wish.REMATCH, Wish.SEEK}),
    "welcome": frozenset({Wish.PROGRAMS, Wish.SEEK, Wish.CHALLENGE}),
}
_QUESTIONS: frozenset[str] = frozenset(
    {
        *(Wish.SHOW, Wish.TURN, Wish.MOVES, Wish.REVIEW, Wish.HELP, Wish.RULES, Wish.SETTINGS),
        *(Wish.PLAYERS, Wish.GAMES, Wish.RATINGS, Wish.TIME, Wish.AWAY, Wish.LEAVE),
    }
)
_BEFORE_AN_ANSWER = frozenset({Wish.HELP, Wish.RULES, Wish.TIME, Wish.SETTINGS})
"""What may be asked by somebody who has to say yes or no."""


def guess(sentences: Sequence[Sentence], situation: Situation) -> Guess | None:
    """What is most likely wanted, None where examples tell nothing."""
    table = _OFFERED[situation.offer] if situation.offer else _TABLES.get(situation.place)
    words = sum(len(each.words) for each in sentences)
    said = sum(len(each.words) for each in sentences if not each.is_harmless)
    is_short = said < _LEAST_WORDS.get(table or "", 1)
    is_courtesy = all(each.is_harmless for each in sentences)
    # Behind a no to our question, the words are about that question.
    if table is None or is_short or is_courtesy or situation.dropped or words > MOST_WORDS:
        return None
    asks = any(each.asks for each in sentences)
    language = _longest(sentences).language
    return _weighed(language, table, asks).guess(marks_of(sentences, situation), words)


@cache
def _weighed(language: str, table: str, asks: bool) -> Weighed:
    bayes = learned(language)
    return bayes.weighed(weights_of(bayes, table, asks=asks))


def weights_of(bayes: Bayes, table: str, *, asks: bool) -> Weights:
    """The weights of examples for a letter of that table. asks: whether it has a question."""
    found = {kind: _weight(table, kind, asks=asks) for kind in bayes.kinds}
    return {kind: weight for kind, weight in found.items() if weight}


def _weight(table: str, kind: Kind, *, asks: bool) -> float:
    if kind.place == table:
        return 1.0
    if kind.wish == TALK:
        return FAR
    is_answered = UNDECIDED in _WISHES[table]
    if kind.wish in _WISHES[table]:
        return 1.0 if kind.place == ASKED else IN_ANOTHER_PLACE if is_answered else RARELY
    asked = (_BEFORE_AN_ANSWER if asks else ()) if is_answered else _QUESTIONS
    return RARELY if kind.wish in asked else 0.0


def meant_by_guess(
    wish: str, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """What to ask about, to answer or to pass on if ``wish`` is wanted; None for nothing."""
    line = _longest(sentences).line
    if wish == Wish.LEAVE and not any(each.has(Wish.LEAVE) for each in sentences):
        # "Did you have a good holiday?" is like many a farewell, and a yes would end it all.
        return pass_on() if situation.place in TALKING else None
    is_about_offer = wish in (Wish.HELP, Wish.RULES) and situation.offer is not None
    if wish == UNDECIDED and situation.place is Place.INVITED:
        return None
    if wish in (TALK, UNDECIDED) or is_about_offer:
        # The player who made the offer can explain it best.
        return pass_on() if situation.place in TALKING else None
    change = (
        _answer(wish, situation)
        or CHANGES.get(Wish(wish))
        or _elsewhere(wish, sentences, situation)
    )
    if change:
        return ask(change, line)
    command = command_for([Wish(wish)], situation)
    return answer(command, line) if command else None


def _longest(sentences: Sequence[Sentence]) -> Sentence:
    return max(sentences, key=lambda each: len(each.words))


def _answer(wish: str, situation: Situation) -> str:
    """The command that says yes or no, "" for anything else."""
    no = "decline" if situation.place is Place.INVITED else "reject"
    return {Wish.YES: "accept", Wish.NO: no}.get(Wish(wish), "")


def _elsewhere(wish: str, sentences: Sequence[Sentence], situation: Situation) -> str:
    """The command for an opponent or for leaving, "" for anything else or during a game."""
    if situation.place not in (Place.OVER, Place.BETWEEN):
        return ""
    if wish == Wish.LEAVE:
        return "signoff"
    if wish not in (Wish.SEEK, Wish.CHALLENGE):
        return ""
    words = [word for each in sentences for word in each.words]
    usual = situation.game.name if situation.game else example_game()
    game = next(filter(None, map(situation.game_named, words)), usual)
    other = next(filter(situation.is_other, words), "") if situation.place is Place.BETWEEN else ""
    if other:
        return situation.challenge(game, other)
    return f"{game} seek" if wish == Wish.SEEK else ""
