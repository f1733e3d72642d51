"""The limits of a program in the sandbox, tried from inside."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from pbm.programs import sandbox
from pbm.programs.external import sandboxed
from pbm.programs.sandbox import Sandbox, as_nobody
from tests.pbm.programs.engines import files_of_processes, misbehaving, needs_sandbox, python

pytestmark = needs_sandbox

MEMORY, THREADS = 256, 4

PROBE = """
import ctypes, json, os, resource, socket, sys
from pathlib import Path

port, hidden = int(sys.argv[1]), sys.argv[2]

def fails(deed):
    try:
        deed()
    except (OSError, MemoryError, ValueError) as error:
        return type(error).__name__
    return ""

def fork():
    for _ in range(100):
        if os.fork() == 0:
            import time
            time.sleep(60)

def makes_namespaces():
    return ctypes.CDLL(None).unshare(0x10000000) == 0  # CLONE_NEWUSER

def open_descriptors():
    return [each for each in range(3, 256) if not fails(lambda: os.fstat(each))]

places = ["/", "/tmp", "/dev", "/dev/shm", "/etc", "/usr", "/var/tmp", os.path.dirname(__file__)]
print(json.dumps({
    "environment": sorted(os.environ.keys() - {"PWD", "LC_CTYPE"}),
    "descriptors": open_descriptors(),
    "network": fails(lambda: socket.create_connection(("127.0.0.1", port), 2)),
    "hidden": os.path.exists("/" + hidden),
    "home": os.path.exists("/home") or os.path.exists("/root") or os.path.exists("/proc/1"),
    "passwords": os.path.exists("/etc/passwd"),
    "written": [p for p in places if not fails(lambda: Path(p, "x").write_bytes(b"x"))],
    "memory": fails(lambda: bytearray(512 * 1024 * 1024)),
    "forks": fails(fork),
    "raises": fails(lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1))),
    "namespaces": makes_namespaces(),
    "pid": os.getpid(),
}))
"""


@pytest.fixture
def seen(public_folder: Path) -> dict[str, Any]:
    """The report of a program in the sandbox on what it can see and do."""
    script, hidden = public_folder / "probe.py", public_folder / "data"
    script.write_text(PROBE)
    hidden.mkdir()
    interpreter, reads = python()
    with socket.create_server(("127.0.0.1", 0)) as listener, (hidden / "x").open("w") as inherited:
        port = listener.getsockname()[1]
        ran = subprocess.run(
            Sandbox(MEMORY, THREADS, 10, tuple(reads)).around(
                [interpreter, "-I", str(script), str(port), str(hidden)[1:]]
            ),
            check=True,
            capture_output=True,
            env={"SECRET": "x", "PATH": "/usr/bin:/bin"},
            **as_nobody(),
        )
        assert not inherited.closed
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_it_is_alone(seen: dict[str, Any]) -> None:
    assert seen["environment"] == []
    assert seen["descriptors"] == []
    assert seen["network"] == "ConnectionRefusedError"
    assert seen["pid"] < 10


def test_it_sees_no_files_but_the_systems_and_its_own(seen: dict[str, Any]) -> None:
    assert not seen["hidden"]
    assert not seen["home"]
    assert not seen["passwords"]
    assert seen["written"] == []


def test_its_limits_hold(seen: dict[str, Any]) -> None:
    assert seen["memory"] == "MemoryError"
    assert seen["forks"] == "BlockingIOError"
    assert seen["raises"]


def test_it_makes_no_namespaces(seen: dict[str, Any]) -> None:
    if not sandbox.without_namespaces():
        pytest.skip("this bubblewrap cannot forbid them; 0.8 and newer ones can")
    assert not seen["namespaces"]


def test_nobody_sees_our_environment_beside_it(
    public_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_STORE", "postgresql://alice:secret@/pbm")
    silent = misbehaving(public_folder, "silent")
    program = sandboxed(silent.command, silent.sandbox, lambda: False)
    try:
        program.say("ugi", monotonic() + 10)
        program.answer("ugiok", monotonic() + 10)
        seen = files_of_processes(public_folder, "environ")
        assert len(seen) > 1 and not [each for each in seen if "secret" in each]
    finally:
        program.close()


@pytest.mark.parametrize("tool", ["bwrap", "prlimit"])
def test_without_its_tools_there_is_no_sandbox(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == tool else found(name))
    assert tool in sandbox.fault()
