"""Python imports this module before anything else in a server that a test has started.

If it hashes strings as all others do, it shares with them what takes long to make.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from tests.shared import SHARING, share_in


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        share_in(module)


class _Finder:
    """Finds the modules in which something is shared."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in SHARING:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(name, spec.origin)
        return spec


if not sys.flags.hash_randomization:
    sys.meta_path.insert(0, _Finder)
