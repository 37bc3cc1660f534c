"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.foreign import foreign_text
from feltherre.core.game import Game, Setup
from feltherre.core.text import say

#: how the names of scenario files end
FILES = (".yaml", ".yml")


def read_options(given: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE`, each once."""
    options: dict[str, str] = {}
    for option in given:
        name, separator, value = option.partition("=")
        if not separator or not name or name in options:
            raise BadInput(say("cli.bad.option", option=option))
        options[name] = value
    return options


def with_scenario(game: Game[Any], setup: Setup, given: str) -> Setup:
    """The set-up with `--scenario`: the name of one of the game's own, or a file that somebody has written."""
    if given in game.scenarios or not given.endswith(FILES):
        return replace(setup, scenario=given)
    file = Path(given)
    text = foreign_text(file)
    game.check_scenario(text, file.name)  # so that its faults are told with its name
    return replace(setup, scenario=game.scenario_id(text), scenario_file=text)
