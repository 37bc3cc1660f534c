"""What an answer does, as a sentence for whoever gives it: shown beside the one-line notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from feltherre.core.marks import rule
from feltherre.core.sentences import Sentences, Teller
from feltherre.core.text import Text, say
from feltherre.games.winterwar import actions, maps, spaces, texts, units
from feltherre.games.winterwar.maps import THEATRE
from feltherre.games.winterwar.procedures.inputs import amount
from feltherre.games.winterwar.state import WinterWarState, can_flip, enemy_of, flying_over, is_on_map, units_in
from feltherre.hexgame.marching import cost_of

# what an action names may be anything a client made up; then it is told as it was written


unit_text: Final = texts.WORDS.unit_text
hex_text: Final = texts.WORDS.hex_text


def units_text(names: Iterable[str]) -> list[Text]:
    return [unit_text(name) for name in names]


def _moves(key: str) -> Teller:
    """A path names its end, and what it leads through where there is more than one hex."""

    def tell(state: WinterWarState, side: int, action: actions.Move | actions.ForceMove) -> Text:
        unit, path = unit_text(action.unit), action.path
        if not path:
            return say("winterwar.action.move-nowhere", unit=unit)
        target = hex_text(path[-1])
        start = _place_of(state, action.unit)
        if len(path) == 1:
            told = say(key, unit=unit, origin=start, target=target)
        else:
            told = say(f"{key}-by", unit=unit, origin=start, target=target, way=" > ".join(path[:-1]))
        return _with_cost(state, action, told)

    return tell


@rule("turn-3-f")
def _with_cost(state: WinterWarState, action: actions.Move | actions.ForceMove, told: Text) -> Text:
    """What the way costs, where it can be gone."""
    unit, way = spaces.unit_of(action.unit), [spaces.hex_at(part) for part in action.path]
    if not spaces.is_known(unit, *way) or not is_on_map(state, unit):
        return told
    spent = cost_of(THEATRE, state, unit, way, maps.mover_of(unit, isinstance(action, actions.ForceMove)))
    if spent is None:
        return told
    return say("winterwar.action.with-cost", move=told, used=amount(spent), all=amount(maps.allowance_of(state, unit)))


def _place_of(state: WinterWarState, name: str) -> Text:
    unit = spaces.unit_of(name)
    hex_ = state.places[unit] if unit >= 0 else -1
    return texts.hex_name(hex_) if hex_ >= 0 else say("winterwar.action.off-map")


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
def _losses(state: WinterWarState, side: int, action: actions.TakeLosses) -> Text:
    """Who takes them, and who of these does not outlast it."""
    told = say("winterwar.action.losses", units=units_text(action.units), n=len(action.units))
    lost = [name for name, taken in Counter(action.units).items() if taken > _outlasts(state, spaces.unit_of(name))]
    if not lost:
        return told
    return say("winterwar.action.losses-destroyed", losses=told, units=units_text(lost), n=len(lost))


def _outlasts(state: WinterWarState, unit: int) -> int:
    """How many losses leave a unit on the map."""
    return 1 if unit >= 0 and can_flip(state, unit) else 0


def _advance(state: WinterWarState, side: int, action: actions.Advance) -> Text:
    if not action.units:
        return say("winterwar.action.no-advance")
    return say("winterwar.action.advance", units=units_text(action.units), n=len(action.units))


#: field of an action -> the word of its sentence, and what stands there
_NAMED: Final = {
    "unit": ("unit", unit_text),
    "hex": ("place", hex_text),
    "units": ("units", units_text),
    "side": ("side", lambda role: texts.side_name(units.ROLES.index(role))),
}

#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "winterwar",
    actions.WinterWarAction.__args__,
    _NAMED,
    {
        actions.Move: _moves("winterwar.action.move"),
        actions.ForceMove: _moves("winterwar.action.force"),
        actions.Fly: _fly,
        actions.AirCombat: _air_combat,
        actions.Attack: _attack,
        actions.TakeLosses: _losses,
        actions.Advance: _advance,
    },
)
