"""Replies to puzzles: a move in a sentence, another puzzle, or giving up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.base.values import replace
from pbm.inbox.places import Place
from pbm.inbox.understanding.chosen_moves import chosen_move
from pbm.inbox.understanding.intention import Certainty, Intention, answer, do
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish

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
        return answer(PUZZLES, said.line) if said else _wish(sentences)
    # Nobody loses anything by a wrong answer, and "is it 16-35?" is one, too.
    is_plain = not any(each.has(*_IN_DOUBT) for each in sentences)
    is_asked = said.certainty is Certainty.ASK and is_plain
    return do(said.command, said.line) if is_asked else said


def _wish(sentences: Sequence[Sentence]) -> Intention | None:
    for each in sentences:
        named = each.meanings.union(each.together()) if len(each.words) <= LONGEST else ()
        wanted = next((command for wish, command in _WISHES.items() if wish in named), "")
        if wanted and not each.has(Sign.STORY):
            return (answer if wanted == PUZZLES else do)(wanted, each.line)
    return None
