"""Checks of external engines: whether they answer in a sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from pbm.admin.check import Check, Level
from pbm.app.config import Settings
from pbm.app.externals import ExternalEngine, speaks
from pbm.programs import sandbox
from pbm.programs.opponents import ForfeitError


def examine_engines(settings: Settings) -> Iterator[Check]:
    """Check that each external engine answers in the sandbox."""
    engines = settings.programs_external.engines if settings.programs_on else ()
    why = sandbox.fault() if engines else ""
    if why:
        advice = "install bubblewrap and let this user make user namespaces, or remove the engines"
        yield Check("engines", f"no external engine takes part: {why}", advice, Level.WARN)
        return
    for engine in engines:
        yield _engine(engine)


def _engine(engine: ExternalEngine) -> Check:
    name = f"engine {engine.userid}"
    try:
        speaks(engine)
    except ForfeitError as failure:
        return Check(name, str(failure), "correct its command, or remove it", Level.WARN)
    return Check(name, f"answers, and plays {', '.join(engine.rulesets)}")
