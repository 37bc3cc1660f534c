"""What a commander can weigh before he writes or answers: attacks and fire of his own units on enemies in sight, as he
knows them, by the procedures' own tables.

Nobody measures before the order is given (06.02.2): which enemies are near is judged from places as the board tells
them, to 5 cm, and fire is weighed for each zone that the distance may be in, shell for both sides of its 20 cm. Guns
are told how rounds scatter and what a hit would cost, never how far it is. Where the umpire allows measuring the
distance is the true one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import hypot
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.agenda import UMPIRE
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.games.civilwar.approach import side_attacked
from feltherre.games.civilwar.by_eye import ABOUT
from feltherre.games.civilwar.commanders import role_of, side_of
from feltherre.games.civilwar.cover import cover_against, nearest_place
from feltherre.games.civilwar.display import may_measure
from feltherre.games.civilwar.field import CHARGE, body, distance, generals_beside, info, is_pinned
from feltherre.games.civilwar.fire_questions import SurprisedFire
from feltherre.games.civilwar.onset import shock_situation
from feltherre.games.civilwar.procedures.artillery import SHELL_DISTANCE
from feltherre.games.civilwar.procedures.artillery_hits import DeviationSituation, farthest
from feltherre.games.civilwar.procedures.inputs import decimals
from feltherre.games.civilwar.shots import muzzle, shot_at
from feltherre.games.civilwar.sightings import known_to
from feltherre.games.civilwar.state import CivilWarState, Unit, change, note, unit_of
from feltherre.games.civilwar.tables import PIECES, ZONES
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.view import view
from feltherre.games.civilwar.volleys import has_cartridges, volley_at, whole_volley
from feltherre.ground.tabletop.angles import bearing, forward
from feltherre.ground.tabletop.measure import CIRCLE, CM, rounded
from feltherre.ground.tabletop.schedule import Event

#: enemies this far away as the eye judges it, in cm, are weighed for an attack, the nearest ones first
NEAR: Final = 40
MOST_ATTACKS: Final = 2
#: how far the eye may be wrong, in cm
WRONG: Final = 5
#: a guess that stands for any other: deviation is a tenth of it (06.02.2)
SOME_GUESS: Final = 10
ORDERS: Final = ("OR", "LU", "U", "FU")


def prospects(state: CivilWarState, roles: Collection[str]) -> list[Prospect]:
    """Of the question a role is asked in the turn, else of the orders that its units could be given; nothing for an
    umpire, who gives none."""
    if state.result is not None or UMPIRE in roles:
        return []
    if state.phase == "turn":
        return list(_asked(state, roles))
    sides = sorted({side_of(role) for role in roles})
    return [one for side in sides for one in _of_side(state, side, [role for role in roles if side_of(role) == side])]


def _of_side(state: CivilWarState, side: int, roles: Collection[str]) -> Iterator[Prospect]:
    known = _known(state, side, roles)
    enemies = [one for one in known.units if one.on_table and one.side != side]
    for unit in known.units:
        if unit.on_table and role_of(known, unit) in roles:
            yield from _of_unit(known, unit, enemies)


def _known(state: CivilWarState, side: int, roles: Collection[str]) -> CivilWarState:
    """The field as these roles know it."""
    # the players' own view of the field; they read the whole game and are loaded when they are first needed
    from feltherre.games.civilwar.players.knowledge import known_state

    return known_state(state, side, view(state, roles), known_to(state, roles))


def _of_unit(state: CivilWarState, unit: Unit, enemies: Sequence[Unit]) -> Iterator[Prospect]:
    """What a unit could be ordered to do to the enemies about it."""
    near = sorted((one for one in enemies if one.arm != "wagon"), key=lambda one: (by_eye(unit, one), one.id))
    if unit.arm == "artillery":
        yield from _gun_fire(state, unit, near)
        return
    if unit.order in ("OR", "LU") and not is_pinned(state, unit):
        targets = [one for one in near if by_eye(unit, one) <= NEAR and one.order != "FU"]
        yield from (_attack(state, unit, one) for one in targets[:MOST_ATTACKS])
    if near:
        yield from _volleys(state, unit, near[0])


def by_eye(one: Unit, other: Unit) -> float:
    """How far apart two units seem, in cm, from their places as the board tells them."""
    (ax, ay), (bx, by) = ((rounded(unit.x, ABOUT * CM), rounded(unit.y, ABOUT * CM)) for unit in (one, other))
    return ABOUT * hypot(ax - bx, ay - by)


# attacks


def _attack(state: CivilWarState, attacker: Unit, target: Unit) -> Prospect:
    """The shock throw of an attack that goes straight to its target from where the attacker stands."""
    there = _arrived(state, attacker, target)
    mover = unit_of(there, attacker.id)
    aspect = side_attacked(there, mover, target, mover.facing)
    event = Event(0, 0, (), 0, "shock", (attacker.id, target.id), {"aspect": aspect, "unbidden": False})
    # of the enemy nobody knows the grade, nor what he is at work on before it is declared
    situation = replace(shock_situation(there, event, None), enemy_grade=0, enemy_working=False)
    words = {"unit": name(state, attacker.id), "target": name(state, target.id)}
    title = say(f"civilwar.odds.attack.{aspect}", **words)
    outputs = {
        "enemy_order_after": say("civilwar.odds.enemy-after"),
        "own_order_after": say("civilwar.odds.own-after"),
    }
    return Prospect(title, "shock", situation, say("civilwar.odds.if-attack"), outputs, _orders())


def _arrived(state: CivilWarState, attacker: Unit, target: Unit) -> CivilWarState:
    """The field with the attacker at charge distance on the straight way."""
    goal = nearest_place(body(state, target), (attacker.x, attacker.y))
    off = (goal[0] - attacker.x, goal[1] - attacker.y)
    facing = bearing(*off) if off != (0, 0) else attacker.facing
    x, y = forward(goal, (facing + CIRCLE // 2) % CIRCLE, CHARGE)
    there = state.clone()
    change(there, attacker.id, x=x, y=y, facing=facing, trail=(), building="")
    note(there, attacker.id, attacks=target.id, charging=False)
    return there


def _orders() -> dict[str, Text]:
    return {order: say(f"civilwar.order.{order}") for order in ORDERS}


# small arms


def _volleys(state: CivilWarState, firer: Unit, target: Unit) -> Iterator[Prospect]:
    """The fire of a whole unit at an enemy straight ahead of it, for each zone that he may be in."""
    weapon = info(state, firer).weapon
    if weapon is None or not has_cartridges(firer):
        return
    least = 0
    near, far = _distance(state, firer, target)
    for _, limit in ZONES[weapon]:
        if near <= limit and far > least:
            yield _volley(state, firer, target, limit, min(limit, far) if near == far else limit)
        least = limit


def _distance(state: CivilWarState, firer: Unit, target: Unit) -> tuple[float, float]:
    """Between what and what the distance is, in cm; the true one where the umpire allows measuring."""
    if may_measure(state):
        way = distance(state, firer, target) / CM
        return way, way
    way = by_eye(firer, target)
    return max(0.0, way - WRONG), way + WRONG


def _volley(state: CivilWarState, firer: Unit, target: Unit, limit: int, way: float) -> Prospect:
    cover, general = cover_against(state, target, (firer.x, firer.y)), bool(generals_beside(state, target))
    situation = whole_volley(state, firer, target, way, target_cover=cover, general_in_contact=general)
    words = {"unit": name(state, firer.id), "target": name(state, target.id), "cm": decimals(limit)}
    return _losses(say("civilwar.odds.volley", **words), "small-arms-fire", situation, "civilwar.odds.if-volley")


def _losses(title: Text, procedure: str, situation: Any, assuming: str) -> Prospect:
    return Prospect(title, procedure, situation, say(assuming), {"losses_men": say("civilwar.odds.men")})


# guns


def _gun_fire(state: CivilWarState, battery: Unit, near: Sequence[Unit]) -> Iterator[Prospect]:
    """How the rounds of a battery in position scatter, and what a hit costs the enemy that seems nearest."""
    data, guns = info(state, battery), battery.battery
    if data.piece is None or guns is None or battery.formation != "unlimbered" or not near:
        return
    who, target = name(state, battery.id), near[0]
    gun_class: Any = PIECES[data.piece].gun_class
    scatter = DeviationSituation(gun_class, SOME_GUESS, (0, 0), 0)
    falls = {way: say(f"civilwar.odds.fell.{way.replace('_', '-')}") for way in _WAYS}
    yield Prospect(
        say("civilwar.odds.scatter", unit=who),
        "artillery-deviation",
        scatter,
        say("civilwar.odds.if-scatter"),
        {"deviation": say("civilwar.odds.falls")},
        falls,
    )
    point = nearest_place(body(state, target), muzzle(state, battery))
    for ammunition, left in (("shell", guns.shell), ("solid_shot", guns.shot)):
        if not left or not PIECES[data.piece].range(ammunition):
            continue
        words = {"unit": who, "target": name(state, target.id), "ammunition": say(f"civilwar.ammunition.{ammunition}")}
        for key, way in _hits(ammunition, farthest(data.piece, ammunition), *_distance(state, battery, target)):
            wanted: Any = {"ammunition": ammunition, "guns": guns.guns - guns.damaged}
            shot = shot_at(state, battery, target, point, way=round(way * CM), **wanted)
            title = say(f"civilwar.odds.{key}", **words, cm=SHELL_DISTANCE)
            yield _losses(title, "artillery-fire", shot.situation, "civilwar.odds.if-hit")


def _hits(ammunition: str, most: float, near: float, far: float) -> Iterator[tuple[str, float]]:
    """(what is told, the range in cm) of a hit at a distance between near and far: shell on both sides of the limit
    beyond which it has its advantage, if it may be on either (schema IX); none at what no round can strike."""
    if near > most:
        return
    if ammunition == "shell" and near <= SHELL_DISTANCE < far:
        yield "hit-within", SHELL_DISTANCE
        yield "hit-beyond", far
    else:
        yield "hit", far


#: where a round can fall, as the procedure calls it
_WAYS: Final = ("too_short", "left", "on_the_spot", "right", "too_long")


# in the middle of a turn


def _asked(state: CivilWarState, roles: Collection[str]) -> Iterator[Prospect]:
    """The surprised fire that a role is asked about: both units stand before him, at charge distance."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, SurprisedFire):
        return
    firer, target = unit_of(state, step.defender), unit_of(state, step.attacker)
    if role_of(state, firer) not in roles or firer.arm == "artillery":
        return
    volley = volley_at(state, firer, target, surprised=True)
    if volley is not None:
        words = {"unit": name(state, firer.id), "target": name(state, target.id)}
        title = say("civilwar.odds.surprised", **words)
        yield _losses(title, "small-arms-fire", volley.situation, "civilwar.odds.if-surprised")
