"""``python -m pbm``, where the program ``pbm`` is not installed."""

from __future__ import annotations

from pbm.cli import main

if __name__ == "__main__":
    main(prog_name="pbm")
