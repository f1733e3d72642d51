"""What a player may choose for himself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.dialogue.access import Access
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft, Grant
from pbm.model import Player, Purpose

# Each option with its values; the first is what holds until a player chooses.
OPTIONS: Mapping[str, Sequence[str]] = {
    "board": ("grid", "compact", "list"),
    "passwords": ("on", "off"),
    "automove": ("off", "on"),
}


@command("set", "u p [OPTION] [VALUE]", access=Access.PLAYER)
def set_option(request: Request) -> Answer:
    """Choose how boards are drawn, whether your password is accepted, and other settings.

    set board grid, compact or list (in words, for screen readers); set passwords on or off;
    set automove on plays a move of yours at once when no other is legal, from your next turn on.
    Without an option the answer shows what is set.
    """
    player = request.player
    name, value = request.args.word("option").casefold(), request.args.word("value").casefold()
    if name:
        _check(name, value)
        request.tx.players.set_settings(player.id, {**player.settings, name: value})
        player = request.tx.players.get(player.id)
    facts = {"options": _options(player), "changed": f"{name} {value}" if name else ""}
    return Answer(Draft(player, "settings", facts, grant=Grant(Purpose.ACCOUNT, player.id)))


def chosen(player: Player, name: str) -> str:
    """The value that a player chose, or the one that holds until he does."""
    return player.settings.get(name, OPTIONS[name][0])


def _check(name: str, value: str) -> None:
    """:raises Refusal: if there is no such option, or it has no such value."""
    if name not in OPTIONS:
        raise Refusal("unknown_setting", name=name[:30], known=", ".join(OPTIONS))
    if value not in OPTIONS[name]:
        raise Refusal("unknown_value", name=name, known=", ".join(OPTIONS[name]))


def _options(player: Player) -> list[dict[str, str]]:
    return [
        {"name": name, "value": chosen(player, name), "choices": ", ".join(values)}
        for name, values in OPTIONS.items()
    ]
