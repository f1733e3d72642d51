"""The distributions in rules/plugins/, registered without an installer."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbm.core.games import use_plugins
from tests.walk import ROOT

FOLDER = ROOT / "rules" / "plugins"


@contextmanager
def offered(name: str, site: Path) -> Iterator[None]:
    """Offer the games of the distribution in the folder ``name``.

    site: an empty folder, in which it is noted as an installer would.
    """
    source = FOLDER / name
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    told = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(told)
    points = [f"{game} = {at}" for game, at in project["entry-points"]["pbm.games"].items()]
    (info / "entry_points.txt").write_text("\n".join(["[pbm.games]", *points]))
    paths = [str(site), str(source)]
    sys.path[:0] = paths
    try:
        use_plugins([project["name"]])
        yield
    finally:
        use_plugins(())
        for path in paths:
            sys.path.remove(path)
