from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from pbm.cli.tables import echo_rows

ROWS = [
    {"board": 7, "players": ("alice", "bob"), "result": None},
    {"board": 12, "players": ("bob", "zoë"), "result": "1-0"},
]


def test_columns_are_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    echo_rows(ROWS, as_json=False)
    assert capsys.readouterr().out == "7   alice bob  -\n12  bob zoë    1-0\n"


def test_json_is_one_array_of_objects(capsys: pytest.CaptureFixture[str]) -> None:
    echo_rows([*ROWS, {"board": 13, "at": datetime(2026, 11, 20, tzinfo=UTC)}], as_json=True)
    first, _, third = json.loads(capsys.readouterr().out)
    assert first == {"board": 7, "players": ["alice", "bob"], "result": None}
    assert third["at"] == "2026-11-20T00:00:00+00:00"


@pytest.mark.parametrize(("as_json", "shown"), [(False, ""), (True, "[]\n")])
def test_an_empty_list(as_json: bool, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    echo_rows([], as_json)
    assert capsys.readouterr().out == shown
