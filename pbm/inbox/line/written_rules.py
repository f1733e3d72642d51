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
    """The plain words without terms of the game, and the options with them."""
    words = [_bare(word) if known.is_player(_bare(word)) else word for word in words]
    return _take_rules(slots, *_take_limit(words, options, known), game, known)


def _take_limit(
    words: list[str], options: dict[str, str], known: Known
) -> tuple[list[str], dict[str, str]]:
    """Behind the opponent, a time is the limit for each move or for all of them: "3 days"."""
    behind = _behind_opponents(words, known)
    limit = limit_in(" ".join(words[behind:]))
    is_in_doubt = any(map(may_be_password, filter(_has_digit, words[behind:])))
    if limit is None or limit.option in options or is_in_doubt:
        return words, options
    left = [*limit.before.split(), *limit.behind.split()]
    kept = [each for each in left if not _says_nothing(each, known)]
    return [*words[:behind], *kept], {**options, limit.option: limit.value}


def _take_rules(
    slots: Sequence[Slot], words: list[str], options: dict[str, str], game: AnyGame, known: Known
) -> tuple[list[str], dict[str, str]]:
    """The plain words without a rule set, and the options with it; both as they are without one.

    Words of ours that stand around it are no part of the command, either: "on a 5x5 board".
    """
    if RULES in options:
        return words, options
    takes_number = any(slot.name == _NUMBER_OF_GAMES for slot in slots)
    behind = _behind_opponents(words, known)
    for at, word in enumerate(words):
        is_number = word.strip("-").isdigit() and takes_number
        # A name that is long enough to be a password is one where a password stands.
        is_in_doubt = known.is_player(word) or (at < behind and may_be_password(word))
        named = "" if is_number or is_in_doubt else _named(game, word)
        if named:
            others = [*words[:at], *words[at + 1 :]]
            kept = [each for each in others[behind:] if not _says_nothing(each, known)]
            return [*others[:behind], *kept], {**options, RULES: named}
    return words, options


def _named(game: AnyGame, word: str) -> str:
    plain = _bare(word)
    return ruleset_of(game.name, plain) or (plain if is_size(plain) else "")


def _says_nothing(word: str, known: Known) -> bool:
    """Whether the word beside a size is one of a sentence, and no number."""
    return word.strip(".,;:!").isalpha() and (is_word_of_ours(word) or known.is_ordinary(word))


def _bare(word: str) -> str:
    return word.strip("-–—.,;:!()")


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _behind_opponents(words: Sequence[str], known: Known) -> int:
    """The index behind the last userid, 0 if there is none."""
    found = [at for at, word in enumerate(words, 1) if known.is_player(word)]
    return found[-1] if found else 0
