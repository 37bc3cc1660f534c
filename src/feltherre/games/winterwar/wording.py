"""What an answer does, as a sentence for whoever gives it and in the one-line notation; what stands in a hex now, or
what a counter shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from feltherre.core.chance import Line
from feltherre.core.marks import rule, rule_of
from feltherre.core.notation import Notation
from feltherre.core.sentences import Sentences
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, board, chart, maps, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.prospects import defenders
from feltherre.games.winterwar.scene import figures
from feltherre.games.winterwar.state import WinterWarState, can_flip, flying_over
from feltherre.games.winterwar.tables import amount
from feltherre.hexgame import actions as common
from feltherre.hexgame import sentences
from feltherre.hexgame.marching import cost_of
from feltherre.hexgame.notation import codecs

NOTATION: Final = Notation.of(actions.WinterWarAction.__args__, codecs(units.COUNTERS, board.BOARD), actions.EXAMPLES)


def look(state: WinterWarState, name: str) -> Sequence[Line]:
    """The units, the town and the ground of a hex, or a counter as it lies."""
    return WORDS.about(
        name, lambda hex_: [*_hex(state, hex_)], lambda unit: [_unit(state, unit), *chart.about_unit(unit)]
    )


def _hex(state: WinterWarState, hex_: int) -> Iterator[Line]:
    """Units with their figures, a town with its owner, the ground."""
    yield from (_unit(state, unit) for unit, place in enumerate(state.places) if place == hex_)
    town = board.TOWN_AT[hex_]
    if town >= 0:
        owner = WORDS.side_name(state.owners[town])
        yield Line(say("winterwar.look.town", n=board.TOWNS[town].value, owner=owner), "win-6")
    yield chart.ground_line(hex_)
    if board.IS_ARCTIC[hex_]:
        yield chart.stacking_line(hex_)


def _unit(state: WinterWarState, unit: int) -> Line:
    cut_off = bool(state.cut_off[unit])
    key = "winterwar.look.unit-cut-off" if cut_off else "winterwar.look.unit"
    return Line(say(key, unit=units.COUNTERS.name(unit), figures=figures(state, unit)), "supply-5" if cut_off else None)


unit_text: Final = WORDS.unit_text
hex_text: Final = WORDS.hex_text
units_text: Final = partial(sentences.units_text, WORDS)


rule_of(__name__, "turn-3-f")(cost_of)


def _fly(state: WinterWarState, side: int, action: actions.Fly) -> Text:
    """Over own ground units an air unit defends, over enemy ones it attacks (1.6-j, R37)."""
    hex_ = WORDS.hex_at(action.hex)
    defends = hex_ >= 0 and maps.has_own(state, hex_, side)
    key = "winterwar.action.fly-to-defend" if defends else "winterwar.action.fly"
    return say(key, unit=unit_text(action.unit), place=hex_text(action.hex))


def _air_combat(state: WinterWarState, side: int, action: actions.AirCombat) -> Text:
    hex_ = WORDS.hex_at(action.hex)
    own = [board.unit_name(unit) for unit in flying_over(state, hex_, side)] if hex_ >= 0 else []
    key = "winterwar.action.air-combat-base" if action.with_based else "winterwar.action.air-combat"
    told = say(key, place=hex_text(action.hex), units=own)
    if not action.units:
        return say("winterwar.action.air-combat-only", combat=told)
    return say("winterwar.action.air-combat-then", combat=told, units=units_text(action.units))


@rule("2.1-e")
def _outlasts(state: WinterWarState, unit: int) -> int:
    """How many losses leave a unit on the map."""
    return int(can_flip(state, unit))


#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "winterwar",
    actions.WinterWarAction.__args__,
    sentences.named(WORDS),
    {
        common.Move: sentences.tell_way(THEATRE, "move", lambda state, unit: maps.mover_of(unit), amount),
        actions.ForceMove: sentences.tell_way(THEATRE, "force", lambda state, unit: maps.mover_of(unit, True), amount),
        actions.Fly: _fly,
        actions.AirCombat: _air_combat,
        common.Attack: sentences.tell_attack(WORDS, defenders),
        common.TakeLosses: sentences.tell_losses(WORDS, _outlasts),
        common.Advance: sentences.tell_advance(WORDS),
    },
)
