"""Dispatching published news, from any front door, to the handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest

from pbm.core.model import Player
from pbm.inbox.line.request import Answer, Request
from pbm.mail.correspondence import LetterStatus
from pbm.notices.dispatch import take_drafts
from pbm.notices.drafts import Draft
from pbm.notices.handlers import Handlers
from pbm.notices.kinds import MailKind
from pbm.play.chat import say
from pbm.play.moves import resign
from pbm.play.news import BoardNews, UntoldError
from pbm.play.rulings import abort
from pbm.play.spectators import subscribe
from pbm.store.protocol import Transaction
from tests.pbm.notices.helpers import work_in
from tests.pbm.town import ALICE, BOB, CAROL, Mail, Town, kinds


def test_a_mail_to_another_player_names_the_player_who_caused_it(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    alice, bob = town_with_game.player("alice"), town_with_game.player("bob")
    with work_in(town_with_game) as work:
        resign(work, alice, 1)
        assert [(draft.to, draft.by) for draft in take_drafts(work)] == [
            (alice, None),
            (bob, alice.id),
        ]


def test_no_player_causes_the_mails_about_an_operator_s_act(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    with work_in(town_with_game) as work:
        abort(work, 1, "a test")
        assert [draft.by for draft in take_drafts(work)] == [None, None]


def test_published_news_is_dispatched_once(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    with work_in(town_with_game) as work:
        resign(work, town_with_game.player("alice"), 1)
        assert (len(take_drafts(work)), take_drafts(work)) == (2, [])


def test_chat_through_another_front_door_does_not_pass_a_block(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    alice, carol = town_with_game.player("alice"), town_with_game.player("carol")
    town_with_game.new_mails()
    with work_in(town_with_game) as work:
        subscribe(work, carol, 1)
        take_drafts(work)
        work.tx.blocks.add(carol.id, alice.id, town_with_game.time)
        say(work, alice, 1, ("Hello",))
        town_with_game.app.post.tell(work)
    assert [mail.to for mail in town_with_game.new_mails()] == [ALICE, BOB]


def handlers_with_mails_to(to: Callable[[BoardNews], Iterable[Player]]) -> Handlers:
    """Handlers that mail news about boards to these players only."""
    handlers = Handlers()

    @handlers.handles(BoardNews)
    def some(news: BoardNews, _tx: Transaction) -> Iterable[Draft]:
        return [Draft(player, MailKind.BOARD) for player in to(news)]

    return handlers


def test_an_event_that_a_player_of_the_board_is_not_told_is_a_bug(
    town_with_game: Town, board_mails: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = town_with_game.player("alice"), town_with_game.player("bob")
    monkeypatch.setattr("pbm.notices.dispatch.HANDLERS", handlers_with_mails_to(lambda _: [alice]))
    with pytest.raises(UntoldError, match="bob"), work_in(town_with_game) as work:
        resign(work, alice, 1)
        take_drafts(work)
    monkeypatch.setattr(
        "pbm.notices.dispatch.HANDLERS", handlers_with_mails_to(lambda _: [alice, bob])
    )
    with work_in(town_with_game) as work:
        resign(work, alice, 1)
        take_drafts(work)


def test_news_whose_handler_fails_is_not_marked_as_offered(
    town_with_game: Town, board_mails: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: BoardNews) -> Iterable[Player]:
        raise LookupError

    monkeypatch.setattr("pbm.notices.dispatch.HANDLERS", handlers_with_mails_to(fail))
    with work_in(town_with_game) as work:
        after = resign(work, town_with_game.player("alice"), 1)
        with suppress(LookupError):
            take_drafts(work)
        assert after.match.seq not in work.tx.matches.offered(1)


def test_a_letter_whose_news_is_not_dispatched_fails_as_a_whole(
    town_with_game: Town, board_mails: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = town_with_game.match()
    with monkeypatch.context() as patched:
        patched.setattr(Request, "told", lambda _: Answer(None))
        mails = town_with_game.answer(board_mails[0], "resign\n")
    assert kinds(mails) == ["failed"]
    assert town_with_game.match() == before
    with town_with_game.app.store.reading() as tx:
        assert "UntoldError" in tx.letters.list(LetterStatus.FAILED)[0].note
