"""A player's account."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.marks import Kind
from pbm.core.model import Player
from pbm.core.passwords import LONGEST, SHORTEST, password_fault
from pbm.core.refused import Refused
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.mail.correspondence import Purpose
from pbm.notices.drafts import Draft, Grant, account_grant
from pbm.notices.languages import language_of

RESET_EVERY = timedelta(days=1)
RESET_WITHIN = timedelta(days=2)


@command("whoami")
def whoami(request: Request) -> Answer:
    """Show your account: userid, addresses, boards."""
    player = request.player
    boards = request.tx.matches.of_player(player.id)
    running = [match for match in boards if match.running]
    facts = {
        "userid": player.userid,
        "addresses": list(player.addresses),
        "password": player.password is not None,
        "since": player.created.strftime("%Y-%m-%d"),
        "running": [match.name for match in running],
        "next": [match.name for match in running if match.mover == player.id],
        "suspended": player.suspended,
    }
    return Answer(Draft(player, "account", facts, grant=account_grant(player)))


@command("password", "USERID", access=Access.ANYONE)
def password(request: Request) -> Answer:
    """Have a mail sent to your registered addresses, in reply to which you set a new password.

    At most once a day.
    """
    userid = request.args.word("userid").casefold()
    player = request.tx.players.by_userid(userid)
    at_home = player is not None and request.sender.author in player.addresses
    if player is None or _asked_today(request, player):
        if at_home:
            raise Refused("reset_sent_today")
        return Answer(_elsewhere(request, userid))
    request.tx.marks.add(Kind.RESET.of(player.userid), request.now)
    others = [address for address in player.addresses if address != request.sender.author]
    notices = tuple(_reset(player, address) for address in others)
    return Answer(_reset(player, player) if at_home else _elsewhere(request, userid), notices)


@command("change password", "u p NEW", access=Access.PASSWORD)
def change_password(request: Request) -> Answer:
    """Set a new password.

    Give the old one before it, or reply to the mail that the command password brings.
    """
    player, new = request.player, request.args.word("new")
    check_password(new, player.userid)
    request.tx.players.set_password(player.id, request.work.bench.hashed(new))
    token = request.sender.token
    if token is not None and token.purpose is Purpose.RESET:
        request.tx.tokens.use(token.hash, request.now)
    request.tx.tokens.revoke(player.id, Purpose.RESET)
    facts = {"userid": player.userid}
    told = [
        Draft(address, "password_changed", facts, language=language_of(player))
        for address in request.other_addresses
    ]
    grant = account_grant(player)
    reply = Draft(player, "password_changed", facts, grant=grant)
    return Answer(reply, tuple(told))


def check_password(password: str, userid: str) -> None:
    """:raises Refused: if it is too short, too long or holds the userid."""
    fault = password_fault(password, userid)
    if fault:
        raise Refused(fault, shortest=SHORTEST, longest=LONGEST)


def _elsewhere(request: Request, userid: str) -> Draft | None:
    """What another player is told: neither who plays here nor what was sent."""
    if request.speaker is None:
        return None
    return Draft(request.player, "reset_elsewhere", {"userid": userid[:30]})


def _asked_today(request: Request, player: Player) -> bool:
    return request.tx.marks.count(Kind.RESET.of(player.userid), request.now - RESET_EVERY) > 0


def _reset(player: Player, to: Player | str) -> Draft:
    facts = {"userid": player.userid, "hours": int(RESET_WITHIN.total_seconds() // 3600)}
    grant = Grant(Purpose.RESET, player.id, good_for=RESET_WITHIN)
    return Draft(to, "reset", facts, grant=grant, language=language_of(player))
