"""Becoming a player: signing up, and confirming by reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from pbm.base.secrets import token_hash
from pbm.core.games import game_names
from pbm.core.languages import ENGLISH, languages
from pbm.core.model import Player
from pbm.core.names import is_reserved, is_userid, look, reads_as_move
from pbm.core.passwords import is_blanked
from pbm.core.refused import Refused
from pbm.inbox.commands import all_commands
from pbm.inbox.commands.accounts import check_password
from pbm.inbox.commands.addresses import (
    CONFIRM_WITHIN,
    MOST_ADDRESSES,
    ask_addresses,
    askable,
    consented,
    mailable,
    new_address,
)
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.inbox.waiting import is_let_in
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import Draft, Grant, account_grant
from pbm.notices.languages import language_names
from pbm.store.protocol import Transaction


@command(
    "signup|sign up", "USERID [p] [ADDRESS...]", access=Access.ANYONE, options=["lang=LANGUAGE"]
)
def signup(request: Request) -> Answer:
    """Become a player; reply to the mail that comes, and you are one.

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
    check_userid(request.tx, userid)
    if password is not None:
        check_password(password, userid)
    data = {
        "userid": userid,
        "address": new_address(request.tx, request.sender.author),
        "lang": _language(request),
        "more": [mailable(word) for word in request.args.rest[: MOST_ADDRESSES - 1]],
    }
    grant = Grant(Purpose.SIGNUP, data=data, good_for=CONFIRM_WITHIN, password=password)
    facts = {"userid": userid, "days": CONFIRM_WITHIN.days, "password_lost": is_lost}
    language = str(data["lang"])
    return Answer(Draft(request.sender.author, "signup", facts, grant=grant, language=language))


def _has_waited(request: Request) -> bool:
    """Whether the letter is an old one, so that its password is gone."""
    return is_let_in(request.tx, request.work.cause.letter, request.now)


def _language(request: Request) -> str:
    """:raises Refused: if nobody has translated our mails into it"""
    chosen = request.args.options.get("lang", ENGLISH).casefold()
    if chosen not in languages():
        raise Refused("unknown_language", known=", ".join(languages()))
    return chosen


@command("yes", access=Access.ANYONE, whole=True, hidden=True)
def yes(request: Request) -> Answer:
    """Confirm what the mail that is answered asks."""
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
    request.tx.tokens.use(token.hash, request.now)
    if token.purpose is Purpose.SIGNUP:
        return _welcome(request, token)
    return consented(request, token)


def _welcome(request: Request, token: Token) -> Answer:
    data = token.data
    check_userid(request.tx, data["userid"])
    new_address(request.tx, data["address"])
    userid, addresses = data["userid"], [data["address"]]
    player = request.tx.players.add(
        userid, look(userid), addresses, data.get("password"), request.now
    )
    # Questions that were sent before this could be chosen say nothing of it.
    request.tx.players.set_settings(player.id, {"lang": data.get("lang", ENGLISH)})
    player = request.tx.players.get(player.id)
    further = [each for each in data["more"] if each not in player.addresses]
    more = list(_askable(request, further))
    return Answer(welcome(player, more), ask_addresses(request, player, more))


def _askable(request: Request, addresses: Sequence[str]) -> Iterator[str]:
    """Those of them that can be asked for their consent now; the player may ask others later."""
    for address in addresses:
        with suppress(Refused):
            yield askable(request, address)


def welcome(player: Player, more: Sequence[str] = ()) -> Draft:
    """The mail that lets a new player begin; ``more`` addresses are asked for their consent."""
    facts = {
        "userid": player.userid,
        "password": player.password is not None,
        "games": list(game_names()),
        "more": list(more),
        "languages": language_names(),
    }
    return Draft(player, "welcome", facts, grant=account_grant(player))


def check_userid(tx: Transaction, userid: str) -> None:
    """:raises Refused: if nobody may be called so, or somebody is already."""
    if not is_userid(userid):
        raise Refused("bad_userid", userid=userid[:30])
    if is_reserved(userid) or userid in _command_words() or reads_as_move(userid):
        raise Refused("reserved_userid", userid=userid)
    if tx.players.is_taken(look(userid)):
        raise Refused("taken_userid", userid=userid)


def _command_words() -> set[str]:
    """Words that mean something where a userid may stand."""
    words = {word for each in all_commands() for name in each.names for word in name.split()}
    return words | {*game_names()}
