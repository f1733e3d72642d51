"""The files for operators that come with the program: documents, units, settings, constraints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pbm

_SHIPPED = Path(pbm.__file__).parent / "shipped"


def write_shipped(folder: Path) -> Iterator[Path]:
    """Write the files below a folder, in place of older ones there. Yield the path of each.

    They get the paths that they have in the source, so that commands of the guide find them.

    :raises OSError: if a file cannot be written
    """
    for file in sorted(filter(Path.is_file, _SHIPPED.rglob("*"))):
        to = folder / file.relative_to(_SHIPPED)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(file.read_bytes())
        yield to
