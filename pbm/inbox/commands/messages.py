"""Words from player to player, about no board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.play.blocks import check_unblocked
from pbm.play.bounds import MESSAGES, charge

MOST_RECIPIENTS = 10


@command("message", "u p TO...", access=Access.PLAYER)
def message(request: Request) -> Answer:
    """Send your own lines, those below the command, to the players named.

    Players who have blocked you are not sent them, and you are told who they are.
    """
    if not request.text:
        raise Refused("no_message")
    named = _recipients(request)
    deaf = [each for each in named if request.tx.blocks.holds(each.id, request.player.id)]
    hearers = [each for each in named if each not in deaf]
    if not hearers:
        raise Refused("blocked_by", userid=_userids(deaf))
    charge(request.work, request.player, MESSAGES, times=len(hearers))
    facts = {
        "by": request.player.userid,
        "to": _userids(hearers),
        "said": list(request.text),
        "deaf": "",
    }
    notices = tuple(_draft(player, facts) for player in hearers)
    return Answer(_draft(request.player, {**facts, "deaf": _userids(deaf)}), notices)


def _recipients(request: Request) -> list[Player]:
    """The players named, once each; the sender may name himself first, as at pbmserv.

    :raises Refused: if one of them cannot be reached, or there are none or too many
    """
    words = dict.fromkeys(word.strip(",;").casefold() for word in request.args.rest)
    named = [request.work.player(userid) for userid in words]
    others = [each for each in named if each.id != request.player.id]
    if not others:
        raise Refused("own_userid")
    if len(others) > MOST_RECIPIENTS:
        raise Refused("too_many_recipients", most=MOST_RECIPIENTS)
    for each in others:
        check_unblocked(request.tx, request.player, each)
    gone = [each for each in others if not each.addresses]
    if gone:
        raise Refused("has_left", userid=_userids(gone))
    return others


def _userids(players: Sequence[Player]) -> str:
    return ", ".join(player.userid for player in players)


def _draft(to: Player, facts: dict[str, Any]) -> Draft:
    return Draft(to, MailKind.MESSAGE, facts, grant=account_grant(to))
