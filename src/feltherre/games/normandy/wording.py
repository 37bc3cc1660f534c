"""What an answer does, as a sentence for whoever gives it and in the one-line notation."""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.core.notation import Notation
from feltherre.core.sentences import Sentences
from feltherre.core.text import Text, say
from feltherre.games.normandy import actions, board, maps, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, ground_in, left
from feltherre.games.normandy.tables import amount
from feltherre.hexgame import actions as common
from feltherre.hexgame import sentences
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.marching import cost_of
from feltherre.hexgame.notation import codecs

NOTATION: Final = Notation.of(actions.NormandyAction.__args__, codecs(units.COUNTERS, board.BOARD), actions.EXAMPLES)


@rule("STEP-4-h")
def _cost(state: NormandyState, action: common.Move, unit: int, way: list[int]) -> tuple[str, str] | None:
    """What a way costs, of how much; None where it cannot be gone."""
    spent = cost_of(THEATRE, state, unit, way, maps.movers_of(state)[unit])
    return None if spent is None else (amount(spent), amount(maps.allowance_of(state, unit)))


def _attack(state: NormandyState, side: int, action: common.Attack) -> Text:
    hex_ = WORDS.hex_at(action.hex)
    defenders = board.unit_names(ground_in(state, hex_, enemy_of(side))) if hex_ >= 0 else []
    attackers = sentences.units_text(WORDS, action.units)
    return say("normandy.action.attack", place=WORDS.hex_text(action.hex), units=attackers, defenders=defenders)


def _outlasts(state: NormandyState, unit: int) -> int:
    """How many losses leave a unit on the map."""
    return left(state, unit) - 1


#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "normandy",
    actions.NormandyAction.__args__,
    sentences.named(WORDS),
    {
        common.Move: sentences.tell_way(WORDS, "move", _cost),
        common.Attack: _attack,
        common.TakeLosses: sentences.tell_losses(WORDS, _outlasts),
        common.Advance: sentences.tell_advance(WORDS),
    },
)
