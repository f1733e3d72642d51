"""Frozen values with some of their fields changed, where a letter or an audit changes many.

``dataclasses.replace`` serves elsewhere. It would cost a move by mail, which changes 33 values,
3.7% more instructions (12.3 for 11.9 million, counted by cachegrind), and an audit, which changes a
board and its match twice an event, 14% more CPU for gyges/classic (9 to 20%) and 33% more for
dvonn/standard (18 to 50%; seven interleaved pairs of runs, intervals of 95%).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["replace"]

T = TypeVar("T")

if TYPE_CHECKING:
    # mypy knows the fields of that one, and what they may hold.
    from dataclasses import replace
else:

    def replace(value: T, /, **changes: Any) -> T:
        """``dataclasses.replace`` for values that keep their fields in ``__dict__`` and have no
        ``__post_init__``.

        :raises TypeError: if there is no such field
        """
        kind = type(value)
        made = object.__new__(kind)
        fields = vars(made)
        fields.update(vars(value))
        fields.update(changes)
        if len(fields) > len(kind.__dataclass_fields__):
            _check(kind, fields, changes)
        return made

    def _check(kind: type, fields: dict[str, Any], changes: dict[str, Any]) -> None:
        known = kind.__dataclass_fields__.keys()
        if not changes.keys() <= known:
            raise TypeError(f"{kind.__name__} has not all of these: {', '.join(changes)}")
        # What a cached property has left there belongs to the old value.
        for name in fields.keys() - known:
            del fields[name]
