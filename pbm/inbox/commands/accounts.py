"""Show an account, and set its password."""

from __future__ import annotations

from pbm.base.errors import ConflictError
from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.mail.correspondence import Purpose
from pbm.notices.absences import periods
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.views import program_facts
from pbm.play import passwords
from pbm.play.absences import planned
from pbm.play.programs import programs_of


@command("whoami")
def whoami(request: Request) -> Answer:
    """Show your account: userid, addresses, boards, planned vacations."""
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
        "away": periods(planned(request.tx, player.id, request.now), request.reader, request.now),
        "programs": program_facts(request.tx, [player, *programs_of(request.tx, player)]),
        "suspended": player.suspended,
    }
    return Answer(Draft(player, MailKind.ACCOUNT, facts, grant=account_grant(player)))


@command("password", "USERID", access=Access.ANYONE)
def password(request: Request) -> Answer:
    """Have a mail sent to your registered addresses, in reply to which you set a new password.

    At most once a day.
    """
    userid = request.args.word("userid").casefold()
    player = request.tx.players.by_userid(userid)
    at_home = player is not None and request.sender.author in player.addresses
    by = player if at_home else request.known
    passwords.ask_reset(request.work, by, userid)
    return request.told(by)


@command("change password", "u p NEW", access=Access.PASSWORD)
def change_password(request: Request) -> Answer:
    """Set a new password.

    Give the old one before it, or reply to the mail that the command "password" brings.
    """
    player, new = request.player, request.args.word("new")
    _use_reset(request)
    passwords.change(request.work, player, player, new)
    return request.told()


def _use_reset(request: Request) -> None:
    """Use up the reply address, if its mail was sent to set a password.

    :raises ConflictError: if another letter was faster
    """
    token = request.sender.token
    if token is None or token.purpose is not Purpose.RESET or token.used is not None:
        return
    if not request.tx.tokens.use(token.hash, request.now):
        raise ConflictError("the password was set meanwhile")
