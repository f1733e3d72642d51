"""Faster dataclasses, for values that a move makes or changes often.

With ``dataclasses.replace``, a move by mail, which changes 33 values, takes 3.7% more instructions
(12.3 instead of 11.9 million, counted by cachegrind). An audit, which changes a board and its match
twice for each event, takes 14% more CPU for gyges/classic (9 to 20%) and 33% more for
dvonn/standard (18 to 50%; seven interleaved pairs of runs, intervals of 95%).

A frozen dataclass sets its fields one by one with ``object.__setattr__``: 900 instructions for each
field. A move by mail makes 70 such values with 420 fields: 3% of its instructions.

Until Python 3.12, the ``cached_property`` of the library takes a lock: 0.5% of a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["cached_property", "quickly_made", "replace"]

T = TypeVar("T")

if TYPE_CHECKING:
    # For mypy, which knows these and checks the fields and their types.
    from dataclasses import replace
    from functools import cached_property
else:

    def replace(value: T, /, **changes: Any) -> T:
        """Return a copy of the value with some of its fields changed.

        Only for dataclasses without ``__slots__`` and ``__post_init__``.

        :raises TypeError: if the value has no such field
        """
        kind = type(value)
        made = object.__new__(kind)
        fields = made.__dict__
        fields.update(value.__dict__, **changes)
        if len(fields) > len(kind.__dataclass_fields__):
            _check(kind, fields, changes)
        return made

    def _check(kind: type, fields: dict[str, Any], changes: dict[str, Any]) -> None:
        known = kind.__dataclass_fields__.keys()
        if not changes.keys() <= known:
            raise TypeError(f"{kind.__name__} lacks one of these fields: {', '.join(changes)}")
        # Cached properties belong to the old value.
        for name in fields.keys() - known:
            del fields[name]

    class cached_property:  # noqa: N801 (used like a function)
        """A property that is computed when it is first read. Not for classes with ``__slots__``."""

        def __init__(self, computed: Callable[[Any], Any]) -> None:
            self._computed, self.__doc__ = computed, computed.__doc__

        def __set_name__(self, _: type, name: str) -> None:
            self._name = name

        def __get__(self, value: Any, _: type | None = None) -> Any:
            if value is None:
                return self
            found = value.__dict__[self._name] = self._computed(value)
            return found


def quickly_made(kind: type[T]) -> type[T]:
    """Let a frozen dataclass set all its fields at once when a value is made.

    Only for dataclasses without ``__slots__`` and ``__post_init__``.

    :raises TypeError: if the class has one of these
    """
    known: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type]
    odd = any(each.kw_only or not each.init for each in known)
    if odd or hasattr(kind, "__post_init__") or "__slots__" in vars(kind):
        raise TypeError(f"{kind.__name__} cannot set all its fields at once")
    named: dict[str, Any] = {"MISSING": MISSING}
    parameters = ["self", *(_parameter(each, named) for each in known)]
    values = ", ".join(f"{each.name!r}: {_value(each)}" for each in known)
    lines = [f"def __init__({', '.join(parameters)}):", f" self.__dict__.update({{{values}}})"]
    # Generated, as dataclasses do: a function with the fields by name is three times as fast as a
    # loop.
    exec("\n".join(lines), named)  # noqa: S102 (made of the names of fields)
    made = named["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__annotations__ = vars(kind)["__init__"].__annotations__
    type.__setattr__(kind, "__init__", made)
    return kind


def _parameter(each: Field[Any], named: dict[str, Any]) -> str:
    """The parameter of a field. named: gets the field's default, or the default's factory."""
    if each.default_factory is not MISSING:
        named[f"made_{each.name}"] = each.default_factory
        return f"{each.name}=MISSING"
    if each.default is MISSING:
        return each.name
    named[f"default_{each.name}"] = each.default
    return f"{each.name}=default_{each.name}"


def _value(each: Field[Any]) -> str:
    if each.default_factory is MISSING:
        return each.name
    return f"made_{each.name}() if {each.name} is MISSING else {each.name}"
