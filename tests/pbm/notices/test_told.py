"""Mails about what was published, whichever door it came in by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import pytest

from pbm.core.model import Cause, Player
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.request import Request
from pbm.mail.correspondence import LetterStatus
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.telling import Handlers
from pbm.notices.told import told
from pbm.play.chat import say
from pbm.play.moves import resign
from pbm.play.news import BoardNews, UntoldError
from pbm.play.rulings import abort
from pbm.play.spectators import subscribe
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from tests.pbm.town import ALICE, BOB, CAROL, Mail, Town


@contextmanager
def work_in(town: Town) -> Iterator[Work]:
    """Work that no letter asks for."""
    with town.app.store.transaction() as tx:
        act = tx.acts.add("a test", "", {}, town.time)
        yield Work(tx, town.time, Cause(act=act.id), town.app.repository)


def test_mails_to_others_say_whose_deed_causes_them(players: Town, game: tuple[Mail, Mail]) -> None:
    alice, bob = players.player("alice"), players.player("bob")
    with work_in(players) as work:
        resign(work, alice, 1)
        assert [(draft.to, draft.by) for draft in told(work)] == [(alice, None), (bob, alice.id)]


def test_what_an_operator_does_is_no_players_deed(players: Town, game: tuple[Mail, Mail]) -> None:
    with work_in(players) as work:
        abort(work, 1, "a test")
        assert [draft.by for draft in told(work)] == [None, None]


def test_what_was_published_is_told_once(players: Town, game: tuple[Mail, Mail]) -> None:
    with work_in(players) as work:
        resign(work, players.player("alice"), 1)
        assert (len(told(work)), told(work)) == (2, [])


def test_chat_that_came_in_no_letter_passes_no_block(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.sign_up(CAROL)
    alice, carol = players.player("alice"), players.player("carol")
    players.new_mails()
    with work_in(players) as work:
        subscribe(work, carol, 1)
        told(work)
        work.tx.blocks.add(carol.id, alice.id, players.time)
        say(work, alice, 1, ("Hello",))
        players.app.post.tell(work)
    assert [mail.to for mail in players.new_mails()] == [ALICE, BOB]


def only(to: Callable[[BoardNews], Iterable[Player]]) -> Handlers:
    """Mails about boards that go to nobody else."""
    handlers = Handlers()

    @handlers.hears(BoardNews)
    def some(news: BoardNews, _tx: Transaction) -> Iterable[Draft]:
        return [Draft(player, MailKind.BOARD) for player in to(news)]

    return handlers


def test_a_player_who_is_not_told_of_a_board_is_a_fault(
    players: Town, game: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = players.player("alice"), players.player("bob")
    monkeypatch.setattr("pbm.notices.told.HANDLERS", only(lambda _: [alice]))
    with pytest.raises(UntoldError, match="bob"), work_in(players) as work:
        resign(work, alice, 1)
        told(work)
    monkeypatch.setattr("pbm.notices.told.HANDLERS", only(lambda _: [alice, bob]))
    with work_in(players) as work:
        resign(work, alice, 1)
        told(work)


def test_what_failed_was_offered_to_nobody(
    players: Town, game: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: BoardNews) -> Iterable[Player]:
        raise LookupError

    monkeypatch.setattr("pbm.notices.told.HANDLERS", only(fail))
    with work_in(players) as work:
        after = resign(work, players.player("alice"), 1)
        with suppress(LookupError):
            told(work)
        assert after.match.seq not in work.tx.matches.offered(1)


def test_a_letter_whose_deed_was_told_to_nobody_is_put_aside(
    players: Town, game: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = players.match()
    with monkeypatch.context() as patched:
        patched.setattr(Request, "told", lambda _: Answer(None))
        mails = players.answer(game[0], "resign\n")
    assert [mail.kind for mail in mails] == ["failed"]
    assert players.match() == before
    with players.app.store.reading() as tx:
        assert "UntoldError" in tx.letters.list(LetterStatus.FAILED)[0].note
