"""Who hears of a kind of news, in the transaction in which it happens: functions by its class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from pbm.notices.drafts import Draft
from pbm.play.news import News
from pbm.store.protocol import Transaction

N = TypeVar("N", bound=News)
Handler = Callable[[N, Transaction], Iterable[Draft]]
"""Reacts to news, and returns the mails that tell of it, in the order in which they leave."""


class Handlers:
    """Several may hear one class of news; a subclass is heard by those of its bases, too."""

    def __init__(self) -> None:
        self._by_class: dict[type[News], dict[str, Handler[Any]]] = {}

    def hears(self, kind: type[N]) -> Callable[[Handler[N]], Handler[N]]:
        """Register a function for a class of news, behind those that hear it already.

        :raises ValueError: if a function of that name does
        """

        def register(handler: Handler[N]) -> Handler[N]:
            there = self._by_class.setdefault(kind, {})
            name = f"{handler.__module__}.{handler.__qualname__}"
            if name in there:
                raise ValueError(f"{name} hears {kind.__name__} already")
            there[name] = handler
            return handler

        return register

    def drafts_for(self, news: News, tx: Transaction) -> Sequence[Draft]:
        """The mails about it, once everybody has heard it.

        :raises NotImplementedError: if nobody hears such news
        """
        handlers = [
            each for kind in type(news).__mro__ for each in self._by_class.get(kind, {}).values()
        ]
        if not handlers:
            raise NotImplementedError(f"nobody hears {type(news).__name__}")
        return [draft for handler in handlers for draft in handler(news, tx)]


HANDLERS = Handlers()
