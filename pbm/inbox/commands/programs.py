"""List the programs that play."""

from __future__ import annotations

from pbm.core.choices import RULESETS
from pbm.core.games import all_games, spec
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import example_challenges
from pbm.play.programs import MOST_BOARDS, here


@command("programs", short=False)
def programs(request: Request) -> Answer:
    """List the programs that you can play against, and how strong they are.

    A program accepts at once and answers your moves within a minute. Games with programs do not
    count for the ratings.
    """
    found = here(request.tx)
    facts = {
        "programs": [
            {"userid": each.userid, "level": each.level, "specs": each.settings.get(RULESETS, "")}
            for each in found
        ],
        "specs": [spec(game) for game in all_games()],
        "most": MOST_BOARDS,
        "challenges": example_challenges(found[0].userid) if found else [],
    }
    grant = account_grant(request.player)
    return Answer(Draft(request.player, MailKind.PROGRAMS, facts, grant=grant))
