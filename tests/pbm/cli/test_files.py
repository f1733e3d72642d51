"""``pbm files``: what comes with the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from pbm.app.config import load
from scripts.neighbours.guide import GUIDES, INSTALL
from tests.console import blocks
from tests.pbm.cli.program import pbm
from tests.test_operating import ROOT, TEXT, UNITS


def test_the_files_have_the_paths_and_the_contents_of_the_source(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    written = [Path(line) for line in pbm("files", str(folder)).stdout.splitlines()]
    assert sorted(written) == sorted(filter(Path.is_file, folder.rglob("*")))
    written.remove(folder / "pbm.8")
    for file in written:
        assert file.read_bytes() == (ROOT / file.relative_to(folder)).read_bytes()
    names = {each.name for each in written}
    assert names >= {unit.name for unit in UNITS}
    assert names >= {"SECURITY.md", "CHANGELOG.md", "constraints.txt"}
    assert names >= {guide.name for guide in (*GUIDES, INSTALL)}


def test_files_of_an_older_version_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "SECURITY.md").write_text("old")
    pbm("files", str(tmp_path))
    assert (tmp_path / "SECURITY.md").read_bytes() == (ROOT / "SECURITY.md").read_bytes()


def test_the_example_settings_are_those_of_the_guide(tmp_path: Path) -> None:
    example = (ROOT / "scripts" / "pbm.toml").read_text()
    assert blocks(TEXT, "toml") == [example.partition("\n")[2]]
    (tmp_path / "pbm.toml").write_text(example)
    assert load({"data": str(tmp_path)}, {}).domain == "games.example.org"


def test_the_man_page_tells_of_every_command(tmp_path: Path) -> None:
    pbm("files", str(tmp_path))
    page = (tmp_path / "pbm.8").read_text(encoding="utf-8")
    told = set(re.findall(r"^\.SS pbm (\S+)", page, re.MULTILINE))
    assert told >= {"serve", "setup", "doctor", "mailbox", "games"}
    assert not re.search(r"^\.(?!TH|SH|SS|PP|TP|B )", page, re.MULTILINE)
    if shutil.which("groff"):
        command = ["groff", "-man", "-ww", "-Tutf8", "-z", str(tmp_path / "pbm.8")]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        assert ran.stderr == ""
