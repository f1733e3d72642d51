"""The mail addresses that a player plays from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbm.core.marks import Kind
from pbm.core.model import Player
from pbm.core.names import is_address
from pbm.core.refused import Refused
from pbm.inbox.budgets import questions_to, take_room
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import Draft, Grant, account_grant
from pbm.notices.languages import language_of
from pbm.notices.post import Post
from pbm.play.bounds import ADDRESSES, charge
from pbm.play.reachability import reached
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
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    asked = [_askable(request, word) for word in wanted]
    return _asking(request, asked, replacing=False)


@command("change address", "u p ADDRESS", access=Access.OWNER)
def change_address(request: Request) -> Answer:
    """Play from another address, and from it alone, once it has been asked for its consent.

    The old addresses are told, and count no more from then on.
    """
    asked = _askable(request, _plain(request.args.word("address")))
    return _asking(request, [asked], replacing=True)


@command("drop address", "u p ADDRESS", access=Access.OWNER)
def drop_address(request: Request) -> Answer:
    """Play from an address no more. One has to remain; signoff gives up the last one."""
    player, address = request.player, _plain(request.args.word("address"))
    if address not in player.addresses:
        raise Refused("not_your_address", address=address[:60], known=", ".join(player.addresses))
    if len(player.addresses) == 1:
        raise Refused("last_address", address=address)
    request.tx.players.drop_address(player.id, address)
    left = request.tx.players.get(player.id)
    facts = _facts(left, dropped=[address])
    reply = Draft(left, "addresses", facts, grant=account_grant(player))
    answered = left.answered_at(request.sender.author)
    others = [each for each in player.addresses if each != answered]
    return Answer(reply, _announced(left, others, dropped=[address]))


def new_address(tx: Transaction, address: str) -> str:
    """The address, in lower case. Its refusals are for the owner of the address alone.

    :raises Refused: if it is no address that we write to, or a player's already.
    """
    checked = mailable(address)
    if tx.players.by_address(checked) is not None:
        raise Refused("taken_address", address=address)
    return checked


def mailable(address: str) -> str:
    """The address, in lower case. Says nothing about whose it is.

    :raises Refused: if it is no address that we write to
    """
    if not is_address(address):
        raise Refused("bad_address", address=address[:60])
    return address.casefold()


def askable(request: Request, address: str) -> str:
    """The address, which counts as asked for its consent, also where it is a player's already.

    :raises Refused: if it was asked within a day, or too many others were in this hour: nobody is
        pestered
    """
    tx, now = request.tx, request.now
    checked = mailable(address)
    mark = Kind.ASK.of(checked)
    if tx.marks.count(mark, now - ASK_AGAIN):
        raise Refused("asked_today", address=address)
    if not take_room(tx, questions_to(checked, request.identity.strangers_per_hour), now):
        raise Refused("too_many_asked")
    tx.marks.add(mark, now)
    return checked


def ask_addresses(
    request: Request, player: Player, addresses: Sequence[str], *, replaces: bool = False
) -> tuple[Draft, ...]:
    """What goes to the addresses that a player wants: the question, or to another player's the
    news that somebody wanted it. The player cannot tell the two apart.
    """
    drafts = []
    for address in addresses:
        owner = request.tx.players.by_address(address)
        if owner is None:
            drafts.append(_question(player, address, replaces=replaces))
        elif not request.tx.blocks.holds(owner.id, player.id):
            drafts.append(_wanted(player, address, owner))
    return tuple(drafts)


def _question(player: Player, address: str, *, replaces: bool) -> Draft:
    """Asks an address whether it wants to be the player's, or their only one."""
    data = {"address": address, "replaces": replaces}
    grant = Grant(Purpose.ADDRESS, player.id, data=data, good_for=CONFIRM_WITHIN)
    facts = {
        "userid": player.userid,
        "days": CONFIRM_WITHIN.days,
        "address": address,
        "replaces": replaces,
    }
    return Draft(address, "address", facts, grant=grant, language=language_of(player))


def _wanted(player: Player, address: str, owner: Player) -> Draft:
    """Tells the owner of an address that another player wants to play from it, in vain."""
    facts = {"by": player.userid, "userid": owner.userid, "address": address}
    return Draft(address, "address_taken", facts, language=language_of(owner))


def consented(request: Request, token: Token) -> Answer:
    """The address that was asked is the player's now; all his others are told."""
    assert token.player is not None
    tx, address = request.tx, new_address(request.tx, token.data["address"])
    before = tx.players.get(token.player)
    if len(before.addresses) >= MOST_ADDRESSES and not token.data["replaces"]:
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    dropped = before.addresses if token.data["replaces"] else ()
    tx.players.add_address(before.id, address)
    for each in dropped:
        tx.players.drop_address(before.id, each)
    player = tx.players.get(before.id)
    reached(request.work, player)
    Post(request.identity).tell(request.work)
    facts = {"address": address, "addresses": list(player.addresses)}
    grant = account_grant(player)
    announced = _announced(player, before.addresses, added=[address], dropped=dropped)
    return Answer(Draft(player, "address_added", facts, grant=grant), announced)


def _plain(word: str) -> str:
    return word.strip("<>,;").casefold()


def _askable(request: Request, address: str) -> str:
    """:raises Refused: if it is his already, or cannot be asked."""
    if address in request.player.addresses:
        raise Refused("your_address", address=address)
    charge(request.work, request.player, ADDRESSES)
    return askable(request, address)


def _asking(request: Request, addresses: Sequence[str], *, replacing: bool) -> Answer:
    player = request.player
    facts = {"asked": list(addresses), "replacing": replacing, "days": CONFIRM_WITHIN.days}
    reply = Draft(player, "addresses_asked", facts, grant=account_grant(player))
    return Answer(reply, ask_addresses(request, player, addresses, replaces=replacing))


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
