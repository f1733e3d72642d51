"""The topics of sentences that no phrase explains, found by their words in any order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Intention, answer, ask
from pbm.inbox.understanding.questions import asks_again, command_for, how_to
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 14
"""The most words of a sentence that has a topic; longer ones tell a story."""

IN_PLAY: Mapping[Wish, str] = {
    Wish.RESIGN: "resign",
    Wish.DRAW: "propose draw",
    Wish.UNDO: "undo",
}
"""The commands for what is wanted on a running board."""
AFTERWARDS: Mapping[Wish, str] = {Wish.REMATCH: "rematch"}
"""The commands for what is wanted on a finished board."""
_CHANGES: Mapping[Place, Mapping[Wish, str]] = {
    Place.TURN: IN_PLAY,
    Place.WAITING: IN_PLAY,
    Place.OVER: AFTERWARDS,
}
_OFFERED = {Wish.DRAW: Offer.DRAW, Wish.UNDO: Offer.UNDO}
IN_DOUBT = (
    *(Sign.NOT, Sign.TAKEN_BACK, Sign.IF, Sign.STORY),
    *(Wish.NO, Wish.UNWILLING, Wish.DECLINE),
)


def topic(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """What to ask the player, or to answer, by the words of a sentence alone; None if nothing."""
    for each in sentences:
        if len(each.words) <= LONGEST and not _may_be_an_answer(each, situation):
            meant = next(_meant(each, situation), None)
            if meant is not None:
                return meant
    return None


def _may_be_an_answer(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence may answer a question of the other player rather than ask one."""
    asked = situation.place is Place.INVITED or situation.offer is not None
    return asked and not sentence.asks


def _meant(sentence: Sentence, situation: Situation) -> Iterator[Intention]:
    for wish in sentence.together():
        meant = meant_by(wish, sentence, situation)
        if meant is not None:
            yield meant


def meant_by(
    wish: Wish,
    sentence: Sentence,
    situation: Situation,
    doubts: Collection[Meaning] = IN_DOUBT,
) -> Intention | None:
    """The intention of a sentence about ``wish``; None if there is nothing to ask or to answer.

    doubts: the meanings that, in the same sentence, rule out a question.
    """
    changes = _CHANGES.get(situation.place, {})
    if wish is Wish.UNDO and asks_again(sentence):
        return None
    if sentence.has(Sign.HOW) and (command := how_to(wish)):
        return answer(command, sentence.line)
    if wish in changes:
        is_in_doubt = sentence.has(*doubts) or _is_offered(wish, situation)
        return None if is_in_doubt else ask(changes[wish], sentence.line)
    command = command_for([wish], situation)
    return answer(command, sentence.line) if command else None


def _is_offered(wish: Wish, situation: Situation) -> bool:
    return situation.offer is not None and _OFFERED.get(wish) is situation.offer
