"""Replies to puzzles: a move in a sentence, another puzzle, or giving up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.base.values import replace
from pbm.inbox.understanding.chosen_moves import chosen_move
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 10
"""The most words of a sentence with a wish; longer ones tell a story."""

PUZZLES = "help puzzle"

_WISHES: Mapping[Wish, str] = {
    Wish.HINT: PUZZLES,
    Wish.SOLUTION: "solution",
    Wish.RESIGN: "solution",
    Wish.ANOTHER: "next",
}
_IN_DOUBT = (
    *(Sign.NOT, Sign.STORY, Sign.TAKEN_BACK, Sign.SLIP, Sign.IF, Sign.OR, Sign.BUT),
    *(Wish.NO, Wish.UNWILLING),
)
_TAKEN_BACK = (Sign.TAKEN_BACK, Sign.SLIP, Wish.NO, Wish.UNWILLING)
"""The meanings of words that put a move of another sentence in doubt."""
_AGAINST_WISH = (*_IN_DOUBT, Sign.HOW, Wish.DECLINE)


def about_puzzle(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention of a reply to a puzzle; None if it is neither a move nor a wish."""
    if not situation.solves:
        return None
    illegal = next((each for each in sentences if each.illegal and not each.moves), None)
    if illegal:
        # Nothing is judged: the refusal says why.
        return do(illegal.illegal, illegal.line)
    said = chosen_move(sentences, replace(situation, place=Place.TURN))
    if said is None or said.certainty is Certainty.PASS_ON:
        return answer(PUZZLES, said.line) if said else _wish(sentences, situation)
    # Nobody loses anything by a wrong answer, and "is it 16-35?" is one, too.
    is_plain = not any(
        each.has(*(_IN_DOUBT if said.command in each.moves else _TAKEN_BACK)) for each in sentences
    )
    is_asked = said.certainty is Certainty.ASK and is_plain
    return do(said.command, said.line) if is_asked else said


def _wish(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The wish that a sentence tells; one in doubt is asked about, as a solution costs rating."""
    for each in sentences:
        named = each.meanings.union(each.together()) if len(each.words) <= LONGEST else ()
        if Sign.STORY in each.meanings or _is_about_board(each, named, situation):
            continue
        wishes = [wish for wish in _WISHES if wish in named]
        # "The next one please, this is too hard" gives the reason in a clause of its own.
        is_reason = Wish.ANOTHER in wishes and len(each.clauses) > 1
        if Wish.HINT in wishes and not is_reason:
            return answer(PUZZLES, each.line)
        if wishes:
            is_plain = any(_is_plain(each.clause_with(wish), wish) for wish in wishes)
            wished = Wish.ANOTHER if is_reason else wishes[0]
            return (do if is_plain else ask)(_WISHES[wished], each.line)
    return None


def _is_plain(clause: Sentence, wish: Wish) -> bool:
    """Whether the clause tells the wish without doubt: "I give up", not "what if I give up?" """
    return not (clause.has(*_AGAINST_WISH) or (wish is Wish.RESIGN and clause.asks))


def _is_about_board(sentence: Sentence, named: Collection[Meaning], situation: Situation) -> bool:
    """Whether somebody gives up who names a board or an opponent: that is not about the puzzle."""
    return Wish.RESIGN in named and any(
        any(map(str.isdigit, word)) or situation.is_other(word) or situation.game_named(word)
        for word in sentence.words
    )
