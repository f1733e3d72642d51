"""Breaks each rule in turn and prints how its test ends; to be run in a copy of the tree.

A forked process breaks the rule: pytest is loaded only once, and the rules again in each process.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import hypothesis  # noqa: F401 (loaded here, as pytest is, and not by each process)
import pytest

from tests.mutations import replace_source

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "pbm" / "rules"
MUTATIONS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (HERE / "mutations.toml").read_text(encoding="utf-8")
)
INTACT = "intact"


def main() -> None:
    whole = sorted({mutation["test"].partition("::")[0] for mutation in MUTATIONS.values()})
    statuses = {INTACT: status_of(*whole)}
    for rule, mutation in MUTATIONS.items():
        path = RULES / mutation["file"]
        source = path.read_text(encoding="utf-8")
        replace_source(path, source.replace(mutation["was"], mutation["becomes"]))
        statuses[rule] = status_of(mutation["test"])
        replace_source(path, source)
    print(json.dumps(statuses))


def status_of(*tests: str) -> int:
    """The exit status of pytest for these tests, in a process of its own."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os._exit(
            pytest.main(["-q", "-p", "no:cacheprovider", *(str(HERE / each) for each in tests)])
        )
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    main()
