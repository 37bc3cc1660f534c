"""The map and the counters as a person reads them: what there is to say of a hex, a place or a unit; and
what can be laid over the map: where a unit can go and at what cost, zones, supply, flak, interdiction, the terrain.

And what an answer does, as a sentence for whoever gives it and in the one-line notation.

A small ° stands behind whatever is our completion and not stated in the rulebook. All of it lies open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import structs

from feltherre.core.chance import Line
from feltherre.core.datafile import is_completion
from feltherre.core.marks import rule, rule_of
from feltherre.core.notation import Notation
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.sentences import Sentences
from feltherre.core.text import Text, say
from feltherre.games.normandy import actions, board, flak, maps, movement, naval, units
from feltherre.games.normandy.board import BOARD, GRID, PLACES, TERRAIN, WORDS, crossing
from feltherre.games.normandy.maps import THEATRE
from feltherre.games.normandy.scene import faces
from feltherre.games.normandy.state import NormandyState, ground_in, left
from feltherre.games.normandy.tables import COST, HALVES, TERRAIN_RULE, amount
from feltherre.games.normandy.units import SIDE, UNITS
from feltherre.ground.hexes.reasons import Broken
from feltherre.hexgame import actions as common
from feltherre.hexgame import overlays as laid_over
from feltherre.hexgame import sentences
from feltherre.hexgame.marching import cost_of
from feltherre.hexgame.notation import codecs


def _marked(text: Text, provenance: str) -> Text:
    return say("normandy.completed", text=text) if is_completion(provenance) else text


def about(name: str) -> Sequence[Line]:
    """The lines on a hex, a place or a unit, whatever stands where."""
    return WORDS.about(name, lambda hex_: [Line(BOARD.name(hex_)), *_about_hex(hex_)], about_unit)


def _about_hex(hex_: int) -> Iterator[Line]:
    """What is there for good: the place, the ground, and what lies around it."""
    yield from _about_place(hex_)
    ground = TERRAIN[hex_]
    told = say("normandy.about.ground", terrain=say(f"normandy.choice.{ground}"), cost=amount(COST[ground]))
    yield Line(told, TERRAIN_RULE.get(ground, f"1.4-{ground}"))
    around = GRID.neighbours[hex_]
    between = {there: crossing(hex_, there) for there in around if board.IS_LAND[hex_] and board.IS_LAND[there]}
    for key, those, rule_id in (
        ("road", [there for there in around if BOARD.is_linked(hex_, there)], "1.4-road"),
        ("bridge", [there for there, over in between.items() if over == "bridge"], "1.4-bridge"),
        ("river", [there for there, over in between.items() if over == "river"], "1.4-river"),
    ):
        if those:
            yield Line(say(f"normandy.about.{key}", places=[BOARD.name(there) for there in those]), rule_id)
    if board.IS_LAND[hex_]:
        yield Line(say("normandy.about.stacking", n=maps.MOST_POINTS), "STEP-4-e")


def _about_place(hex_: int) -> Iterator[Line]:
    place = PLACES[board.PLACE_AT[hex_]] if board.PLACE_AT[hex_] >= 0 else None
    if place is None:
        return
    if place.base:
        key, rule_id = (f"beach.{place.group}", "LAN-1") if place.base == "beachhead" else ("start", "2.1-c")
        yield Line(say(f"normandy.about.{key}"), rule_id)
    if place.value:
        yield Line(_marked(say("normandy.about.value", n=place.value), "reconstructed"), "1.4-value", place.value)


def about_unit(number: int) -> list[Line]:
    """What a counter shows, and when and where it comes."""
    unit = UNITS[number]
    nation, type_ = say(f"normandy.nation.{unit.nation}"), say(f"normandy.type.{unit.type}")
    who = say("normandy.about.unit", unit=board.unit_name(number), nation=nation, type=type_)
    values = say("normandy.about.values", figures=faces(unit), n=unit.loss_value)
    told = [Line(who), Line(_marked(values, unit.provenance["strength"]), "1.2-a")]
    for key, holds, rule_id in (
        ("flak", unit.flak, "1.7-c"),
        ("battery", units.IS_BATTERY[number], "4.1-e"),
        ("drops", unit.drops, "LAN-2"),
    ):
        if holds:
            told.append(Line(say(f"normandy.about.{key}", n=unit.flak), rule_id))
    key = "arrives" if unit.turn else "starts"
    return [*told, Line(_marked(say(f"normandy.about.{key}", n=unit.turn), unit.provenance["arrival"]), "2.1-a")]


# as it stands now


def look(state: NormandyState, name: str) -> Sequence[Line]:
    """The units, the place and the ground of a hex, or a counter as it is."""
    return WORDS.about(name, lambda hex_: [*_look_at(state, hex_)], lambda n: [_unit(state, n), *about_unit(n)])


def _look_at(state: NormandyState, hex_: int) -> Iterator[Line]:
    yield from (_unit(state, unit) for unit, place in enumerate(state.places) if place == hex_)
    place = board.PLACE_AT[hex_]
    if place >= 0:
        key = "lost" if state.lost[place] else "held"
        yield Line(say(f"normandy.look.{key}", owner=WORDS.side_name(state.owners[place])), "VIC-2")
    yield from _about_hex(hex_)


def _unit(state: NormandyState, unit: int) -> Line:
    """A counter with its figures, and what it has suffered."""
    key = "isolated" if state.isolated[unit] else "losses" if state.losses[unit] else "unit"
    told = say(f"normandy.look.{key}", unit=board.unit_name(unit), figures=faces(UNITS[unit]), n=state.losses[unit])
    return Line(told, "SUP-4" if key == "isolated" else "1.2-d" if key == "losses" else None)


# overlays


def overlays(state: NormandyState, roles: Collection[str], picked: str) -> tuple[Overlay, ...]:
    """Without a unit those of the whole position; with one where that unit can go."""
    if picked:
        return _of_unit(state, laid_over.picked_unit(THEATRE, picked))
    return (*laid_over.of_position(THEATRE, state, roles, _supply), _flak(state), _interdiction(state))


def _of_unit(state: NormandyState, unit: int) -> tuple[Overlay, ...]:
    """Nothing for a counter that is not on the map, and for one that stays where it is."""
    if state.places[unit] < 0 or units.IS_BATTERY[unit]:
        return ()
    found = _range(state, unit) if units.IS_AIR[unit] else _march(state, unit)
    return (structs.replace(found, suggested=state.phase != "combat"),)


def _march(state: NormandyState, unit: int) -> Overlay:
    """Germans with the aircraft as they fly now, also while the Allies move (STEP-4-f)."""
    now = state.side == SIDE[unit] and state.phase == "movement" and not state.moved[unit]
    name = say(f"normandy.overlay.{'reach' if now else 'reach-next'}", unit=board.unit_name(unit))
    mover = maps.movers_of(state, SIDE[unit])[unit]
    found, why = THEATRE.reach_by(state, unit, mover), partial(movement.refused, unit)
    bits = maps.bits_of(state)
    return laid_over.reach_overlay(BOARD, name, found, mover, bits, why, lambda cost: amount(cost) if cost else "")


def _range(state: NormandyState, unit: int) -> Overlay:
    """Where an air unit can be of use."""
    over = laid_over.tinted(BOARD, movement.missions(unit), laid_over.REACH)
    return Overlay("reach", say("normandy.overlay.range", unit=board.unit_name(unit)), over)


@rule("SUP-1", "SUP-2")
def _supply(state: NormandyState, side: int, id_: str) -> Overlay:
    """The lines of this moment; the check of the next turn will ask for them."""

    def why(broken: Broken, there: Sequence[int]) -> Text:
        return laid_over.why_cut(THEATRE, side, [UNITS[unit].label for unit in there], broken)

    return laid_over.supply_overlay(THEATRE, state, side, id_, side, board.IS_LAND, why)


@rule("1.2-f", "1.7-d")
def _flak(state: NormandyState) -> Overlay:
    """The hexes that flak covers, with its points there (R33)."""
    points = {hex_: flak.points_of(flak.covering(state, hex_)) for hex_ in range(board.SIZE)}
    tints = tuple(Tinted(board.number(hex_), laid_over.ENEMY, str(n)) for hex_, n in points.items() if n)
    return Overlay("flak", say("normandy.overlay.flak"), tints)


@rule("STEP-4-f")
def _interdiction(state: NormandyState) -> Overlay:
    """What aircraft add to German steps into the hexes below them: on the road, and off it (R21)."""
    tolls = maps.tolls(state)
    tints = tuple(
        Tinted(board.number(hex_), laid_over.ENEMY, f"+{road // HALVES}/+{off // HALVES}") for hex_, road, off in tolls
    )
    return Overlay("interdiction", say("normandy.overlay.interdiction"), tints)


# answers

NOTATION: Final = Notation.of(actions.NormandyAction.__args__, codecs(units.COUNTERS, board.BOARD), actions.EXAMPLES)


rule_of(__name__, "STEP-4-h")(cost_of)


#: the sentence for an answer of a side
tell_action: Final = Sentences(
    "normandy",
    actions.NormandyAction.__args__,
    sentences.named(WORDS),
    {
        common.Move: sentences.tell_way(THEATRE, "move", lambda state, unit: maps.movers_of(state)[unit], amount),
        common.Attack: sentences.tell_attack(WORDS, ground_in),
        actions.Duel: sentences.tell_attack(WORDS, naval.fired_at, "duel"),
        common.TakeLosses: sentences.tell_losses(WORDS, lambda state, unit: left(state, unit) - 1),
        common.Advance: sentences.tell_advance(WORDS),
    },
)
