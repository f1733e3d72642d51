"""Sign up, and confirm a signup or an address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.base.secrets import token_hash
from pbm.base.values import replace
from pbm.core.model import Player
from pbm.core.names import MARKS_AROUND, is_userid, near_userid
from pbm.core.passwords import SHORTEST, is_blanked
from pbm.core.refused import Refused
from pbm.inbox.commands.accounts import room_to_ask
from pbm.inbox.limits import is_let_in
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.names import is_command_word
from pbm.inbox.line.request import Answer, Request
from pbm.inbox.understanding.lexicon import says_nothing
from pbm.mail.correspondence import Purpose, Token
from pbm.play import addresses, signups
from pbm.play.signups import Signup

_STOPS = (".", "!", "?")
_INITIAL = re.compile(r"[^\W\d_]\.?")
"""The first letter of a surname, as in ``signup Olaf P.``; it is too short for a password."""


@command(
    "signup|sign up",
    "USERID [p] [ADDRESS...]",
    access=Access.ANYONE,
    options=["lang=LANGUAGE", "program", "owner=U2"],
)
def signup(request: Request) -> Answer:
    """Sign up: reply to the mail that comes, and you can play.

    A userid has 2 to 20 letters, digits, dots, dashes or underscores and begins with a letter.
    A password is only needed by those who want to play from foreign addresses. Further
    addresses are asked for their consent one by one.

    Your mails are in the language in which you write, and in English if that is not clear. Add
    -lang=fr for French, -lang=de for German, -lang=it for Italian, -lang=nl for Dutch or -lang=en
    for English.

    A program that plays by mail signs up with -program and -owner=U2, the userid of the player
    whose program it is; that player is asked, too. "help bots" tells more.
    """
    userid = _userid(request.args.word("userid"), request.language)
    # Behind "signup anna." another sentence follows, and no password.
    says_more = request.args.word("userid").endswith(_STOPS) and len(request.args.rest) > 0
    password = None if says_more else _password(request.args.word("p"))
    is_lost = password is not None and is_blanked(password) and _has_waited(request)
    if is_lost:
        password = None
    wanted = Signup(
        userid,
        request.sender.author,
        request.args.options.get("lang", request.language).casefold(),
        tuple(
            each
            for each in request.args.rest
            if "@" in each or not (says_more or says_nothing(each))
        ),
        _owner(request),
        request.talked,
    )
    if _is_clear(request, wanted) and password is None and not is_lost:
        sure = signups.checked(request.work, wanted, None, is_command_word)
        return request.told(_signed_up(request, sure, introduced=True))
    try:
        signups.ask(request.work, wanted, password, is_command_word, password_lost=is_lost)
    except Refused as refused:
        if refused.code != "bad_password" or password is None or len(password) >= SHORTEST:
            raise
        facts = {"word": password, "userid": userid, "shortest": SHORTEST}
        raise Refused("short_password", **facts) from refused
    return request.told()


def _is_clear(request: Request, wanted: Signup) -> bool:
    """Whether nothing is left to ask: the line itself answers a mail that we sent to the address,
    which proves as much as the yes to a question.
    """
    return request.sender.reads_mail and not request.inferred and not wanted.owner


def _userid(word: str, language: str) -> str:
    """The userid as it is written, or without accents: helene for Hélène.

    What has digits besides accents may be a password, of which nothing is repeated.
    """
    userid, near = word.strip(MARKS_AROUND).casefold(), near_userid(word, language)
    is_name = not is_userid(userid) and near.replace("-", "").isalpha()
    return near if is_name else userid


def _password(word: str) -> str | None:
    """The word behind a userid, if it may be a password: neither an initial nor a courtesy.

    A blanked password counts: ``signup`` refuses it, or ignores it if the letter has waited.
    """
    if not word or _INITIAL.fullmatch(word):
        return None
    return word if is_blanked(word) or not says_nothing(word) else None


def _owner(request: Request) -> str:
    """The player whose program signs up, "" for a person.

    :raises Refused: if only one of ``-program`` and ``-owner`` is given
    """
    options = request.args.options
    if ("program" in options) != ("owner" in options):
        raise Refused("program_and_owner")
    return options.get("owner", "").casefold()


def _has_waited(request: Request) -> bool:
    """Return whether the letter had to wait; a password in it was not kept meanwhile."""
    return is_let_in(request.tx, request.work.cause.letter, request.now)


_CODES = (Purpose.SIGNUP, Purpose.ADDRESS, Purpose.OWNER)
"""The purposes of tokens that can be given as a code."""


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
    if token is None or stale or token.purpose not in _CODES:
        raise Refused("unknown_code")
    return _confirmed(request, token)


def _confirmed(request: Request, token: Token) -> Answer:
    """:raises Refused: if the mail comes from another address than the one to be confirmed."""
    if request.sender.author not in _confirming(request, token):
        raise Refused("confirm_elsewhere")
    if not request.tx.tokens.use(token.hash, request.now):
        raise Refused("unknown_code")
    return request.told(_agreed(request, token))


def _confirming(request: Request, token: Token) -> Sequence[str]:
    """The addresses from which the token may be used."""
    if token.purpose is Purpose.OWNER:
        return _asked(request, token).addresses
    return [token.data["address"]]


def _agreed(request: Request, token: Token) -> Player | None:
    """Act on the consent, and return the player who gave it, if there is one; they may be new."""
    work, data = request.work, token.data
    password, reserved = data.get("password"), is_command_word
    if token.purpose is Purpose.OWNER:
        return signups.agree_as_owner(work, Signup.read(data["signup"]), password, reserved)
    if token.purpose is Purpose.ADDRESS:
        asked = _asked(request, token)
        return addresses.consent(work, asked.id, data["address"], replaces=data["replaces"])
    wanted = Signup.read(data)
    if wanted.owner:
        wanted = replace(wanted, language=wanted.language or request.language)
        signups.ask_owner(work, wanted, password, reserved)
        return None
    return _signed_up(request, wanted, password)


def _signed_up(
    request: Request, wanted: Signup, password: str | None = None, *, introduced: bool = False
) -> Player:
    """:raises Refused: as ``signups.agree`` does"""
    wanted = replace(wanted, language=wanted.language or request.language)
    work, room = request.work, room_to_ask(request)
    return signups.agree(work, wanted, password, is_command_word, room, introduced=introduced)


def _asked(request: Request, token: Token) -> Player:
    """The player who was asked."""
    assert token.player is not None, "it was asked of a player"
    return request.tx.players.get(token.player)
