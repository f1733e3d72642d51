"""After a restore: forget players again who had left, void confirmations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pbm.app.application import App
from pbm.app.erasure import TO_BE_SENT
from pbm.base.errors import PbmError
from pbm.core.bookkeeping import ServerAct
from pbm.core.marks import MarkKind
from pbm.core.model import Cause, Player
from pbm.mail.correspondence import Purpose, Search
from pbm.play import departures
from pbm.play.work import Work
from pbm.store import Place, administration, open_to_look
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

_OPEN = (Purpose.SIGNUP, Purpose.ADDRESS, Purpose.CONFIRM, Purpose.RESET, Purpose.OWNER)
"""Confirmations that wait for a yes, which may have come, or been withdrawn, since the backup."""

Account = tuple[str, datetime]
"""A userid and when its account was made: in another club the same userid is another person."""


@dataclass(frozen=True)
class Fate:
    """Whether a player has left. due: when they will be forgotten; None if nobody has asked."""

    left: bool
    due: datetime | None


Fates = Mapping[Account, Fate]


def known(place: Place) -> Fates | None:
    """The fates of all players in the store that is replaced; None if it cannot be read."""
    try:
        if not administration(place).is_begun():
            return {}
        store = open_to_look(place)
        try:
            with store.reading() as tx:
                return _known(tx)
        finally:
            store.close()
    except (PbmError, OSError):
        return None


def _known(tx: Transaction) -> Fates:
    return {
        _account(each): Fate(each.left, departures.due_moment(tx, each))
        for each in tx.players.list()
    }


def bring_forward(app: App, before: Fates) -> list[str]:
    """Void open confirmations, and forget players again who had left. Return their userids.

    Requests to forget a player are set as they were before the restore: those made since the
    backup are kept, and those cancelled since are removed.
    """
    now = app.clock()
    with app.store.transaction() as tx:
        there = [player for player in tx.players.list() if not player.left]
        fates = [(each, before[_account(each)]) for each in there if _account(each) in before]
        gone = [player for player, fate in fates if fate.left]
        userids = [player.userid for player in gone]
        act = tx.acts.add(ServerAct.RESTORE, "a backup was put back", {"forgotten": userids}, now)
        work = Work(tx, now, Cause(act=act.id), app.repository, Workbench(tx))
        for purpose in _OPEN:
            tx.tokens.revoke_all(purpose)
        for player, fate in fates:
            _set_due(work, player, fate.due)
        for player in gone:
            _drop_mails(tx, player)
            departures.forget_again(work, player)
        app.post.tell(work)
    return userids


def _set_due(work: Work, player: Player, due: datetime | None) -> None:
    if due is None:
        work.tx.moments.drop(MarkKind.FORGETTING_DUE.of(player.id))
    else:
        departures.put_off(work, player, due)


def _drop_mails(tx: Transaction, player: Player) -> None:
    """Drop all mails that wait for a player who has left."""
    for address in player.addresses:
        for status in TO_BE_SENT:
            for number in tx.outbox.numbers(Search(status=status, recipient=address)):
                tx.outbox.drop(number, "its reader has left", was=status)


def _account(player: Player) -> Account:
    return player.userid, player.created
