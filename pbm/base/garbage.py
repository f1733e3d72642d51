"""Memory that stays until the process ends, which no search for garbage need look at."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Neither search for garbage while something is loaded, nor later in what has been loaded.

    Measured: the phrases of all languages are read in 0.30 s instead of 0.44; an audit of 60 games
    takes 0.36 s instead of 0.39; each full search in a worker would take 30 to 45 ms.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
