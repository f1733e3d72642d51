"""The plies of a board from its snapshot; earlier ones are replayed on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from pbm.base.values import cached_property
from pbm.core.games import Ply

AnyPly = Ply[Any, Any]


class Plies(Sequence[AnyPly]):
    """A sequence of plies that replays the first ``earlier`` ones only when one is asked for.

    Most moves need no earlier plies. recall: replays and returns these.
    """

    def __init__(
        self,
        earlier: int,
        recall: Callable[[], Sequence[AnyPly]],
        later: tuple[AnyPly, ...] = (),
    ) -> None:
        self._earlier, self._recall, self._later = earlier, recall, later

    def __len__(self) -> int:
        return self._earlier + len(self._later)

    @overload
    def __getitem__(self, index: int) -> AnyPly: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[AnyPly, ...]: ...

    def __getitem__(self, index: int | slice) -> AnyPly | tuple[AnyPly, ...]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._all[places] if places < self._earlier else self._later[self._since(places)]
        if places and min(places) < self._earlier:
            return self._all[index]
        return tuple(self._later[self._since(place)] for place in places)

    def __add__(self, more: tuple[AnyPly, ...]) -> Plies:
        return Plies(self._earlier, self._recall, self._later + more)

    def _since(self, place: int) -> int:
        return place - self._earlier

    @cached_property
    def _all(self) -> tuple[AnyPly, ...]:
        return (*self._recall(), *self._later)
