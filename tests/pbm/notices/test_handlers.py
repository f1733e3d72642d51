"""The registry of handlers: all are called, in the order of their registration."""

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


def test_all_handlers_are_called_in_the_order_of_registration(handlers: Handlers) -> None:
    assert readers(handlers, NEWS) == ["first", "second", "third"]


def test_news_is_also_handled_by_the_handlers_of_its_base_classes(handlers: Handlers) -> None:
    @handlers.handles(OtherNews)
    def other(_news: OtherNews, _tx: Transaction) -> Iterable[Draft]:
        return [mail("other")]

    assert readers(handlers, OtherNews(None)) == ["other", "first", "second", "third"]
    assert readers(handlers, NEWS) == ["first", "second", "third"]


def test_a_function_is_registered_once_for_a_class() -> None:
    handlers = Handlers()

    def handle(_news: News, _tx: Transaction) -> Iterable[Draft]:
        return ()

    handlers.handles(News)(handle)
    with pytest.raises(ValueError, match="handle handles News already"):
        handlers.handles(News)(handle)


def test_news_without_a_handler_is_an_error() -> None:
    with pytest.raises(NotImplementedError):
        readers(Handlers(), NEWS)
