"""The map names every package, and the README of a package each of its modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pbm

FOLDER = Path(pbm.__file__).parent
PACKAGES = sorted(
    each.parent for each in FOLDER.glob("*/__init__.py") if not each.parent.is_symlink()
)
DESCRIBED = [
    *PACKAGES,
    *sorted(each.parent for name in PACKAGES for each in name.glob("*/README.md")),
]
"""The packages, and the folders in them that are large enough for a README of their own."""


def rows(readme: Path) -> list[str]:
    """Return the names in the first column of a README's tables."""
    cells = re.findall(r"^\| (\[?`.*?) \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted(name for cell in cells for name in re.findall(r"`([^`]+)`", cell))


def modules(folder: Path) -> list[str]:
    found = [f"{each.parent.name}/" for each in folder.glob("*/__init__.py")]
    found += [each.name for each in folder.glob("*.py") if not each.name.startswith("__")]
    return sorted(found)


def test_the_map_names_every_package_once() -> None:
    assert rows(FOLDER / "README.md") == [f"{package.name}/" for package in PACKAGES]


def test_a_package_imports_what_the_map_says() -> None:
    """The contracts in ``pyproject.toml`` are about the same; this one is about the words."""
    map_ = (FOLDER / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| \[`(\w+)/`\].* \| ([^|]+) \|$", map_, re.MULTILINE)
    names = [name for name, _ in told]
    for name, may in told:
        assert imported(FOLDER / name) <= {name, *allowed(may, names)}, name


def imported(package: Path) -> set[str]:
    """The packages of pbm that a package imports, also for types alone."""
    sources = "".join(each.read_text(encoding="utf-8") for each in package.rglob("*.py"))
    found = re.findall(r"^\s*(?:from|import) pbm\.(\w+)", sources, re.MULTILINE)
    return {each for each in found if (FOLDER / each / "README.md").is_file()} - {
        "rules",
        "mail_templates",
    }


def allowed(may: str, names: list[str]) -> set[str]:
    """The packages that a cell means: ``base, core``, or ``up to `play`, except `smtp```."""
    if may in ("nothing", "everything"):
        return {*names} if may == "everything" else set()
    if not may.startswith("up to"):
        return {*may.split(", ")}
    last, *excepted = re.findall(r"`(\w+)`", may)
    return {*names[: names.index(last) + 1]} - {*excepted}


@pytest.mark.parametrize("package", DESCRIBED, ids=lambda package: package.name)
def test_the_readme_of_a_package_names_its_modules_once(package: Path) -> None:
    assert rows(package / "README.md") == modules(package)


@pytest.mark.parametrize("package", DESCRIBED, ids=lambda package: package.name)
def test_the_row_of_a_module_is_the_first_line_of_its_docstring(package: Path) -> None:
    told = re.findall(
        r"^\| `(.+)` \| (.+) \|$", (package / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert told == [(name, first_line(package / name)) for name, _ in told]


def first_line(module: Path) -> str:
    """Return the first line of a module's docstring, without the full stop."""
    file = module / "__init__.py" if module.is_dir() else module
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0].strip().removesuffix(".")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_the_readme_of_a_package_fits_on_a_screen(package: Path) -> None:
    assert len((package / "README.md").read_text(encoding="utf-8").splitlines()) <= 50
