"""What an answer does, as a sentence for whoever gives it: shown beside the one-line notation."""

from __future__ import annotations

from functools import partial
from typing import Final

from feltherre.core.marks import rule
from feltherre.core.sentences import Sentences
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, maps, spaces, texts, units
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.procedures.inputs import amount
from feltherre.games.winterwar.state import WinterWarState, can_flip, enemy_of, flying_over, units_in
from feltherre.hexgame import sentences
from feltherre.hexgame.marching import cost_of

AnyMove = actions.Move | actions.ForceMove

unit_text: Final = texts.WORDS.unit_text
hex_text: Final = texts.WORDS.hex_text
units_text: Final = partial(sentences.units_text, texts.WORDS)


@rule("turn-3-f")
def _cost(state: WinterWarState, action: AnyMove, unit: int, way: list[int]) -> tuple[str, str] | None:
    """What the way costs, of how much; None where it cannot be gone."""
    spent = cost_of(THEATRE, state, unit, way, maps.mover_of(unit, isinstance(action, actions.ForceMove)))
    return None if spent is None else (amount(spent), amount(maps.allowance_of(state, unit)))


def _fly(state: WinterWarState, side: int, action: actions.Fly) -> Text:
    """Over own ground units an air unit defends, over enemy ones it attacks (1.6-j, R37)."""
    hex_ = spaces.hex_at(action.hex)
    defends = hex_ >= 0 and maps.has_own(state, hex_, side)
    key = "winterwar.action.fly-to-defend" if defends else "winterwar.action.fly"
    return say(key, unit=unit_text(action.unit), place=hex_text(action.hex))


def _air_combat(state: WinterWarState, side: int, action: actions.AirCombat) -> Text:
    hex_ = spaces.hex_at(action.hex)
    own = [texts.unit_name(unit) for unit in flying_over(state, hex_, side)] if hex_ >= 0 else []
    key = "winterwar.action.air-combat-base" if action.with_based else "winterwar.action.air-combat"
    told = say(key, place=hex_text(action.hex), units=own)
    if not action.units:
        return say("winterwar.action.air-combat-only", combat=told)
    return say("winterwar.action.air-combat-then", combat=told, units=units_text(action.units))


def _attack(state: WinterWarState, side: int, action: actions.Attack) -> Text:
    hex_ = spaces.hex_at(action.hex)
    defenders = [
        texts.unit_name(unit)
        for unit in (units_in(state, hex_, enemy_of(side)) if hex_ >= 0 else ())
        # air units at their base take no part (R37)
        if not units.IS_AIR[unit] or state.flown[unit]
    ]
    return say(
        "winterwar.action.attack", place=hex_text(action.hex), units=units_text(action.units), defenders=defenders
    )


@rule("2.1-e")
def _outlasts(state: WinterWarState, unit: int) -> int:
    """How many losses leave a unit on the map."""
    return int(can_flip(state, unit))


#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "winterwar",
    actions.WinterWarAction.__args__,
    sentences.named(texts.WORDS),
    {
        actions.Move: sentences.tell_way(texts.WORDS, "move", _cost),
        actions.ForceMove: sentences.tell_way(texts.WORDS, "force", _cost),
        actions.Fly: _fly,
        actions.AirCombat: _air_combat,
        actions.Attack: _attack,
        actions.TakeLosses: sentences.tell_losses(texts.WORDS, _outlasts),
        actions.Advance: sentences.tell_advance(texts.WORDS),
    },
)
