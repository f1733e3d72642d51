"""Add, change and drop the mail addresses that a player plays from."""

from __future__ import annotations

from pbm.inbox.budgets import questions_to, take_room
from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import addresses
from pbm.play.addresses import TakeRoom


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
