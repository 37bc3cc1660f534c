"""After a shock throw that the opponent did not stand (07.02.4, 07.02.5, 07.04.5): pursuit or a new target, and what
the opponent does who is taken in flank or rear.

Both are asked in the step `react`, when the forced moves of the instant are made and everybody sees where the enemy is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import motion, watch
from feltherre.games.civilwar.approach import advance_bearing, side_attacked
from feltherre.games.civilwar.attack import is_there
from feltherre.games.civilwar.changing import about
from feltherre.games.civilwar.commanders import role_name, role_of
from feltherre.games.civilwar.field import body, by_id, enemies, is_pinned
from feltherre.games.civilwar.grips import set_grip, turning_figures
from feltherre.games.civilwar.orders.language import Attack, NextTarget
from feltherre.games.civilwar.routes import Approach, Course
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, note, place_in_order, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import to_the_right
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Moving
from feltherre.ground.tabletop.schedule import Event, enter
from feltherre.ground.tabletop.tracks import Leg


class Pursue(Action, frozen=True, tag="pursue"):
    """Go on after the broken enemy."""


class HoldGround(Action, frozen=True, tag="hold-ground"):
    """Stand at charge distance and let him go."""


class AttackNext(Action, frozen=True, tag="attack-next"):
    """Attack another enemy within the march length that is left (07.02.5)."""

    target: str


class TurnToMeet(Action, frozen=True, tag="turn-to-meet"):
    """Turn two companies to an attack on the flank, or the whole unit to one from the rear; or do not (07.04.5)."""

    turn: bool


class Pursuing(Step, frozen=True, tag="pursuing"):
    """An attacker has broken his opponent: does he pursue him (07.02.5)?"""

    attacker: str
    defender: str


class Taken(Step, frozen=True, tag="taken"):
    """A unit was taken in flank or rear and stands: does it turn to meet the attack (07.04.5)?"""

    attacker: str
    defender: str
    aspect: str


# entering


@rule("07.02.5")
def broken(state: CivilWarState, attackers: tuple[str, ...], defender: str) -> None:
    """Each attacker who is at charge distance of an opponent now in U or FU may choose (07.02.5)."""
    for unit in attackers:
        if is_there(state, unit, defender):
            _enter(state, "pursuit", unit, unit, defender, "")


@rule("07.04.5")
def taken(state: CivilWarState, attacker: str, defender: str, aspect: str) -> None:
    """A unit attacked in flank or rear that is not broken may turn after the throw (07.04.5, R81)."""
    _enter(state, "taken", defender, attacker, defender, aspect)


def _enter(state: CivilWarState, kind: str, whose: str, attacker: str, defender: str, aspect: str) -> None:
    line, order = state.line, place_in_order(state, whose)
    enter(line, line.now, "react", kind, order=order, who=(attacker, defender), data={"aspect": aspect})


# pursuit


@events.of("pursuit")
@rule("07.02.5")
def pursuit(table: Table[CivilWarState], event: Event) -> None:
    """As the order says, or as the standing instruction says, or as the player answers now."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is None or not _is_free(state, unit):
        return
    answer = standing_answer(state, unit)
    if answer is None:
        table.push(Pursuing(unit.id, event.who[1]))
    else:
        carry_on(table, unit.id, event.who[1], answer)


def _is_free(state: CivilWarState, unit: Unit) -> bool:
    """If a unit still goes forward of its own will."""
    steady = unit.on_table and unit.order in ("OR", "LU") and not is_pinned(state, unit)
    return steady and not doing_of(state, unit.id).void


def standing_answer(state: CivilWarState, unit: Unit) -> Action | None:
    """What the unit's order says of a broken enemy, None if the player is to be asked. A next target that cannot be
    attacked is no answer."""
    line = doing_of(state, unit.id).line
    if line is None:
        return None
    follow = line.order.follow if isinstance(line.order, Attack) else None
    if isinstance(follow, NextTarget):
        return AttackNext(follow.target) if follow.target in new_targets(state, unit) else None
    word = follow or {"yes": "pursue", "no": "hold"}.get(line.prefs.pursue)
    return None if word is None else Pursue() if word == "pursue" else HoldGround()


@rule("07.02.5")
def new_targets(state: CivilWarState, unit: Unit) -> list[str]:
    """The enemies that it sees and could come to charge distance of with what is left of its march; at charge pace with
    one turn of at most 20 degrees (R77, 02.05.6). Whom it has shocked already it does not attack again."""
    done = doing_of(state, unit.id).shocked
    return [
        enemy.id
        for enemy in enemies(state, unit)
        if enemy.id not in done and enemy.order != "FU" and sees(state, unit, enemy) and _reaches(state, unit, enemy)
    ]


def _reaches(state: CivilWarState, unit: Unit, enemy: Unit) -> bool:
    course = _course(state, unit, enemy.id)
    if not course.legs:
        return False
    legs, begin = tuple(course.legs), watch.first_tick(state)
    tick = watch.charge_tick(legs, watch.mover_of(state, index(state, enemy.id)), begin)
    others = [one for one in enemies(state, unit) if one.id != enemy.id and one.order != "FU"]
    return tick != NEVER and not any(_in_the_way(state, legs, one, begin, tick) for one in others)


def _in_the_way(state: CivilWarState, legs: tuple[Leg, ...], enemy: Unit, begin: int, end: int) -> bool:
    """If an enemy, such as the broken one, stands between: through him there is no way (02.06.3)."""
    there = watch.mover_of(state, index(state, enemy.id))
    return first_within(Moving(legs), there, CONTACT, begin, end) != NEVER


def _course(state: CivilWarState, unit: Unit, target: str) -> Course:
    """The way straight at a new target, from here and now."""
    track = state.tracks[index(state, unit.id)]
    turned = bool(track) and track[0].pose.facing != unit.facing
    course = Course(state, unit, state.line.now, turned=turned)
    course.march(Approach(target), "charge" if doing_of(state, unit.id).charging else "ordinary")
    return course


@steps.alive(Pursuing)
def may_pursue(state: CivilWarState, step: Pursuing) -> bool:
    return _is_free(state, unit_of(state, step.attacker))


@steps.asks(Pursuing)
@rule("07.02.5")
def pursues(state: CivilWarState, step: Pursuing) -> Iterator[Decision[Any]]:
    """Whether it goes on after him, lets him go, or attacks another within its reach."""
    unit = unit_of(state, step.attacker)
    targets = new_targets(state, unit)
    actions: list[Action] = [Pursue(), HoldGround(), *(AttackNext(target) for target in targets)]
    labels = [say("civilwar.attack.pursue"), say("civilwar.attack.hold")]
    labels += [say("civilwar.attack.next", defender=name(state, target)) for target in targets]
    yield _asked(state, unit, "pursue", "07.02.5", step, ListSpace(actions, labels))


@steps.answer(Pursuing)
def goes_on(table: Table[CivilWarState], step: Pursuing, role: str, action: Action) -> None:
    carry_on(table, step.attacker, step.defender, action)


def _asked(
    state: CivilWarState, unit: Unit, what: str, rule_id: str, step: Pursuing | Taken, space: ListSpace[Any]
) -> Decision[Any]:
    """A question to the player of a unit, in the words of who attacks whom."""
    role, who, whom = role_of(state, unit), name(state, step.attacker), name(state, step.defender)
    told = role_name(role)
    return ask(state, role, what, rule_id, space, waiting="attack", role=told, attacker=who, defender=whom)


@rule("07.02.4", "07.02.5")
def carry_on(table: Table[CivilWarState], attacker: str, defender: str, action: Action) -> None:
    """Pursuit is the advance as it was; a new target is an ordered attack with the march length that is left (R77)."""
    state = table.state
    who, whom = name(state, attacker), name(state, defender)
    if isinstance(action, AttackNext):
        whom = name(state, action.target)
        advance_on(state, attacker, action.target)
        tell(table, "civilwar.attack.goes-next", "07.02.5", attacker, action.target, attacker=who, defender=whom)
    elif isinstance(action, HoldGround):
        motion.halt(state, attacker, "holds")
        tell(table, "civilwar.attack.holds", "07.02.5", attacker, defender, attacker=who, defender=whom)
    else:
        tell(table, "civilwar.attack.pursues", "07.02.5", attacker, defender, attacker=who, defender=whom)


def advance_on(state: CivilWarState, attacker: str, target: str) -> None:
    """A new advance straight at a target."""
    note(state, attacker, attacks=target)
    motion.go_for(state, attacker, target)


# turning to meet an attack


@events.of("taken")
@rule("07.04.5")
def taken_in_flank(table: Table[CivilWarState], event: Event) -> None:
    """The unit attacked is asked if it is still there and steady; not if it has turned to meet another on that side
    already, for then it meets both (R81)."""
    state, (attacker, defender) = table.state, event.who
    unit, aspect = by_id(state, defender), str(event.data["aspect"])
    if unit is None or not _may_turn(state, unit):
        return
    if aspect == "rear" and not _is_behind(state, unit, attacker):
        return
    if aspect == "flank" and not unit.companies:
        return  # a battery has none to turn: its gunners fight at their guns, whoever comes
    if aspect == "flank" and any(_turned_to(unit, other) for other in _on_same_side(state, unit, attacker)):
        share_turned(state, unit, attacker)
        return
    table.push(Taken(attacker, defender, aspect))


def _is_behind(state: CivilWarState, unit: Unit, attacker: str) -> bool:
    """If an attacker is in the rear of a unit, as it faces now."""
    foe = unit_of(state, attacker)
    return side_attacked(state, foe, unit, advance_bearing(state, foe, state.line.now)) == "rear"


def _on_same_side(state: CivilWarState, unit: Unit, attacker: str) -> list[str]:
    """Of those against whom a unit has turned figures, who stands on the same side of it as an attacker."""
    known = {grip.enemy: by_id(state, grip.enemy) for grip in unit.grips}
    side = _is_right(state, unit, unit_of(state, attacker))
    return [name for name, foe in known.items() if foe is not None and _is_right(state, unit, foe) == side]


def _is_right(state: CivilWarState, unit: Unit, foe: Unit) -> bool:
    (x, y), (at_x, at_y) = body(state, foe).centre, body(state, unit).centre
    return to_the_right(x - at_x, y - at_y, unit.facing) > 0


def _turned_to(unit: Unit, enemy: str) -> bool:
    return any(grip.enemy == enemy and grip.turned for grip in unit.grips)


@rule("07.04.5")
def share_turned(state: CivilWarState, unit: Unit, attacker: str) -> None:
    """The two companies that face a flank meet everybody who attacks it: they are divided among them (07.04.5, R80)."""
    foes = [*(foe for foe in _on_same_side(state, unit, attacker) if _turned_to(unit, foe)), attacker]
    figures = turning_figures(unit)
    for place, foe in enumerate(foes):
        set_grip(state, unit.id, foe, turned=(figures + len(foes) - 1 - place) // len(foes))


def _may_turn(state: CivilWarState, unit: Unit) -> bool:
    return unit.on_table and unit.order in ("OR", "LU") and not unit.building


@steps.alive(Taken)
def may_still_turn(state: CivilWarState, step: Taken) -> bool:
    return _may_turn(state, unit_of(state, step.defender))


@steps.asks(Taken)
@rule("07.04.5")
def turns(state: CivilWarState, step: Taken) -> Iterator[Decision[Any]]:
    """Whether two companies, or the whole unit, turn to meet the attack (07.04.5)."""
    labels = [say(f"civilwar.attack.turn-{step.aspect}"), say("civilwar.attack.turn-not")]
    space = ListSpace((TurnToMeet(True), TurnToMeet(False)), labels)
    yield _asked(state, unit_of(state, step.defender), f"turn-{step.aspect}", "07.04.5", step, space)


@steps.answer(Taken)
def turned(table: Table[CivilWarState], step: Taken, role: str, action: TurnToMeet) -> None:
    if action.turn:
        turn_to_meet(table, step.attacker, step.defender, step.aspect)


@rule("07.04.5")
def turn_to_meet(table: Table[CivilWarState], attacker: str, defender: str, aspect: str) -> None:
    """Two companies face an attack on the flank, the whole unit faces about to one from the rear; neither takes time
    (07.04.5, R81)."""
    state = table.state
    unit = unit_of(state, defender)
    if aspect == "flank":
        set_grip(state, defender, attacker, turned=turning_figures(unit))
    else:
        faced = about(state, unit)
        there = Pose(faced["x"], faced["y"], faced["facing"])
        motion.relocate(state, defender, there, trail=faced.get("trail", ()))
    who, whom = name(state, attacker), name(state, defender)
    tell(table, f"civilwar.attack.turned-{aspect}", "07.04.5", defender, attacker, attacker=who, defender=whom)
