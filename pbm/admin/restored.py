"""What a backup that is put back does not know: who has left since, and what was answered since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pbm.app.application import App
from pbm.app.erasure import TO_BE_SENT
from pbm.base.errors import PbmError
from pbm.core.marks import MarkKind
from pbm.core.model import Cause, Player, ServerAct
from pbm.mail.correspondence import Purpose, Search
from pbm.play import departures
from pbm.play.work import Work
from pbm.store import Place, administration, open_to_look
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

_OPEN = (Purpose.SIGNUP, Purpose.ADDRESS, Purpose.CONFIRM, Purpose.RESET)
"""What waits for a yes, which may have been given, or taken back, since the backup."""

Account = tuple[str, datetime]
"""A userid, and since when it is a player's: another club may have the same userid."""


@dataclass(frozen=True)
class Fate:
    """Whether a player has left, and when they are to be forgotten, as far as anybody asked."""

    left: bool
    due: datetime | None


Fates = Mapping[Account, Fate]


def known(place: Place) -> Fates | None:
    """The fates of all players of a store that is replaced; None if this version cannot read it."""
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
    """Void what waits for a yes, and forget those again who had left; their userids.

    Requests to forget somebody are as they were, those that were cancelled, too.
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
    """Send nothing any more to somebody who has left."""
    for address in player.addresses:
        for status in TO_BE_SENT:
            for number in tx.outbox.numbers(Search(status=status, recipient=address)):
                tx.outbox.drop(number, "its reader has left", was=status)


def _account(player: Player) -> Account:
    return player.userid, player.created
