"""What words say and what examples say together: done if both are sure, asked about if not.

What ends a game, gives something away or confirms is never done because of examples.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbm.core.games import native_names
from pbm.inbox.understanding.bayes import Guess
from pbm.inbox.understanding.examples import TALK
from pbm.inbox.understanding.guesses import CHANGES, guess, meant_by_guess
from pbm.inbox.understanding.intention import Certainty, Intention, do
from pbm.inbox.understanding.objections import objects
from pbm.inbox.understanding.questions import (
    ANALYSE,
    HELP_ANALYSE,
    SCORE,
    about_offer,
    asks_again,
    how_to,
    seen_again,
)
from pbm.inbox.understanding.retraction import is_doubtful
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.topics import IN_DOUBT
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

POSSIBLE, LIKELY, MORE = 0.5, 1.2, 2.0
"""The least leads with which a guess counts. ``POSSIBLE``: an answer, where the words say nothing.
``LIKELY``: a question there, or an answer in place of what the words say. ``MORE``: a question in
place of an answer to the words.

``tests/pbm/inbox/understanding/crossed.py`` tells how often guesses are right at some lead.
"""


class Sure(NamedTuple):
    """The smallest leads of a guess that is carried out without a question.

    alone: if only examples say so. agreed: if words say the same, but less surely.
    """

    alone: float
    agreed: float


SURE = Sure(6.0, 4.0)
SURE_OF_YES = Sure(4.0, 2.5)
"""The leads for a yes, which is seldom meant otherwise: many words rule it out beforehand."""

_FREE = ("accept", "decline", "reject", "propose draw", "undo", "rematch")
"""What costs little, or is confirmed by the other player; all else is only asked about."""

_TOLD = ("help", "help signoff", "seeks", *(f"help {name}" for name in native_names()))
"""Answers that say how to do what is likely wanted, or that were asked for by name."""

_PLAYERS = "users"
"""The answer to a question about players; one that names a game may want an opponent."""

_EVERYBODYS = "list"
"""The answer to a question about everybody's games; examples are mostly about the writer's own."""

_MISTAKE = (ANALYSE, HELP_ANALYSE)
"""The answers to a question about a bad move. Only words decide that it is such a question."""

_RATINGS = "ratings "
"""The answer to a question about the writer's own rating, which no example asks."""

LEAST_WORDS = 5
"""Fewer words resemble too many examples, so nothing is done because of them."""

_NAMED: Mapping[Wish, Collection[Sign]] = {
    Wish.DRAW: (),
    Wish.UNDO: (Sign.BLUNDER,),
}
"""What is guessed only if a word speaks of it, with other signs of it."""

_DOUBTS = (Sign.STORY, Sign.IF)
"""What puts a guess in doubt; a "not" is mostly of something else: "no hope", "not that one"."""


def second_opinion(
    said: Intention | None, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """What a letter wants, judging by its words and by similar examples.

    said: what it wants by its words alone.
    """
    found = guess(sentences, situation)
    meant = meant_by_guess(found.wish, sentences, situation) if found else None
    if found is None or meant is None or (said and said.certainty is Certainty.DO):
        return said
    letter = _Letter(sentences, situation, found)
    if said is None:
        return letter.alone(meant) if letter.tells(meant) else None
    if said.command == meant.command:
        return letter.agreed(said)
    return letter.alone(meant) if letter.outweighs(meant, said) else said


@dataclass(frozen=True)
class _Letter:
    """A letter and what examples say of it."""

    sentences: Sequence[Sentence]
    situation: Situation
    found: Guess

    @property
    def asks(self) -> bool:
        return any(each.asks for each in self.sentences)

    @property
    def sure(self) -> Sure:
        return SURE_OF_YES if self.found.wish == Wish.YES else SURE

    @property
    def agrees(self) -> bool:
        """Whether the letter is likely a yes to a proposal: only plain words may agree to one."""
        return self.situation.offer is not None and self.found.wish == Wish.YES

    def alone(self, meant: Intention) -> Intention:
        """The intention by examples alone. They never agree to a proposal."""
        is_sure = self.found.lead >= self.sure.alone and not self.agrees
        return self._done(meant) if is_sure else meant

    def agreed(self, said: Intention) -> Intention:
        """What the words ask about, done if examples agree, but never a yes to a proposal."""
        least = self.sure.alone if self.asks else self.sure.agreed
        return self._done(said) if self.found.lead >= least and not self.agrees else said

    def tells(self, meant: Intention) -> bool:
        """Whether the lead is enough to follow the guess where the words alone say nothing."""
        least = LIKELY if meant.certainty is Certainty.ASK else POSSIBLE
        return self.found.lead >= least and not self._is_denied() and self._is_named()

    def _is_named(self) -> bool:
        """Whether a word speaks of what is guessed, if chatter resembles that.

        Right after the writer's own move, an undo may be wanted in many words.
        """
        wish = next((each for each in _NAMED if each == self.found.wish), None)
        if wish is None or (wish is Wish.UNDO and self.situation.place is Place.WAITING):
            return True
        return self._has(wish, *_NAMED[wish]) or any(
            wish in each.named() or wish in each.together() for each in self.sentences
        )

    def _names_game(self) -> bool:
        words = (word for each in self.sentences for word in each.words)
        return any(map(self.situation.game_named, words))

    def outweighs(self, meant: Intention, said: Intention) -> bool:
        """Whether the guess counts more than what the words alone say."""
        is_told = said.command in _TOLD
        is_told |= said.command == _PLAYERS and self.asks and not self._names_game()
        is_told &= self.situation.place is Place.BETWEEN
        is_told &= self.found.wish in (Wish.SEEK, Wish.LEAVE)
        is_told |= said.command == _EVERYBODYS and self.found.wish == Wish.GAMES
        is_told |= said.command in (*_MISTAKE, SCORE) or said.command.startswith(_RATINGS)
        is_told |= any(each.is_whole(Wish.STATUS) for each in self.sentences)
        is_told |= said.command == how_to(Wish.RATINGS)
        is_told |= self.found.wish == TALK and any(map(_asks_plainly, self.sentences))
        is_told |= any(about_offer(each, self.situation) for each in self.sentences)
        is_told |= self.found.wish == Wish.RESIGN and any(
            each.asks and each.has(Wish.TURN) and each.is_whole(Wish.TURN)
            for each in self.sentences
        )
        if is_told or self._has(Sign.HOW) or any(map(seen_again, self.sentences)):
            return False
        if said.certainty is Certainty.ANSWER:
            return self.found.lead >= (MORE if meant.certainty is Certainty.ASK else LIKELY)
        is_answered = self.situation.place is Place.INVITED or self.situation.offer is not None
        costs_less = said.command in _FREE and meant.certainty is not Certainty.ASK
        return costs_less and self.found.lead >= LIKELY and not is_answered

    def _done(self, meant: Intention) -> Intention:
        """Do what was to be asked, unless it costs something or a word is against it."""
        is_short = sum(len(each.words) for each in self.sentences) < LEAST_WORDS
        is_free = meant.certainty is Certainty.ASK and meant.command in _FREE and not is_short
        is_against = any(map(_reports, self.sentences[:-1])) or objects(
            self.found.wish, meant.line, self.sentences
        )
        is_against |= is_doubtful(meant.command, self.sentences[1:])
        is_against |= any(map(asks_again, self.sentences))
        return (
            do(meant.command, meant.line)
            if is_free and not (is_against or self._asks_back())
            else meant
        )

    def _asks_back(self) -> bool:
        """Whether a yes comes with a question, or one is about a move, as "my last move?" is."""
        wish = self.found.wish
        is_slip = wish == Wish.UNDO and self._has(Sign.SLIP, Sign.BLUNDER)
        return self.asks and wish in (Wish.YES, Wish.UNDO) and not is_slip

    def _is_denied(self) -> bool:
        """Whether words reverse the guess, such as "not", "if", or the names of other people."""
        wish = self.found.wish
        if wish == Wish.UNDO and any(map(asks_again, self.sentences)):
            return True
        if wish in CHANGES:
            return self._has(*(IN_DOUBT if self._has(Wish(wish)) else _DOUBTS))
        if wish in (Wish.YES, Wish.NO):
            return self._has(Sign.STORY)
        return wish == Wish.LEAVE and self._has(Sign.SLIP, Sign.TAKEN_BACK)

    def _has(self, *meanings: Meaning) -> bool:
        return any(each.has(*meanings) for each in self.sentences)


def _asks_plainly(sentence: Sentence) -> bool:
    """Whether a question is asked in a phrase too long to be a chance: "are there humans here?" """
    asked = (each for each in sentence.spans if Wish.PLAYERS in each.meanings)
    return sentence.asks and any(len(each.words) >= LEAST_WORDS for each in asked)


def _reports(sentence: Sentence) -> bool:
    """Whether a colon ends the sentence, behind which stands what somebody else may have said."""
    return sentence.introduces and not (sentence.is_harmless or sentence.is_salutation)
