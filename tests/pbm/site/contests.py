"""Contests of a club with pages."""

from __future__ import annotations

from pbm.core.contests.model import ContestKind
from pbm.core.model import Cause
from pbm.play.contests import rulings
from pbm.play.work import Work
from tests.pbm.site.published import Published
from tests.pbm.town import PASSWORD, Mail

NAMES = ("alice", "bob", "carol", "dave")


def begin_cup(published: Published) -> list[Mail]:
    """Let four players enter a cup, and return the mails at its start."""
    _sign_up_others(published)
    for name in NAMES:
        _say(published, name, "gyges cup", "join")
    published.town.new_mails()
    published.town.serve_contests()
    mails = published.town.new_mails()
    published.write()
    return mails


def begin_season(published: Published) -> None:
    """Let four players enter a season, which begins at once."""
    _sign_up_others(published)
    for name in NAMES:
        _say(published, name, "dvonn season", "join")
    town = published.town
    with town.app.store.transaction() as tx:
        (season,) = tx.contests.list(ContestKind.SEASON)
        act = tx.acts.add("a test", "", {}, town.time)
        work = Work(tx, town.time, Cause(act=act.id), town.app.repository)
        rulings.start(work, season, "a test")
    town.serve_contests()
    published.write()


def resign(published: Published, board: int) -> None:
    """Let the first seat give a game up."""
    town = published.town
    match = town.match(board)
    with town.app.store.reading() as tx:
        userid = tx.players.get(match.players.first).userid
    _say(published, userid, f"{match.game} resign {board}", "")
    town.serve_contests()
    published.write()


def leave(published: Published, userid: str) -> None:
    _say(published, userid, "signoff", "")
    published.town.serve_contests()
    published.write()


def _sign_up_others(published: Published) -> None:
    for name in NAMES:
        with published.town.app.store.reading() as tx:
            is_here = tx.players.by_userid(name) is not None
        if not is_here:
            published.town.sign_up(f"{name}@example.org", PASSWORD)


def _say(published: Published, userid: str, command: str, rest: str) -> None:
    line = f"{command} {userid} {PASSWORD} {rest}".rstrip()
    published.town.write(f"{userid}@example.org", f"{line}\n")
