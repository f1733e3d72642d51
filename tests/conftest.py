"""Settings of Python and Hypothesis and the order of tests, for all tests."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

# Many containers set this variable. With it, every process of a run would compile all tests, which
# takes 12 s of CPU, and every server that a test starts would compile pbm.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Servers in tests start faster without programs; tests that need programs switch them on.
os.environ.setdefault("PBM_PROGRAMS_ON", "off")
sys.dont_write_bytecode = False


SLOW_TREES = (
    *("contests", "end_to_end", "faults", "packaging", "scripts"),
    *(
        "pbm/admin/test_store_copy.py",
        "pbm/app/test_several_nodes.py",
        "pbm/app/test_when_needed.py",
    ),
    *("pbm/cli/test_backup.py", "pbm/cli/test_deliver.py", "pbm/cli/test_puzzles.py"),
    "pbm/inbox/letter/test_sentences.py",
    *("pbm/inbox/letter/test_words.py", "pbm/notices/test_in_a_browser.py"),
    *("pbm/notices/test_spam.py", "pbm/security/test_bombing.py"),
    *("pbm/notices/page/test_colours.py", "pbm/security/test_slow_letters.py", "pbm/site/browser"),
    *("pbm/site/test_killed.py", "pbm/site/test_pages_of_games.py"),
    *("pbm/site/test_validity.py", "pbm/site/test_writing.py"),
    *("pbm/store/postgresql", "trials"),
)
"""What starts servers, browsers, PostgreSQL or programs, and whole sites or sets of mails.

All tests below these count as slow, and are imported only with the slow ones, or if they are named.
"""

HERE = Path(__file__).parent
WITHOUT_SLOW = "not slow"

FEW_EXAMPLES, EXAMPLES = 20, 100
"""How many examples Hypothesis tries for a test when the slow tests are omitted, and otherwise."""


def pytest_configure(config: pytest.Config) -> None:
    """Let each run of Hypothesis try the same examples, so that none fails by chance; ``pytest
    --hypothesis-profile=searching`` tries others.

    Other programs slow the machine down, so the time that an example takes proves nothing.
    """
    # If Hypothesis were imported above, its 84 modules would be compiled before bytecode may be
    # written.
    from hypothesis import HealthCheck, settings  # noqa: PLC0415

    from tests import shared  # noqa: PLC0415

    shared.begin(config)
    without_slow = _is_without_slow(config)
    for name, derandomize in (("same", True), ("searching", False)):
        settings.register_profile(
            name,
            deadline=None,
            derandomize=derandomize,
            max_examples=FEW_EXAMPLES if without_slow else EXAMPLES,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile("same")


def _is_without_slow(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == WITHOUT_SLOW)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave slow trees out of a run without slow tests, unless somebody names them or a part."""
    if not _is_without_slow(config) or not _is_slow_tree(collection_path):
        return None
    named = (Path(config.invocation_params.dir, each.split("::")[0]) for each in config.args)
    is_named = any(each.is_relative_to(collection_path) or _is_slow_tree(each) for each in named)
    return None if is_named else True


def _is_slow_tree(path: Path) -> bool:
    return any(path.is_relative_to(HERE / tree) for tree in SLOW_TREES)


def pytest_addoption(parser: pytest.Parser) -> None:
    engines = ("sqlite", "postgresql")
    parser.addoption("--store", choices=engines, default="sqlite", help="the engine of towns")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Exempt collected tests from garbage collection: measured, that takes 2 s of CPU during
    collection, and a fourteenth of the time of the tests.

    Tests leave little garbage, so it is looked for seldom: with Python's thresholds that took
    another twentieth.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)
        gc.enable()


def pytest_sessionfinish() -> None:
    """Look for no garbage at the end, as pytest and Python would do several times: even of few
    tests that takes each process of a run 0.4 s."""
    gc.freeze()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of slow trees before pytest selects tests by their marks."""
    if not _is_without_slow(item.config) and _is_slow_tree(item.path):
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start with slow tests, so that all processes of a parallel run end at the same time.

    Omit the rows that are contained in slow ones which run. The slow rows of a test that contains
    others are all selected or none is, unless somebody names one.
    """
    whole = {_test(each) for each in items if _is(each, "slow") and not _is(each, "contained")}
    omitted = [each for each in items if _is(each, "contained") and _test(each) in whole]
    if omitted:
        config.hook.pytest_deselected(items=omitted)
        gone = set(omitted)
        items[:] = [each for each in items if each not in gone]
    items.sort(key=lambda item: not _is(item, "slow"))


def _is(item: pytest.Item, marker: str) -> bool:
    return item.get_closest_marker(marker) is not None


def _test(item: pytest.Item) -> tuple[object, str]:
    """The test that the item is a row of."""
    return item.parent, getattr(item, "originalname", item.name)


_numbers = count()


@pytest.fixture
def tmp_path(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A folder for the test alone, like pytest's; it stays if the test fails.

    To number it, pytest looks at the folders of all tests before: in a run of thousands that takes
    longer than many tests. And it keeps the folders of three runs: to remove them that late, when
    they are on the disk, takes several times as long as at the end of their test.
    """
    name = re.sub(r"\W", "_", request.node.name)[:25]
    made = tmp_path_factory.mktemp(f"{name}{next(_numbers)}", numbered=False)
    failed = request.session.testsfailed
    yield made
    if request.session.testsfailed == failed:
        shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user of the machine can read, unlike ``tmp_path``."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)
