"""The size of a board, the rule set or the time limit that a line names in plain words

``hex challenge bob on a 5x5 board`` has the option ``-rules=5``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.games import AnyGame
from pbm.core.passwords import may_be_password
from pbm.inbox.line.forms import Known, Slot
from pbm.inbox.understanding.game_terms import limit_in
from pbm.notices.phrases import is_word_of_ours
from pbm.play.terms import RULES, is_size, ruleset_of

_NUMBER_OF_GAMES = "n"


def take_terms(
    slots: Sequence[Slot], words: list[str], options: dict[str, str], game: AnyGame, known: Known
) -> tuple[list[str], dict[str, str]]:
    """The plain words without terms of the game, and the options with them.

    Words of ours that stand around these are no part of the command, either: "on a 5x5 board".
    """
    words = [_bare(word) if known.is_player(_bare(word)) else word for word in words]
    opponents = [at for at, word in enumerate(words) if known.is_player(word)]
    behind = opponents[-1] + 1 if opponents else 0
    limit = limit_in(" ".join(words[behind:]))
    numbers = (word for word in words[behind:] if any(map(str.isdigit, word)))
    if limit is not None and limit.option not in options and not any(map(may_be_password, numbers)):
        words = [*words[:behind], *_telling(limit.others.split(), known)]
        options = {**options, limit.option: limit.value}
    takes_number = any(slot.name == _NUMBER_OF_GAMES for slot in slots)
    for at, word in enumerate(words if RULES not in options else ()):
        is_number = word.strip("-").isdigit() and takes_number
        # A name that is long enough to be a password is one where a password stands.
        is_in_doubt = known.is_player(word) or (at < behind and may_be_password(word))
        named = "" if is_number or is_in_doubt else _named(game, word)
        if named:
            others = [*words[:at], *words[at + 1 :]]
            return [*others[:behind], *_telling(others[behind:], known)], {**options, RULES: named}
    return words, options


def _named(game: AnyGame, word: str) -> str:
    plain = _bare(word)
    return ruleset_of(game.name, plain) or (plain if is_size(plain) else "")


def _telling(words: Sequence[str], known: Known) -> list[str]:
    """The words without those of a sentence, which are no number."""
    return [
        word
        for word in words
        if not word.strip(".,;:!").isalpha()
        or not (is_word_of_ours(word) or known.is_ordinary(word))
    ]


def _bare(word: str) -> str:
    return word.strip("-–—.,;:!()")
