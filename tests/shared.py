"""What the processes of a test run share, so that one of them makes it and the others read it.

pytest runs tests in several processes, and many tests start servers. Each of them would compile
the templates of mails and learn from thousands of examples, which takes 2 s of CPU.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from functools import cache
from hashlib import md5
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest

_FOLDER = "TESTS_SHARED_FOLDER"
"""The environment variable with the folder. A run of its own, in a test, has another folder."""

T = TypeVar("T")


def begin(config: pytest.Config) -> None:
    """Make the folder of a run, unless this is a process that another one has started for it."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="pbm-tests-")
        os.environ[_FOLDER] = folder.name
        config.add_cleanup(folder.cleanup)


def once(name: str, make: Callable[[], T]) -> Callable[[], T]:
    """Return a function whose value is made by the first process of the run that asks for it."""

    @cache
    def made() -> T:
        if _FOLDER not in os.environ:
            return make()
        # A copy of the tree that a test changes may make something else.
        tree = md5(str(Path(__file__)).encode()).hexdigest()
        file = Path(os.environ[_FOLDER], f"{name}-{tree}")
        with file.with_suffix(".lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not file.exists():
                file.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))
        found: T = pickle.loads(file.read_bytes())
        return found

    return made


def share(patch: pytest.MonkeyPatch) -> None:
    """Let this process use what others have made, and let them use what it makes."""
    # Imported here: tests/conftest.py imports this module before bytecode may be written.
    from jinja2 import Environment, FileSystemBytecodeCache  # noqa: PLC0415

    from pbm.inbox.understanding import examples  # noqa: PLC0415

    patch.setattr(examples, "_counts", once("examples", examples._counts))
    if _FOLDER not in os.environ:
        return
    # Jinja looks at a hash of the template's text, so a template that a test changes is compiled.
    compiled = FileSystemBytecodeCache(os.environ[_FOLDER])
    init = Environment.__init__

    def with_cache(self: Environment, *args: Any, **options: Any) -> None:
        init(self, *args, **{"bytecode_cache": compiled, **options})

    patch.setattr(Environment, "__init__", with_cache)
