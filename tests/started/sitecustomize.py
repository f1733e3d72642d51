"""Python imports this module before anything else in a server that a test has started.

If it hashes strings as all others do, it shares with them what takes long to make. Its mails wait
for their painter, however busy the machine is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from tests.patience import PATIENCE
from tests.shared import SHARING, share_in

_LATE_MAILS = "pbm.app.late_mails"
_NAMES = {_LATE_MAILS, *(() if sys.flags.hash_randomization else SHARING)}


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if module.__name__ == _LATE_MAILS:
            module.__dict__["PATIENCE_SECONDS"] = PATIENCE
        else:
            share_in(module)


class _Finder:
    """Finds the modules in which something is shared or replaced."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _NAMES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(name, spec.origin)
        return spec


sys.meta_path.insert(0, _Finder)
