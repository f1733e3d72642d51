from __future__ import annotations

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.play.exports import ONCE_IN, ask
from pbm.play.work import Work
from tests.pbm.play.helpers import refused


def test_each_player_may_export_their_data_once_a_day(
    work: Work, alice: Player, bob: Player
) -> None:
    ask(work, alice)
    with refused("data_sent_today"):
        ask(work, alice)
    ask(work, bob)
    ask(replace(work, now=work.now + ONCE_IN), alice)
