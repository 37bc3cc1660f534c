"""Zones of control: where a unit in each hex exerts its zone, and what changes when it moves.

A game makes one template for each kind of zone it knows (all land around; along road and rail only; into coast hexes),
once. A unit's footprint lists the layers it makes and by which template: its own hex, its zone against ground units.
"""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.ground.hexes.layers import Layers

#: for each hex the hexes that a unit standing there touches (make one with `tables.ways`)
Template = Sequence[Sequence[int]]
#: (layer, template) for all that a unit does to hexes
Footprint = tuple[tuple[int, Template], ...]


def own_hexes(size: int) -> Template:
    """The template of a unit that touches only the hex it stands in."""
    return tuple((hex_,) for hex_ in range(size))


def place(layers: Layers, footprint: Footprint, hex_: int) -> None:
    """A unit comes to stand in a hex."""
    for layer, template in footprint:
        layers.add(layer, template[hex_])


def lift(layers: Layers, footprint: Footprint, hex_: int) -> None:
    """A unit leaves a hex."""
    for layer, template in footprint:
        layers.remove(layer, template[hex_])


def move(layers: Layers, footprint: Footprint, start: int, end: int) -> None:
    """A unit goes from one hex to another."""
    for layer, template in footprint:
        # hexes in both zones do not change, and results kept about them stay good
        layers.move(layer, template[start], template[end])


def exerting(template: Template, neighbours: Sequence[int], hex_: int) -> list[int]:
    """The neighbouring hexes from which a zone of this kind reaches into a hex, to name the units that stop a move."""
    return [beside for beside in neighbours if hex_ in template[beside]]
