"""Numbers of boards, letters and mails as arguments."""

from __future__ import annotations

from typing import Any

import click

from pbm.core.model import LARGEST_ID


class Number(click.IntRange):
    """A number that a store can look for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = int(super().convert(value, param, ctx))
        if number > LARGEST_ID:
            self.fail(f"{number} is too large", param, ctx)
        return number
