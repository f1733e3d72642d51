"""The operator's guides: their commands are run with a server, its settings and units checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pbm.app.config import TABLE, load
from pbm.base.setting import rows
from pbm.smtp.listener_limits import ListenerLimits
from scripts.neighbours.guide import GUIDES, file_in_guide
from tests import shared
from tests.console import blocks, run_every_command
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
TEXT = "\n".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
UNITS = sorted([*ROOT.glob("scripts/*.service"), *ROOT.glob("scripts/*.timer")])
MOST_EXPOSED = 1.5
DROP_INS = re.findall(r"^# /etc/(systemd/\S+\.d/\S+)$", TEXT, re.MULTILINE)

PBM = """\
#!/bin/sh
PBM_LISTEN=$(sed -n 's/^listening on //p' "{home}/log") && export PBM_LISTEN
exec "{python}" -m pbm --data "{home}/data" "$@"
"""
# Stops and starts the server as systemd does, and waits as systemctl does. Each start uses any free
# port.
SYSTEMCTL = """\
#!/bin/sh
case $1 in
stop) kill "$(cat "{home}/pid")" && while [ -e "{home}/pid" ]; do sleep 0.1; done ;;
start) : >"{home}/log"
    {{ "{home}/pbm" serve --listen 127.0.0.1:0 & echo $! >"{home}/pid"; wait; rm "{home}/pid"; }} \
        >"{home}/log" 2>&1 &
    until grep -q '^listening' "{home}/log"; do sleep 0.1; done ;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """A folder with ``pbm`` and ``systemctl``, where a server runs; and the environment of both."""
    for name, text in (("pbm", PBM), ("systemctl", SYSTEMCTL)):
        (tmp_path / name).write_text(text.format(python=sys.executable, home=tmp_path))
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {**shared.environ(), "PATH": path}
    systemctl = tmp_path / "systemctl"
    subprocess.run([systemctl, "start"], check=True, env=environment, timeout=PATIENCE)
    yield tmp_path, environment
    subprocess.run([systemctl, "stop"], check=True, timeout=PATIENCE)


@pytest.mark.slow
def test_every_command_of_the_guide_works(machine: tuple[Path, dict[str, str]]) -> None:
    folder, environment = machine
    run_every_command(TEXT.replace("/var/backups/pbm", str(folder)), folder, environment)


def test_the_settings_of_the_guide_are_settings(tmp_path: Path) -> None:
    (toml,) = blocks(TEXT, "toml")
    (tmp_path / "pbm.toml").write_text(toml)

    settings = load({"data": str(tmp_path)}, {})

    assert settings.domain == "games.example.org"
    assert str(settings.outgoing) == "smtp://127.0.0.1:25"


def test_the_settings_of_programs_are_settings(tmp_path: Path) -> None:
    (toml,) = re.findall(r"^\[programs\].*?(?=^```)", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "pbm.toml").write_text(toml)
    settings = load({"data": str(tmp_path)}, {})
    assert (settings.programs_on, settings.programs_name) == (True, "owl")
    assert str(settings.programs_delay) == "10s-120s"


@pytest.mark.parametrize(
    "toml", re.findall(r"^# /var/lib/pbm/pbm.toml.*?(?=^```)", TEXT, re.MULTILINE | re.DOTALL)
)
def test_the_settings_for_other_ways_in_are_settings(toml: str, tmp_path: Path) -> None:
    (tmp_path / "pbm.toml").write_text(toml)
    settings = load({"data": str(tmp_path)}, {})
    assert {each.split(" = ")[0] for each in toml.splitlines()[1:]} <= set(settings.sources)


def test_the_table_names_every_setting() -> None:
    """The listener's limits have a table of their own, tested with the listener."""
    section = TEXT.split("\n## Settings\n")[1].split("\n## ")[0]
    first_cells = "".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
    for name in TABLE.keys() - rows(ListenerLimits).keys():
        assert f"`{name}`" in first_cells
        assert not TABLE[name].option or f"`--{name}`" in first_cells


def test_the_guide_installs_every_unit() -> None:
    for unit in UNITS:
        assert unit.name in TEXT or f"{unit.stem}.*" in TEXT


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze"
)


def units_with(drop_ins: Sequence[str], folder: Path) -> list[Path]:
    """Copies of the units in a folder, with drop-ins of the guide."""
    units = [Path(shutil.copy(each, folder)) for each in UNITS]
    for name in drop_ins:
        file = folder / Path(name).relative_to("systemd/system")
        file.parent.mkdir()
        file.write_text(file_in_guide(name))
    return units


def faults_of(units: Sequence[Path]) -> tuple[int, list[str]]:
    """The exit status of systemd's verification, and what it says about our units."""
    ran = subprocess.run(
        ["systemd-analyze", "verify", *units], check=False, capture_output=True, text=True
    )
    return ran.returncode, [line for line in ran.stderr.splitlines() if "pbm" in line]


def exposure(unit: Path) -> tuple[float, str]:
    """How far systemd finds a unit exposed, and its reasons."""
    command = ["systemd-analyze", "security", "--offline=true", str(unit)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (level,) = re.findall(rf"exposure level for {unit.name}: ([0-9.]+)", told)
    return float(level), told


@needs_systemd
def test_the_units_can_be_loaded() -> None:
    assert faults_of(UNITS) == (0, [])


@needs_systemd
@pytest.mark.parametrize("name", DROP_INS)
def test_the_units_can_be_loaded_with_each_drop_in(name: str, tmp_path: Path) -> None:
    assert faults_of(units_with([name], tmp_path)) == (0, [])


@needs_systemd
def test_the_service_can_do_little_but_its_work() -> None:
    level, _ = exposure(ROOT / "scripts" / "pbm.service")
    assert level <= MOST_EXPOSED


@needs_systemd
def test_on_a_node_the_service_and_its_backup_reach_other_machines(tmp_path: Path) -> None:
    units = units_with([name for name in DROP_INS if name.endswith("/nodes.conf")], tmp_path)
    found = {unit.name: exposure(unit) for unit in units if unit.suffix == ".service"}
    assert found["pbm.service"][0] <= MOST_EXPOSED
    for name in ("pbm.service", "pbm-backup.service"):
        _, told = found[name]
        assert "IP address allow list with non-localhost entries" in told
        assert "✗ PrivateNetwork=" in told
