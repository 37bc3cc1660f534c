"""Buildings and fire (17, 19.06): who moves in, what bombardment does, how fire spreads and is put out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.napoleon.procedures.inputs import (
    THREE_DICE,
    Angle,
    Count,
    Length,
    Points,
    class_of,
    number,
    turns_of,
)
from feltherre.games.napoleon.procedures.passage import RANKS_TURNS
from feltherre.games.napoleon.tables import records, turns

#: turns for leaving a building (17.01.3)
LEAVING: Final = 0.5
#: the classes of obstacle and of cover that buildings have (17.02.3)
CLASSES: Final = (1, 2, 3)
#: cover -> hits after which a building is destroyed (17.04.2)
DESTROYED_BY: Final = {1: 6, 2: 8, 3: 10}


def _from(roll: str, result: str) -> int:
    """The lowest die with which a roll of the ledger's table of single dice comes out so."""
    rows = (row for row in records("single-die-rolls") if row["roll"] == roll and row["result"].startswith(result))
    return int(next(rows)["die_min"])


#: the third die that sets fire (17.04.3), of any battery and of one of howitzers alone
FIRE_FROM: Final = {False: _from("bombardment_fire", "fire"), True: _from("bombardment_fire_howitzers", "fire")}
#: what puts a fire out: the garrison at its outbreak (17.04.4), others later (19.06.4)
GARRISON_FROM: Final = _from("extinguish_building", "fire put out")
PUT_OUT_FROM: Final = _from("extinguish", "put out")
#: what a neighbouring building and any other object catch fire from (17.04.5, 19.06.5, R44)
BUILDING_FROM: Final = _from("spread_building", "a building")
OBJECT_FROM: Final = _from("set_fire", "fire")
#: turns that a building burns (17.04.4)
BURNS: Final = 8

#: reach of fire in cm (19.06.5): in any direction, and downwind of a small and of a large object
AROUND: Final = 4
DOWNWIND: Final = {False: 10, True: 15}
#: how far off the wind is still downwind, in degrees (R44)
OFF_WIND: Final = 30


class Occupation(Struct, frozen=True, forbid_unknown_fields=True):
    figures: Count
    capacity: Count = 10
    obstacle: Count = 2
    ranks: Count = 2


@procedure("building-occupation")
@rule("17.01.2", "17.03.4", "17.03.5", "04.02.1")
def building_occupation(unit: Occupation, desk: Desk) -> Outcome:
    """Whether a unit finds room in a building, and how long it takes to get in and out: inside it stands in a clump and
    fills the whole building (17.01.2, 17.01.3, 17.02.3, schema VII)."""
    desk.refuse_if(unit.obstacle not in CLASSES, "building-obstacle", "17.02.3", value=unit.obstacle)
    fits, pairs = unit.figures <= unit.capacity, -(-unit.ranks // 2)
    entering = turns(RANKS_TURNS[unit.obstacle]) * pairs
    room = {"figures": unit.figures, "capacity": unit.capacity}
    desk.line("building.fits" if fits else "building.full", "17.02.3", **room)
    desk.line("building.enters", "17.01.2", obstacle=class_of(unit.obstacle), n=pairs, time=turns_of(entering))
    desk.line("building.leaves", "17.01.3", time=turns_of(LEAVING))
    return {"enter_time": number(entering), "leave_time": LEAVING, "fits": fits}


class Bombarded(Struct, frozen=True, forbid_unknown_fields=True):
    modifiers: Points = 0
    hits_before: Count = 0
    cover: Count = 1
    pure_howitzers: bool = False


@procedure("building-damage", **THREE_DICE)
@rule("10.02.6")
def building_damage(building: Bombarded, desk: Desk) -> Resolve:
    """Whether the fire of a battery hits the building itself, destroys it, or sets it on fire; one hit at most,
    however many guns there are (17.04.1 to 17.04.3, R43)."""
    desk.refuse_if(building.cover not in CLASSES, "building-cover", "17.02.3", value=building.cover)

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(3, "dice", "17.04.1").values
        total = sum(dice) + building.modifiers
        hit = total > 0
        hits = building.hits_before + hit
        desk.line("building.hit" if hit else "building.missed", "17.04.1", total, total=total)
        destroyed = hits >= DESTROYED_BY[building.cover]
        stands = {"hits": hits, "most": DESTROYED_BY[building.cover], "cover": class_of(building.cover)}
        desk.line("building.destroyed" if destroyed else "building.stands", "17.04.2", hits, **stands)
        third = third_die(dice)
        burns = hit and third is not None and third >= FIRE_FROM[building.pure_howitzers]
        desk.line_if(burns, "building.catches-fire", "17.04.3", third, die=third or 0)
        return {"hit": hit, "hits": hits, "destroyed": destroyed, "fire_breaks_out": burns}

    return resolve


def third_die(dice: Sequence[int]) -> int | None:
    """The die beside two equal ones, which of three equal dice is any of them; None where all three differ."""
    low, middle, high = sorted(dice)
    if low == middle:
        return high
    return low if middle == high else None


class Outbreak(Struct, frozen=True, forbid_unknown_fields=True):
    occupied_at_outbreak: bool


@procedure("building-fire", die=int | None)
@rule("19.06.3")
def building_fire(building: Outbreak, desk: Desk) -> Resolve:
    """Whether those inside put out a fire when it breaks out; otherwise the building burns down and cannot be passed
    any more (17.04.4, R44)."""

    def resolve(chance: Chance) -> Outcome:
        put_out = False
        if building.occupied_at_outbreak:
            die = chance.throw(1, "die", "17.04.4").total
            put_out = die >= GARRISON_FROM
            desk.line("fire.garrison-puts-out" if put_out else "fire.garrison-fails", "17.04.4", die, die=die)
        else:
            chance.ignore(1, "die")
            desk.line("fire.nobody-inside", "17.04.4")
        desk.line_if(not put_out, "fire.burns-down", "17.04.4", BURNS, n=BURNS)
        return {"put_out": put_out, "burns_turns": 0 if put_out else BURNS}

    return resolve


class Near(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something near a burning object."""

    id: str
    is_building: bool = False
    distance_cm: Length
    bearing_off_wind_deg: Angle


class Spreading(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    burning_is_building: bool
    large_object: bool | None = None
    objects: tuple[Near, ...]


@procedure("fire-spread", dice=list[int])
def fire_spread(fire: Spreading, desk: Desk) -> Resolve:
    """What a burning object sets on fire, in the turn after the outbreak: of buildings the nearest downwind of a
    building, of everything else in reach each by its own die (17.04.5, 19.06.5, R44)."""
    large = fire.burning_is_building if fire.large_object is None else fire.large_object or fire.burning_is_building
    near = sorted(fire.objects, key=lambda one: exact(one.distance_cm))
    threatened = list(in_danger(fire.burning_is_building, large, near))
    desk.line("fire.reach", "19.06.5", around=AROUND, downwind=DOWNWIND[large], degrees=OFF_WIND)
    desk.line_if(not threatened, "fire.nothing-in-reach", "19.06.5")
    desk.line("fire.keep-away", "19.06.6")

    def resolve(chance: Chance) -> Outcome:
        if not threatened:
            chance.ignore(0, "dice")
            return {"ignited": []}
        ignited = []
        dice = chance.throw(len(threatened), "dice", "19.06.5").values
        for (one, least, why), die in zip(threatened, dice, strict=True):
            catches = die >= least
            desk.line("fire.catches" if catches else "fire.is-spared", why, die, object=one.id, die=die)
            ignited += [one.id] * catches
        return {"ignited": ignited}

    return resolve


@rule("17.04.5", "19.06.5")
def in_danger(burning_is_building: bool, large: bool, near: Sequence[Near]) -> Iterator[tuple[Near, int, str]]:
    """(object, the lowest die that ignites it, rule) in the order of their dice: the nearest building downwind of a
    building first, then other objects by distance (R44)."""
    downwind = [
        one for one in near if one.bearing_off_wind_deg <= OFF_WIND and exact(one.distance_cm) <= DOWNWIND[large]
    ]
    if burning_is_building and (building := next((one for one in downwind if one.is_building), None)):
        yield building, BUILDING_FROM, "17.04.5"
    for one in near:
        other = not (burning_is_building and one.is_building)
        if other and (one in downwind or exact(one.distance_cm) <= AROUND):
            yield one, OBJECT_FROM, "19.06.5"


class FireFighters(Struct, frozen=True, forbid_unknown_fields=True):
    figures: Count
    figures_to_set: Count
    inside_building: bool = False
    attempt: Count = 1


#: attempt -> what a fire that is put out then has done, and what one has done that is not (19.06.4)
DAMAGE: Final = {1: ("none", "continues"), 2: ("half", "burns_down")}


@procedure("extinguish-fire", die=int | None)
def extinguish_fire(crew: FireFighters, desk: Desk) -> Resolve:
    """Whether a fire is put out, and what it has done: twice the figures that it takes to light it may try in two
    turns, and whoever is inside a burning building (19.06.4)."""
    desk.refuse_if(crew.attempt not in DAMAGE, "third-attempt", "19.06.4", n=crew.attempt)
    saved, lost = DAMAGE[crew.attempt]
    needed = 1 if crew.inside_building else 2 * crew.figures_to_set
    enough = crew.figures >= max(1, needed)
    desk.line("fire.enough-hands" if enough else "fire.too-few-hands", "19.06.4", figures=crew.figures, n=needed)

    def resolve(chance: Chance) -> Outcome:
        put_out = False
        if enough:
            die = chance.throw(1, "die", "19.06.4").total
            put_out = die >= PUT_OUT_FROM
            desk.line("fire.put-out" if put_out else "fire.goes-on", "19.06.4", die, die=die)
        else:
            chance.ignore(1, "die")
        damage = saved if put_out else lost
        desk.line(f"fire.damage.{damage}", "19.06.4")
        return {"put_out": put_out, "damage": damage}

    return resolve


PROCEDURES = (building_occupation, building_damage, building_fire, fire_spread, extinguish_fire)
