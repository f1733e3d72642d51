"""The registry of handlers: functions that make mails for a class of news."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from pbm.notices.drafts import Draft
from pbm.play.news import News
from pbm.store.protocol import Transaction

N = TypeVar("N", bound=News)
Handler = Callable[[N, Transaction], Iterable[Draft]]
"""Handles a piece of news in its transaction, and returns the mails about it in order."""


class Handlers:
    """Handlers by class of news.

    A class may have several handlers. News is also handled by the handlers of its base classes.
    """

    def __init__(self) -> None:
        self._by_class: dict[type[News], dict[str, Handler[Any]]] = {}

    def handles(self, kind: type[N]) -> Callable[[Handler[N]], Handler[N]]:
        """Register the decorated function as the last handler of a class of news.

        :raises ValueError: if a function of that name is registered for the class already
        """

        def register(handler: Handler[N]) -> Handler[N]:
            there = self._by_class.setdefault(kind, {})
            name = f"{handler.__module__}.{handler.__qualname__}"
            if name in there:
                raise ValueError(f"{name} handles {kind.__name__} already")
            there[name] = handler
            return handler

        return register

    def drafts_for(self, news: News, tx: Transaction) -> Sequence[Draft]:
        """Call all handlers of a piece of news, and return their mails.

        :raises NotImplementedError: if there are no handlers
        """
        handlers = [
            each for kind in type(news).__mro__ for each in self._by_class.get(kind, {}).values()
        ]
        if not handlers:
            raise NotImplementedError(f"no handler for {type(news).__name__}")
        return [draft for handler in handlers for draft in handler(news, tx)]


HANDLERS = Handlers()
