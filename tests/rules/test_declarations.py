"""The files ``.pxd`` by which modules of the rules can be compiled, compared with the modules.

``scripts/compiled.py`` compiles them. The tests need no compiler.
"""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import ModuleType

import pytest

from pbm import rules
from scripts.compiled import UNTYPED

HOME = Path(rules.__file__).parent
DECLARED = sorted(HOME.rglob("*.pxd"))
ARRAY = re.compile(r"^cdef [\w ]+ (\w+)\[(\d+)\]$", re.MULTILINE)
NUMBER = re.compile(r"^cdef [\w ]+ (\w+)$", re.MULTILINE)
FUNCTION = re.compile(r"^cp?def [\w ]+ (\w+)\(([^)]*)\)$", re.MULTILINE)


def module_of(declared: Path) -> ModuleType:
    parts = declared.relative_to(HOME.parent).with_suffix("").parts
    return import_module(".".join(parts))


def name_of(declared: Path) -> str:
    return declared.relative_to(HOME).as_posix()


def test_there_are_such_files() -> None:
    assert DECLARED


def test_the_modules_that_are_compiled_without_types_exist() -> None:
    assert [each for each in UNTYPED if not (HOME / each).is_file()] == []


@pytest.mark.parametrize("declared", DECLARED, ids=name_of)
def test_tables_are_as_long_as_declared(declared: Path) -> None:
    """A compiled table has this length, and nothing would check its limits."""
    module = module_of(declared)
    for name, length in ARRAY.findall(declared.read_text("utf-8")):
        table = getattr(module, name)
        assert len(table) == int(length)
        assert all(0 <= each < 1 << 64 for each in table)


@pytest.mark.parametrize("declared", DECLARED, ids=name_of)
def test_numbers_fit_64_bits(declared: Path) -> None:
    module = module_of(declared)
    for name in NUMBER.findall(declared.read_text("utf-8")):
        assert 0 <= getattr(module, name) < 1 << 64


@pytest.mark.parametrize("declared", DECLARED, ids=name_of)
def test_functions_have_the_parameters_that_are_declared(declared: Path) -> None:
    module = module_of(declared)
    for name, parameters in FUNCTION.findall(declared.read_text("utf-8")):
        names = [each.split()[-1] for each in parameters.split(",") if each.strip()]
        assert names == [*signature(getattr(module, name)).parameters], name
