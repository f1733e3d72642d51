"""The mail addresses that a player plays from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbm.bounces import Bounces
from pbm.correspondence import Purpose, Token
from pbm.dialogue.access import Access
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft, Grant, account_grant
from pbm.languages import language_of
from pbm.limits import take_room
from pbm.marks import Kind
from pbm.model import Player
from pbm.names import is_address
from pbm.post import Occasion, Post
from pbm.store.protocol import Transaction

CONFIRM_WITHIN = timedelta(days=7)
ASK_AGAIN = timedelta(days=1)
MOST_ADDRESSES = 5


@command("add address", "u p ADDRESS...", access=Access.OWNER)
def add_address(request: Request) -> Answer:
    """Play from further addresses too: each is asked for its consent before it counts.

    Your other addresses are told.
    """
    player = request.player
    wanted = dict.fromkeys(_plain(word) for word in request.args.rest)
    if len(player.addresses) + len(wanted) > MOST_ADDRESSES:
        raise Refusal("too_many_addresses", most=MOST_ADDRESSES)
    asked = [_askable(request, word) for word in wanted]
    return _asking(request, [ask_address(player, each) for each in asked], replacing=False)


@command("change address", "u p ADDRESS", access=Access.OWNER)
def change_address(request: Request) -> Answer:
    """Play from another address, and from it alone, once it has been asked for its consent.

    The old addresses are told, and count no more from then on.
    """
    asked = _askable(request, _plain(request.args.word("address")))
    return _asking(request, [ask_address(request.player, asked, replaces=True)], replacing=True)


@command("drop address", "u p ADDRESS", access=Access.OWNER)
def drop_address(request: Request) -> Answer:
    """Play from an address no more. One has to remain; signoff gives up the last one."""
    player, address = request.player, _plain(request.args.word("address"))
    if address not in player.addresses:
        raise Refusal("not_your_address", address=address[:60], known=", ".join(player.addresses))
    if len(player.addresses) == 1:
        raise Refusal("last_address", address=address)
    request.tx.players.drop_address(player.id, address)
    left = request.tx.players.get(player.id)
    facts = _facts(left, dropped=[address])
    reply = Draft(left, "addresses", facts, grant=account_grant(player))
    answered = left.answered_at(request.sender.author)
    others = [each for each in player.addresses if each != answered]
    return Answer(reply, _announced(left, others, dropped=[address]))


def new_address(tx: Transaction, address: str) -> str:
    """:raises Refusal: if it is no address that we write to, or a player's already."""
    if not is_address(address):
        raise Refusal("bad_address", address=address[:60])
    if tx.players.by_address(address) is not None:
        raise Refusal("taken_address", address=address)
    return address.casefold()


def askable(request: Request, address: str) -> str:
    """The address, which counts as asked for its consent.

    :raises Refusal: if it cannot be added, was asked within a day, or too many others were in this
        hour: nobody is pestered
    """
    tx, now = request.tx, request.now
    checked, mark = new_address(tx, address), Kind.ASK.of(address)
    if tx.marks.count(mark, now - ASK_AGAIN):
        raise Refusal("asked_today", address=address)
    if not take_room(tx, now, request.house.strangers_per_hour):
        raise Refusal("too_many_asked")
    tx.marks.add(mark, now)
    return checked


def ask_address(player: Player, address: str, *, replaces: bool = False) -> Draft:
    """The question to an address whether it wants to be the player's, or his only one."""
    data = {"address": address, "replaces": replaces}
    grant = Grant(Purpose.ADDRESS, player.id, data=data, good_for=CONFIRM_WITHIN)
    facts = {
        "userid": player.userid,
        "days": CONFIRM_WITHIN.days,
        "address": address,
        "replaces": replaces,
    }
    return Draft(address, "address", facts, grant=grant, language=language_of(player))


def consented(request: Request, token: Token) -> Answer:
    """The address that was asked is the player's now; all his others are told."""
    assert token.player is not None
    tx, address = request.tx, new_address(request.tx, token.data["address"])
    before = tx.players.get(token.player)
    if len(before.addresses) >= MOST_ADDRESSES and not token.data["replaces"]:
        raise Refusal("too_many_addresses", most=MOST_ADDRESSES)
    dropped = before.addresses if token.data["replaces"] else ()
    tx.players.add_address(before.id, address)
    for each in dropped:
        tx.players.drop_address(before.id, each)
    player = tx.players.get(before.id)
    post, occasion = Post(request.house), Occasion(request.cause, request.now)
    Bounces(tx, request.referee, post, occasion).reached(player)
    facts = {"address": address, "addresses": list(player.addresses)}
    grant = account_grant(player)
    announced = _announced(player, before.addresses, added=[address], dropped=dropped)
    return Answer(Draft(player, "address_added", facts, grant=grant), announced)


def _plain(word: str) -> str:
    return word.strip("<>,;").casefold()


def _askable(request: Request, address: str) -> str:
    """:raises Refusal: if it is his already, or cannot be asked."""
    if address in request.player.addresses:
        raise Refusal("your_address", address=address)
    return askable(request, address)


def _asking(request: Request, questions: Sequence[Draft], *, replacing: bool) -> Answer:
    asked = [str(draft.to) for draft in questions]
    facts = {"asked": asked, "replacing": replacing, "days": CONFIRM_WITHIN.days}
    grant = account_grant(request.player)
    reply = Draft(request.player, "addresses_asked", facts, grant=grant)
    return Answer(reply, tuple(questions))


def _facts(
    player: Player, *, added: Sequence[str] = (), dropped: Sequence[str] = ()
) -> dict[str, object]:
    return {
        "userid": player.userid,
        "added": list(added),
        "dropped": list(dropped),
        "addresses": list(player.addresses),
    }


def _announced(
    player: Player, addresses: Sequence[str], **changes: Sequence[str]
) -> tuple[Draft, ...]:
    facts, language = _facts(player, **changes), language_of(player)
    return tuple(Draft(address, "addresses", facts, language=language) for address in addresses)
