"""The loser withdraws (4.2, step 8)."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Country

K = TypeVar("K", bound=Hashable)

Role: TypeAlias = Literal["defender", "attacker-land", "attacker-sea-air"]

#: countries whose battalions may retreat over a fjord or lake (4.2-8-def-3)
RETREAT_OVER_WATER = ("norway",)


@rule("4.2-8-def-1", "4.2-8-def-2", "4.2-8-def-3", "4.2-8-att-2", "2.3-fjord-2")
def open_for_retreat(
    country: str,
    neighbours: Iterable[tuple[K, bool]],
    enemy_held: Container[K],
    pending_battles: Container[K],
    attack_origins: Container[K] = (),
) -> list[K]:
    """Neighbours (area, over water) to which all battalions of a country may go together (4.2-8-def-1 to -3, R15).

    `attack_origins` bars a defender only: for attackers from sea or air it is left empty (4.2-8-att-2, R15).
    """
    crosses = country in RETREAT_OVER_WATER
    return [
        area
        for area, water in neighbours
        if (crosses or not water)
        and area not in enemy_held
        and area not in pending_battles
        and area not in attack_origins
    ]


@rule("4.2-8-def-4")
def surrounded(options: Sequence[object]) -> bool:
    """Battalions without an area to go to are lost (4.2-8-def-4)."""
    return not options


@rule("4.2b-2", "4.2-8-def-2")
def common_retreat(norwegian: Sequence[K], allied: Container[K]) -> list[K]:
    """Areas open to both defenders; if there are any, both must go to the same one of them (4.2-8-def-2, R16)."""
    return [area for area in norwegian if area in allied]


class Neighbour(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    water: bool


class RetreatSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    role: Role
    neighbours: tuple[Neighbour, ...]
    enemy_held: tuple[str, ...]
    pending_battles: tuple[str, ...]
    attack_origins: tuple[str, ...]
    own_origins: tuple[str, ...]


@procedure("retreat-options")
def retreat_options(given: RetreatSituation, desk: Desk) -> Outcome:
    """Where beaten battalions may go; they are lost if there is nowhere (4.2-8-def, 4.2-8-att, R15)."""
    around = [(names.area(border.area), border.water) for border in given.neighbours]
    closed = {
        "enemy": names.areas(given.enemy_held),
        "pending": names.areas(given.pending_battles),
        "origin": names.areas(given.attack_origins),
    }
    own_origins = names.areas(given.own_origins)
    if given.role == "attacker-land":  # each goes back to the area it attacked from
        desk.line("retreat.back", "4.2-8-att-1", areas=[area.text for area in own_origins])
        return {"options": [area.name for area in own_origins], "all_lost": False}
    if given.role != "defender":
        closed["origin"] = ()
    found = open_for_retreat(given.country, around, closed["enemy"], closed["pending"], closed["origin"])
    for area, _ in around:
        if area not in found:
            _tell_closed(area, closed, given.country, desk)
    number = "4.2-8-def-1" if given.role == "defender" else "4.2-8-att-2"
    _tell_way(given.country, found, number, desk)
    return {"options": [area.name for area in found], "all_lost": surrounded(found)}


def _tell_closed(area: names.Place, closed: Mapping[str, Container[names.Place]], country: Country, desk: Desk) -> None:
    """Why a neighbour is closed: by somebody there, or by water."""
    for reason, areas in closed.items():
        if area in areas:
            desk.line(f"retreat.{reason}", "4.2-8-def-1", area=area.text)
            return
    desk.line("retreat.water", "4.2-8-def-3", area=area.text, country=names.country(country))


def _tell_way(country: Country, options: Sequence[names.Place], number: str, desk: Desk) -> None:
    who, areas = names.country(country), [area.text for area in options]
    desk.line_if(surrounded(options), "retreat.surrounded", "4.2-8-def-4", country=who)
    desk.line_if(not surrounded(options), "retreat.open", number, country=who, n=len(areas), areas=areas)


class JointSituation(Struct, frozen=True, forbid_unknown_fields=True):
    norwegian_options: tuple[str, ...]
    allied_options: tuple[str, ...]


@procedure("joint-retreat")
def joint_retreat(given: JointSituation, desk: Desk) -> Outcome:
    """Where Norwegian and Allied battalions go together; apart, if no area is open to both (4.2-8-def-2, R16)."""
    norwegian, allied = names.areas(given.norwegian_options), names.areas(given.allied_options)
    shared = common_retreat(norwegian, allied)
    if shared:
        areas = [area.text for area in shared]
        desk.line("retreat.together", "4.2-8-def-2", n=len(areas), areas=areas)
    else:
        desk.line("retreat.apart", "4.2-8-def-2")
        _tell_way("norway", norwegian, "4.2-8-def-3", desk)
        _tell_way("allies", allied, "4.2-8-def-3", desk)
    return {"common": [area.name for area in shared], "separate": not shared}
