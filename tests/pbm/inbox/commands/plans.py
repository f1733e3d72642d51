"""Helpers for plans: queueing them by mail, and reading which moves are stored and played."""

from __future__ import annotations

from collections.abc import Iterable

from pbm.core.events import Event
from pbm.core.games import find
from pbm.core.happenings import Moved
from pbm.store.protocol import Transaction
from tests.pbm.town import Mail, Town, only

CELLS = [
    find("dvonn/standard").format(find("dvonn/standard").start(), move)
    for move in find("dvonn/standard").legal_moves(find("dvonn/standard").start())
]


def queue(town: Town, mail: Mail, *plans: str) -> Mail:
    """Queue the plans, one letter each; return the last answer."""
    answers = [only(town.answer(mail, f"queue {plan}\n")) for plan in plans]
    assert {answer.kind for answer in answers} == {"queue"}
    return answers[-1]


def events(town: Town) -> list[Event]:
    with town.app.store.reading() as tx:
        return tx.matches.events(1)


def lines(town: Town) -> list[str]:
    return [each.what.line for each in events(town) if isinstance(each.what, Moved)]


def kept_plans(town: Town) -> list[object]:
    def plans(tx: Transaction) -> Iterable[object]:
        return [tx.queues.of(1).get(player) for player in town.match().players]

    with town.app.store.reading() as tx:
        return [plan for plan in plans(tx) if plan is not None]
