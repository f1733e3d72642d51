"""What the model says that a letter wants, beside what its phrases say.

Nothing is ever done because of the model: it asks, answers, or passes words on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.inbox.understanding.features import features
from pbm.inbox.understanding.gates import BACK, DENIED, TOLD
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, pass_on
from pbm.inbox.understanding.model import TALK, UNDECIDED, Guess, model
from pbm.inbox.understanding.policy import ANALYSE, HELP_ANALYSE, command_for, examples_of, policy
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wanted import about_offer
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

MOST_WORDS = 60
"""A longer letter tells a story."""

_LEAST_WORDS = {"board": 3, "welcome": 5}
"""Fewer words resemble too many examples, so nothing is guessed from them.

Between games three may be a command with a typo: "gygse show 1".
"""

_IN_DOUBT = (*DENIED, *TOLD, Sign.TAKEN_BACK)

_NAMED: Mapping[str, Collection[Sign]] = {Wish.DRAW: (), Wish.UNDO: (Sign.BLUNDER,)}
"""What is guessed only if a word speaks of it, with other signs of it."""

_PLAYERS = "users"
_CHEAP = ("propose draw", "undo", "rematch")
"""What words are easily mistaken for, so that the model may say that they want nothing like it."""

_SURE_ANSWERS = (ANALYSE, HELP_ANALYSE, "score", "ratings", "list")
"""The beginnings of answers that only phrases give."""


def opinion(
    said: Intention | None, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """What a letter wants. said: what it wants by its phrases alone, None for nothing."""
    place = examples_of(situation)
    if (said and said.certainty is Certainty.DO) or not _is_comparable(place, sentences, situation):
        return said
    found = _best(model().guesses(features(sentences, situation), place), sentences)
    meant = _meant(found.wish, sentences, situation)
    if meant is None or (said and said.command == meant.command):
        return said
    least = policy().confidence
    step = {Certainty.ASK: "ask", Certainty.ANSWER: "answer"}.get(meant.certainty, "talk")
    if said is None:
        is_likely = found.share >= least.get(step, 0.0)
        return meant if is_likely and not _is_denied(found.wish, sentences, situation) else None
    is_likely = found.share >= least[f"{step}_instead"]
    return meant if is_likely and _may_replace(said, found.wish, sentences, situation) else said


def _best(found: Sequence[Guess], sentences: Sequence[Sentence]) -> Guess:
    """The likeliest wish; for a question, one that is nearly as likely as mere talk."""
    first, second, *_ = found
    is_near = second.share >= policy().confidence["question"] * first.share
    asks = any(each.asks for each in sentences)
    is_answered = second.wish in policy().answered and second.wish not in policy().asked
    return second if first.wish == TALK and asks and is_near and is_answered else first


def _is_comparable(place: str, sentences: Sequence[Sentence], situation: Situation) -> bool:
    words = sum(len(each.words) for each in sentences)
    said = sum(len(each.words) for each in sentences if not each.is_harmless)
    # Behind a no to our question, the words are about that question.
    # In reply to a mail about a contest, few words are about it.
    is_long_enough = said >= (1 if situation.contest else _LEAST_WORDS.get(place, 1))
    return bool(place) and is_long_enough and words <= MOST_WORDS and not situation.dropped


def _meant(wish: str, sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """What to ask about, to answer or to pass on if ``wish`` is wanted; None for nothing."""
    line = max(sentences, key=lambda each: len(each.words)).line
    rules, may_talk = policy(), situation.place in TALKING
    if wish == UNDECIDED and situation.place is Place.INVITED:
        return None
    # The player who made the offer can explain it best.
    is_about_offer = wish in (Wish.HELP, Wish.RULES) and situation.offer is not None
    # "Did you have a good holiday?" is like many a farewell, and a yes would end it all.
    is_wrong = wish == Wish.LEAVE and not any(each.has(Wish.LEAVE) for each in sentences)
    if wish in (TALK, UNDECIDED) or is_about_offer or is_wrong:
        return pass_on() if may_talk else None
    words = [word for each in sentences for word in each.words]
    changed = command_for([wish], situation, rules.asked, words)
    if changed:
        return ask(changed, line)
    told = command_for([wish], situation, words=words)
    return answer(told, line) if told else None


def _is_denied(wish: str, sentences: Sequence[Sentence], situation: Situation) -> bool:
    """Whether words reverse the guess, such as "not", "if", or the names of other people."""

    def has(*meanings: Meaning) -> bool:
        return any(each.has(*meanings) for each in sentences)

    # Right after the writer's own move, an undo may be wanted in many words.
    is_regret = wish == Wish.UNDO and situation.place is Place.WAITING
    if wish in _NAMED and not is_regret:
        meaning = Wish(wish)
        named = has(meaning, *_NAMED[wish]) or any(
            meaning in (*each.named(), *each.together()) for each in sentences
        )
        if not named:
            return True
    # A "not" is mostly of something else: "no hope", "not that one".
    if wish in (Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH):
        return has(*(_IN_DOUBT if has(Wish(wish)) else TOLD))
    if wish in (Wish.YES, Wish.NO, Wish.AWAY):
        return has(Sign.STORY)
    return wish in (Wish.LEAVE, Wish.FAREWELL) and has(*BACK)


def _may_replace(
    said: Intention, wish: str, sentences: Sequence[Sentence], situation: Situation
) -> bool:
    """Whether the model counts more than what phrases say."""
    is_told = said.command.startswith(_SURE_ANSWERS) or said.command == policy().how[Wish.RATINGS]
    is_told |= any(each.is_whole(Wish.STATUS) or each.has(Sign.HOW) for each in sentences)
    is_told |= any(about_offer(each, situation) for each in sentences)
    if is_told:
        return False
    if said.certainty is Certainty.ANSWER:
        is_question = situation.place is not Place.BETWEEN or wish not in policy().asked
        # Who asks for players of a game they name may want one of them.
        names_game = any(situation.game_named(word) for each in sentences for word in each.words)
        return is_question or (said.command == _PLAYERS and names_game)
    is_answered = situation.place is Place.INVITED or situation.offer is not None
    return said.command in _CHEAP and wish not in policy().asked and not is_answered
