"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.errors import BadInput
from feltherre.core.text import say


def read_options(given: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE`, each once."""
    options: dict[str, str] = {}
    for option in given:
        name, separator, value = option.partition("=")
        if not separator or not name or name in options:
            raise BadInput(say("cli.bad.option", option=option))
        options[name] = value
    return options
