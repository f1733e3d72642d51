"""List the programs that play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.choices import RULESETS
from pbm.core.games import all_games, find, game_names, spec
from pbm.core.model import Player
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import easiest_challenges, program_challenges
from pbm.play.programs import MOST_BOARDS, here
from pbm.programs.strength import points


@command("programs", short=False)
def programs(request: Request) -> Answer:
    """List the programs that you can play against, and how strong they are.

    A program accepts at once and answers your moves within a minute. Its games do not count for the
    ratings, or only for lists of their own.
    """
    found = sorted(here(request.tx), key=_by_level)
    usual = program_challenges(request.tx, request.player)
    facts = {
        "programs": [_row(each) for each in found],
        "specs": [spec(game) for game in all_games()],
        "games": [*game_names()],
        "easiest": next((each.userid for each in found if each.level), ""),
        "strongest": next((each.userid for each in reversed(found) if each.level), ""),
        "most": MOST_BOARDS,
        "rated": any(each.is_rated for each in found),
        # The easiest program is named first: people who ask for an easy one get this list.
        "challenges": list(dict.fromkeys([*easiest_challenges(request.tx), *usual[:1]])),
    }
    grant = account_grant(request.player)
    return Answer(Draft(request.player, MailKind.PROGRAMS, facts, grant=grant))


def _by_level(program: Player) -> tuple[bool, int, str]:
    """The weakest level first; programs without a level come last."""
    return program.level is None, program.level or 0, program.userid


def _row(program: Player) -> Mapping[str, Any]:
    """The facts of a program.

    points: how many Elo points it is above level 1, in the first rule set of each game; "-" for
    level 1 itself.
    """
    level = program.level
    known = [points(spec(find(game))) for game in game_names()] if level else []
    return {
        "userid": program.userid,
        "level": level,
        "specs": program.settings.get(RULESETS, ""),
        "points": [_above(each, level) for each in known],
    }


def _above(known: Mapping[int, int], level: int | None) -> str:
    """The points of a level above level 1, from those of the levels that were measured."""
    if level is None or level not in known:
        return ""
    return f"{known[level]:+}" if known[level] else "-"
