"""An account: show it, its password and addresses, and leave for good"""

from __future__ import annotations

from pbm.base.errors import ConflictError
from pbm.inbox.limits import questions_to, take_room
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.mail.correspondence import Purpose
from pbm.notices.absences import periods
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.views import program_facts
from pbm.play import addresses, departures, passwords
from pbm.play.absences import planned
from pbm.play.addresses import TakeRoom
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


@command("add address", "u p ADDRESS...", access=Access.OWNER)
def add_address(request: Request) -> Answer:
    """Play from further addresses too: each is asked for its consent before it counts.

    Your other addresses are told.
    """
    wanted = dict.fromkeys(_plain(word) for word in request.args.rest)
    addresses.ask(request.work, request.player, [*wanted], room_to_ask(request))
    return request.told()


@command("change address", "u p ADDRESS", access=Access.OWNER)
def change_address(request: Request) -> Answer:
    """Play from another address, and from it alone, once it has been asked for its consent.

    The old addresses are told, and count no more from then on.
    """
    wanted = [_plain(request.args.word("address"))]
    addresses.ask(request.work, request.player, wanted, room_to_ask(request), replacing=True)
    return request.told()


@command("drop address", "u p ADDRESS", access=Access.OWNER)
def drop_address(request: Request) -> Answer:
    """Play from an address no more. One has to remain; "signoff" gives up the last one."""
    addresses.drop(request.work, request.player, _plain(request.args.word("address")))
    return request.told()


def room_to_ask(request: Request) -> TakeRoom:
    """Return a function that counts a question to an address against the budget for strangers."""
    per_hour = request.identity.strangers_per_hour
    return lambda address: take_room(request.tx, questions_to(address, per_hour), request.now)


def _plain(word: str) -> str:
    return word.strip("<>,;").casefold()


@command("signoff", "u p", access=Access.OWNER, whole=True, passes_on=True)
def signoff(request: Request) -> Answer:
    """Leave for good: your running games are resigned, your addresses and password removed.

    You only need some rest? "vacation" stops your clocks, and "set digest daily" puts the news of a
    day into one mail.

    Otherwise write signoff. Without your password you are asked before anything happens.
    Invitations that are open are declined or taken back. Your finished games stay under your
    userid, which nobody else can have. Your letters, and our mails to you, are erased once the last
    one has left. What you write below the command goes to your opponents, as a farewell.
    """
    work, player = request.work, request.player
    # Without open boards nobody is shown the lines, so a password in them is no reason to refuse.
    said = request.text if departures.open_boards(work.tx, player) else ()
    departures.leave(work, player, said)
    return request.told()
