"""Questions of players who place their pieces: "how should I set up my row?" """

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish

LONGEST = 14
"""The most words of a question; longer sentences tell a story."""

_PLACING = "help placing"


def placing(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The help on placing for who places pieces and asks how; None for anything else."""
    for each in sentences if situation.places else ():
        wished = each.together() if len(each.words) <= LONGEST else ()
        is_asked = each.asks or each.has(Sign.HOW, Sign.NOT) or Wish.MOVES in wished
        if is_asked and Wish.PLACING in wished and not each.has(Sign.STORY):
            return answer(help_on_placing(situation), each.line)
    return None


def help_on_placing(situation: Situation) -> str:
    """The command for the help on placing: a topic of its own where a seeded start spares it."""
    game = situation.game
    return _PLACING if game is None or game.starts else f"help {situation.topic}"
