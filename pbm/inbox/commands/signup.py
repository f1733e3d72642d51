"""Sign up, and confirm a signup or an address."""

from __future__ import annotations

from pbm.base.secrets import token_hash
from pbm.core.languages import ENGLISH
from pbm.core.model import Player
from pbm.core.passwords import is_blanked
from pbm.core.refused import Refused
from pbm.inbox.commands import command_words
from pbm.inbox.commands.addresses import room_to_ask
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.inbox.waiting import is_let_in
from pbm.mail.correspondence import Purpose, Token
from pbm.play import addresses, signups
from pbm.play.signups import Signup


@command(
    "signup|sign up", "USERID [p] [ADDRESS...]", access=Access.ANYONE, options=["lang=LANGUAGE"]
)
def signup(request: Request) -> Answer:
    """Sign up: reply to the mail that comes, and you can play.

    A userid has 2 to 20 letters, digits, dots, dashes or underscores and begins with a letter.
    A password is only needed by those who want to play from foreign addresses. Further
    addresses are asked for their consent one by one.

    Your mails are in English unless you add -lang=fr for French, -lang=de for German, -lang=it
    for Italian or -lang=nl for Dutch.
    """
    userid = request.args.word("userid").casefold()
    password = request.args.word("p") or None
    is_lost = password is not None and is_blanked(password) and _has_waited(request)
    if is_lost:
        password = None
    wanted = Signup(
        userid,
        request.sender.author,
        request.args.options.get("lang", ENGLISH).casefold(),
        request.args.rest,
    )
    signups.ask(request.work, wanted, password, command_words(), password_lost=is_lost)
    return request.told()


def _has_waited(request: Request) -> bool:
    """Return whether the letter had to wait: its password was not kept then."""
    return is_let_in(request.tx, request.work.cause.letter, request.now)


@command("yes", access=Access.ANYONE, whole=True, hidden=True)
def yes(request: Request) -> Answer:
    """Confirm what a mail asks for, by replying to it."""
    assert request.sender.token is not None, "it is read in answer to such a mail only"
    return _confirmed(request, request.sender.token)


@command("confirm", "CODE", access=Access.ANYONE, whole=True, consents=True)
def confirm(request: Request) -> Answer:
    """Confirm a signup or an address, for mail programs that drop the reply address."""
    token = request.tx.tokens.find(token_hash(request.args.word("code")))
    stale = token is None or token.used or (token.expires and token.expires < request.now)
    if token is None or stale or token.purpose not in (Purpose.SIGNUP, Purpose.ADDRESS):
        raise Refused("unknown_code")
    return _confirmed(request, token)


def _confirmed(request: Request, token: Token) -> Answer:
    """:raises Refused: if the mail comes from another address than the one to be confirmed."""
    address = token.data["address"]
    if request.sender.author != address:
        raise Refused("confirm_elsewhere")
    if not request.tx.tokens.use(token.hash, request.now):
        raise Refused("unknown_code")
    return request.told(_agreed(request, token))


def _agreed(request: Request, token: Token) -> Player:
    """Act on the consent, and return the player whom the address belongs to now."""
    work, data, room = request.work, token.data, room_to_ask(request)
    if token.purpose is Purpose.SIGNUP:
        password = data.get("password")
        return signups.agree(work, Signup.read(data), password, command_words(), room)
    assert token.player is not None, "it was asked for a player"
    return addresses.consent(work, token.player, data["address"], replaces=data["replaces"])
