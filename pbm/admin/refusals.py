"""Refusals in words for the operator: what is wrong, and which command helps."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.base.errors import PbmError, PermanentFailure, UsageError
from pbm.core.refused import Refused
from pbm.notices.readers import Reader
from pbm.notices.refusals import localized
from pbm.notices.rendering import refusal_words

_MISTAKEN: Mapping[str, str] = {
    "one_player": "{userid} cannot play against themselves; name two players",
    "unknown_first": '--first cannot be "{first}"; choose {u1}, {u2} or random',
    "contest_size": "the size of such a contest is from {least} to {most}",
    "start_has_passed": "{starts:%Y-%m-%d %H:%M} UTC has passed; choose a later date",
    "unknown_board": 'there is no board {board}; "pbm games list" shows them',
    "unknown_player": (
        'there is no player "{userid}"; "pbm players list" shows them, "pbm players add" makes one'
    ),
}
_IMPOSSIBLE: Mapping[str, str] = {
    "cannot_decide_again": (
        "board {board} is {status}; only a game that is over can be decided again"
    ),
    "decided_so": "board {board} was decided {result} already; nothing was changed",
    "never_begun": "board {board} was an invitation that was called off; there was no game",
    "cannot_reopen": "board {board} is {status}; only a game that is over can be reopened",
    "over_by_moves": (
        "the moves of board {board} end the game, so it cannot go on;"
        ' "pbm games adjudicate {board} RESULT --again" gives it another result'
    ),
    "analysed": "board {board} has been analysed; a game whose analysis is known cannot go on",
    "cannot_grant": "board {board} is {status}; only a running game has deadlines",
    "no_limits": "board {board} has no time limits, and so no deadlines",
    "player_suspended": '{userid} is suspended; "pbm players resume {userid}" lets them play',
    "no_address": (
        '{userid} has no mail address; "pbm players address {userid} ADDRESS" gives them one'
    ),
    "is_program": '{userid} is a program; "pbm programs stop {userid}" lets it begin no games',
    "left_already": "{userid} has left; only their userid and their games are kept",
    "forgetting_asked": (
        "{userid} will be forgotten on {due:%Y-%m-%d %H:%M} UTC already;"
        ' "pbm players forget {userid} --cancel" takes it back'
    ),
    "no_forgetting": "nobody has asked to forget {userid}; nothing was changed",
    "has_status": "{userid} is {status} already; nothing was changed",
    "not_bouncing": "no address of {userid} is marked as bouncing; nothing was changed",
    "contest_exists": 'contest {contest} is of that kind already; "pbm contests show {contest}"',
    "contest_not_open": "contest {contest} is {status}; only an open one can be started",
    "contest_not_alive": "contest {contest} is {status} already; nothing was changed",
    "too_few_entered": "contest {contest} needs at least {fewest} players to begin; {able} of the"
    " {entered} who have entered can play",
    "not_in_contest": "{userid} is not in contest {contest}; nothing was changed",
    "cannot_decide": "board {board} is {status}; only a running game can be decided",
    "cannot_abort": (
        "board {board} is {status}; only a running game or an invitation can be aborted"
    ),
}


def in_words(refusal: Refused) -> PbmError:
    """Return the refusal as an error for the operator.

    A refusal without words here has the reason that players get, without the advice by mail.
    """
    code, facts = refusal.code, refusal.facts
    if code in _IMPOSSIBLE:
        return PermanentFailure(_IMPOSSIBLE[code].format(**facts))
    if code in _MISTAKEN:
        return UsageError(_MISTAKEN[code].format(**facts))
    return UsageError(refusal_words(code, localized(facts, Reader()))["why"])


def operators_codes() -> frozenset[str]:
    """The codes of refusals that have words here."""
    return frozenset((*_MISTAKEN, *_IMPOSSIBLE))
