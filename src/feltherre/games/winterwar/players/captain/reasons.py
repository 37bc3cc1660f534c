"""Why a unit goes where it goes, in plain words: the part of the score that gained most."""

from __future__ import annotations

from feltherre.core.text import Text, say
from feltherre.games.winterwar.players.captain.scores import Scores
from feltherre.games.winterwar.texts import hex_name


def why_move(scores: Scores, unit: int, here: int, hex_: int) -> Text:
    before, after = scores.parts(unit, here), scores.parts(unit, hex_)
    gains = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    best = max(gains, key=lambda name: gains[name])
    return say(f"winterwar.why.move.{best}", place=hex_name(hex_))
