from __future__ import annotations

from pbm.admin.action import actions
from pbm.base.errors import PbmError
from pbm.core.model import PlayerStatus
from pbm.core.refused import Refused
from pbm.play.suspensions import set_status
from pbm.play.work import Work
from tests.pbm.town import ALICE, BOB, Town, of


def suspend_but_not_bob(work: Work, userid: str) -> str:
    set_status(work, work.player(userid), PlayerStatus.SUSPENDED, "a quarrel")
    if userid == "bob":
        raise Refused("cannot_grant", board=1, status="finished")
    return userid


def test_a_refused_item_is_rolled_back_and_sends_no_mails(town_with_players: Town) -> None:
    userids = ("alice", "bob")
    first, second = actions(town_with_players.app, "suspend", userids, suspend_but_not_bob, {})
    assert first == "alice" and isinstance(second, PbmError)
    assert [town_with_players.player(userid).suspended for userid in userids] == [True, False]
    mails = town_with_players.new_mails()
    assert of(mails, ALICE) and not [mail for mail in mails if mail.to == BOB]
