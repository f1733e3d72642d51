"""What the processes of a test run share, so that one of them makes it and the others read it.

pytest runs tests in several processes, and many tests start servers. Each of them would compile
the templates of mails and learn from thousands of examples, which takes 2 s of CPU.
"""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fcntl import LOCK_EX, flock
from functools import cache
from hashlib import md5
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    # Servers that tests start import this module, but not these.
    import pytest

_FOLDER = "TESTS_SHARED_FOLDER"
"""The environment variable with the folder. A run of its own, in a test, has another folder."""

_STARTED = Path(__file__).with_name("started")
"""The folder of the module that Python imports first in a process that a test has started."""

_MADE: Mapping[str, Sequence[str]] = {
    "pbm.inbox.line.guessed_language": ["_own_words"],
    "pbm.inbox.understanding.lexicon": ["lexicon"],
    "pbm.notices.phrases": ["_runs_of_ours", "_long_words"],
}
"""The functions whose values are shared, by their modules."""

_TEMPLATES = "jinja2.environment"

SHARING = frozenset({*_MADE, _TEMPLATES})
"""The modules in which something is shared."""

T = TypeVar("T")


def begin(config: pytest.Config) -> None:
    """Make the folder of a run, unless this is a process that another one has started for it."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="pbm-tests-")
        os.environ[_FOLDER] = folder.name
        config.add_cleanup(folder.cleanup)


def environ() -> Mapping[str, str]:
    """The environment of a server that is started with Python, and shares what takes long to make.

    Among that are hashes of strings, so all such servers hash strings in the same way.
    """
    paths = (str(_STARTED), str(_STARTED.parents[1]), os.environ.get("PYTHONPATH"))
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONHASHSEED": "0",
    }


def once(name: str, make: Callable[..., T]) -> Callable[..., T]:
    """Return a function whose value is made by the first process of the run that asks for it."""

    @cache
    def made(*args: str) -> T:
        if _FOLDER not in os.environ:
            return make(*args)
        # A copy of the tree that a test changes may make something else.
        tree = md5(str(Path(__file__)).encode()).hexdigest()
        file = Path(os.environ[_FOLDER], "-".join([name, *args, tree]))
        with Path(f"{file}.lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not file.exists():
                return _kept(make(*args), file)
        found: T = _read(file)
        return found

    return made


def _kept(value: T, file: Path) -> T:
    """Keep the value for other processes, unless this one may not write it.

    It may be killed at any moment, so the file is whole as soon as it has its name.
    """
    with suppress(OSError):
        half = Path(f"{file}.half")
        half.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        half.replace(file)
    return value


def _read(file: Path) -> Any:
    """Read a value without looking for garbage, which takes several times as long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return pickle.loads(file.read_bytes())
    finally:
        if was_enabled:
            gc.enable()


def share(patch: pytest.MonkeyPatch) -> None:
    """Let this process use what others have made, and let them use what it makes.

    Most of its modules are loaded already, and have what the other functions have made.
    """
    from jinja2 import environment  # noqa: PLC0415

    share_in(environment, patch.setattr)


def share_in(module: ModuleType, change: Callable[[Any, str, Any], None] = setattr) -> None:
    """Share what a module makes. change: sets an attribute."""
    for name in _MADE.get(module.__name__, ()):
        change(module, name, once(f"{module.__name__}.{name}", getattr(module, name)))
    if module.__name__ == _TEMPLATES and _FOLDER in os.environ:
        _share_templates(module.Environment, change)


def _share_templates(environment: Any, change: Callable[[Any, str, Any], None]) -> None:
    from jinja2.bccache import FileSystemBytecodeCache  # noqa: PLC0415

    init = environment.__init__

    def with_cache(self: Any, *args: Any, **options: Any) -> None:
        # Jinja looks at a hash of the template's text, so a template that a test changes is
        # compiled.
        compiled = FileSystemBytecodeCache(os.environ[_FOLDER])
        init(self, *args, **{"bytecode_cache": compiled, **options})

    change(environment, "__init__", with_cache)
