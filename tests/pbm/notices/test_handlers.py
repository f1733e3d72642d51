"""Who hears of news: everybody who registered, in that order, and each once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pbm.notices.drafts import Draft
from pbm.notices.handlers import Handlers
from pbm.notices.kinds import MailKind
from pbm.play.news import News
from pbm.store.protocol import Transaction
from tests.pbm.store.memory.engine import MemoryStore

NEWS = News(None)


class OtherNews(News):
    pass


def mail(to: str) -> Draft:
    return Draft(to, MailKind.WELCOME)


@pytest.fixture
def handlers() -> Handlers:
    made = Handlers()

    @made.handles(News)
    def first(_news: News, _tx: Transaction) -> Iterable[Draft]:
        yield mail("first")

    @made.handles(News)
    def second(_news: News, _tx: Transaction) -> Iterable[Draft]:
        return [mail("second"), mail("third")]

    return made


def readers(handlers: Handlers, news: News) -> list[object]:
    with MemoryStore().transaction() as tx:
        return [draft.to for draft in handlers.drafts_for(news, tx)]


def test_all_hear_news_in_the_order_in_which_they_registered(handlers: Handlers) -> None:
    assert readers(handlers, NEWS) == ["first", "second", "third"]


def test_news_of_a_subclass_is_heard_by_those_of_its_bases_too(handlers: Handlers) -> None:
    @handlers.handles(OtherNews)
    def other(_news: OtherNews, _tx: Transaction) -> Iterable[Draft]:
        return [mail("other")]

    assert readers(handlers, OtherNews(None)) == ["other", "first", "second", "third"]
    assert readers(handlers, NEWS) == ["first", "second", "third"]


def test_nobody_registers_twice() -> None:
    handlers = Handlers()

    def hear(_news: News, _tx: Transaction) -> Iterable[Draft]:
        return ()

    handlers.handles(News)(hear)
    with pytest.raises(ValueError, match="hear handles News already"):
        handlers.handles(News)(hear)


def test_news_that_nobody_hears_is_a_fault() -> None:
    with pytest.raises(NotImplementedError):
        readers(Handlers(), NEWS)
