"""The size of a board or the rule set that a line names in plain words

``hex challenge bob on a 5x5 board`` has the option ``-rules=5``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.games import AnyGame
from pbm.core.passwords import may_be_password
from pbm.inbox.line.forms import Known, Slot
from pbm.notices.phrases import is_word_of_ours
from pbm.play.terms import RULES, is_size, ruleset_of

_OPPONENT, _NUMBER_OF_GAMES = "player", "n"


def take_rules(
    slots: Sequence[Slot], words: list[str], options: dict[str, str], game: AnyGame, known: Known
) -> tuple[list[str], dict[str, str]]:
    """The plain words without a rule set, and the options with it; both as they are without one.

    Words of ours that stand around it are no part of the command, either: "on a 5x5 board".
    """
    names = {slot.name for slot in slots}
    if RULES in options or not names & {_OPPONENT, _NUMBER_OF_GAMES}:
        return words, options
    opponents = [at for at, word in enumerate(words) if known.is_player(word)]
    behind = opponents[-1] + 1 if opponents else 0
    for at, word in enumerate(words):
        is_number = word.strip("-").isdigit() and _NUMBER_OF_GAMES in names
        # A name that is long enough to be a password is one where a password stands.
        is_in_doubt = known.is_player(word) or (at < behind and may_be_password(word))
        named = "" if is_number or is_in_doubt else _named(game, word)
        if named:
            others = [*words[:at], *words[at + 1 :]]
            kept = [each for each in others[behind:] if not _says_nothing(each, known)]
            return [*others[:behind], *kept], {**options, RULES: named}
    return words, options


def _named(game: AnyGame, word: str) -> str:
    plain = word.strip("-–—.,;:!()")
    return ruleset_of(game.name, plain) or (plain if is_size(plain) else "")


def _says_nothing(word: str, known: Known) -> bool:
    """Whether the word beside a size is one of a sentence, and no number."""
    return word.strip(".,;:!").isalpha() and (is_word_of_ours(word) or known.is_ordinary(word))
