"""What an answer does, as a sentence for whoever gives it and in the one-line notation."""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule_of
from feltherre.core.notation import Notation
from feltherre.core.sentences import Sentences
from feltherre.games.normandy import actions, board, maps, naval, units
from feltherre.games.normandy.board import WORDS
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.state import NormandyState, ground_in, left
from feltherre.games.normandy.tables import amount
from feltherre.hexgame import actions as common
from feltherre.hexgame import sentences
from feltherre.hexgame.marching import cost_of
from feltherre.hexgame.notation import codecs

NOTATION: Final = Notation.of(actions.NormandyAction.__args__, codecs(units.COUNTERS, board.BOARD), actions.EXAMPLES)


rule_of(__name__, "STEP-4-h")(cost_of)


def _outlasts(state: NormandyState, unit: int) -> int:
    """How many losses leave a unit on the map."""
    return left(state, unit) - 1


#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "normandy",
    actions.NormandyAction.__args__,
    sentences.named(WORDS),
    {
        common.Move: sentences.tell_way(THEATRE, "move", lambda state, unit: maps.movers_of(state)[unit], amount),
        common.Attack: sentences.tell_attack(WORDS, ground_in),
        actions.Duel: sentences.tell_attack(WORDS, naval.fired_at, "duel"),
        common.TakeLosses: sentences.tell_losses(WORDS, _outlasts),
        common.Advance: sentences.tell_advance(WORDS),
    },
)
