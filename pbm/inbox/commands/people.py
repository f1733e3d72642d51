"""List the players and programs, write to players, and block one"""

from __future__ import annotations

from pbm.core.games import game_names
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.facts.players import by_level, levels_row, player_row, strength_rows
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import easiest_challenges, example_challenges, program_challenges
from pbm.play import blocks, messages
from pbm.play.listings import listed_players
from pbm.play.programs import MOST_BOARDS, here


@command("users")
def users(request: Request) -> Answer:
    """List the players: on how many boards they play, when they moved last, their ratings.

    Those who moved last come first. Players who have signed off are not listed.
    """
    rows = [player_row(request.tx, each) for each in listed_players(request.tx)]
    others = [row["userid"] for row in rows if row["userid"] != request.player.userid]
    facts = {
        "games": list(game_names()),
        "rows": rows,
        "challenges": example_challenges(request.tx, others[0]) if others else [],
    }
    return Answer(Draft(request.player, MailKind.USERS, facts, grant=account_grant(request.player)))


@command("block", "u p OTHER", access=Access.PLAYER)
def block(request: Request) -> Answer:
    """Hear no more from a player: no invitations, messages, chat, comments or news of vacations.

    You cannot invite that player or write to them either, until you unblock them. Games that you
    play together go on.
    """
    userid = request.args.word("other").casefold()
    blocks.block(request.work, request.player, userid)
    return request.told()


@command("unblock", "u p OTHER", access=Access.PLAYER)
def unblock(request: Request) -> Answer:
    """Let a player whom you have blocked invite you and write to you again."""
    userid = request.args.word("other").casefold()
    blocks.unblock(request.work, request.player, userid)
    return request.told()


@command("message", "u p TO...", access=Access.PLAYER, passes_on=True)
def message(request: Request) -> Answer:
    """Send your own lines, those below the command, to the players named.

    Players who have blocked you are not sent them, and you are told who they are.
    """
    named = (word.strip(",;").casefold() for word in request.args.rest)
    messages.send(request.work, request.player, named, request.text)
    return request.told()


@command("programs", short=False)
def programs(request: Request) -> Answer:
    """List the programs that you can play against, and how strong they are.

    A program accepts at once and answers your moves within a minute. Its games do not count for the
    ratings, or only for lists of their own.
    """
    found = sorted(here(request.tx), key=by_level)
    above = list(dict.fromkeys(level for each in found if (level := each.level or 0) > 1))
    usual = program_challenges(request.tx, request.player)
    facts = {
        "programs": [levels_row(each) for each in found],
        "levels": [str(level) for level in above],
        "strengths": [*strength_rows(above)],
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
