"""The example of the guide for authors keeps the contract that the guide states."""

from __future__ import annotations

import re
import tomllib

from tests.pbm.cli.program import pbm
from tests.pbm.plugins.made import Plugin
from tests.walk import ROOT

GUIDE = (ROOT / "rules" / "plugins" / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def test_the_example_passes_every_check(plugin: Plugin) -> None:
    (code,), (project, facts) = blocks("python"), blocks("toml")
    points = tomllib.loads(project)["project"]["entry-points"]["pbm.games"]
    assert points == {"nimble": "pbm_nimble:Nimble"}  # as the fixture registers it
    (plugin.package / "__init__.py").write_text(code)
    (plugin.package / "nimble.toml").write_text(facts)
    plugin.use()
    result = pbm("rules", "verify", "nimble")
    assert "FAILED" not in result.stdout
    assert result.exit_code == 0
