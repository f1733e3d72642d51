"""Boards in a given position, brought in by the operator."""

from __future__ import annotations

from tests.end_to_end.process import ServerProcess

RECORD = """\
[Game "{spec}"]
[South "alice"]
[North "bob"]
[Date "2026.11.20"]
[Result "*"]
[Reason "*"]
[Setup "{setup}"]
"""


def import_position(server: ServerProcess, spec: str, drawn: str, side: str) -> None:
    """Board 1 between alice and bob, beside the running server; nobody is sent a mail."""
    record = server.data / "position.pgn"
    record.write_text(RECORD.format(spec=spec, setup=f"{'/'.join(drawn.split())} {side}"))
    imported = server.pbm("games", "import", str(record))
    assert imported.returncode == 0, imported.stderr
