"""A unit's state in words, as its commander keeps it in mind: on the board and on the order sheet."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.games.civilwar.command import brought_to, in_command
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.grips import opponents
from feltherre.games.civilwar.orders.writing import write_line
from feltherre.games.civilwar.sightings import known_to_chief
from feltherre.games.civilwar.state import Battery, CivilWarState, Unit
from feltherre.games.civilwar.telling import name


def states(state: CivilWarState, unit: Unit) -> list[Text]:
    """What its commander keeps in mind: order, pin, melee, losses, ammunition, command."""
    found = [say(f"civilwar.order.{unit.order}")]
    if is_pinned(state, unit):
        found.append(say("civilwar.display.pinned"))
    if enemies := _fought(state, unit):
        found.append(say("civilwar.display.in-melee", enemies=enemies))
    if unit.men:
        found.append(say("civilwar.display.men", n=unit.men))
    if unit.out_of_ammunition:
        found.append(say("civilwar.display.no-ammunition"))
    if unit.battery is not None:
        found += _battery(unit.battery)
    if unit.building:
        found.append(say("civilwar.display.in-building", building=unit.building))
    if not in_command(state, unit):
        found.append(say("civilwar.display.out-of-command"))
    if (brought := brought_to(state, unit)) is not None:
        found.append(say("civilwar.display.brought", order=write_line(brought)))
    return found


@rule("07.04.1", "03.02.2")
def _fought(state: CivilWarState, unit: Unit) -> list[Text | str]:
    """Whom it is to fight hand to hand in the turn that is ordered, as far as its general knows of them."""
    if state.phase != "orders":
        return []
    known = known_to_chief(state, unit)
    return [name(state, one.id) for one in opponents(state, unit) if one.id in known and known[one.id].live]


def _battery(battery: Battery) -> list[Text]:
    """Its guns and what they have left to fire (schema XXI)."""
    guns = say("civilwar.display.guns", n=battery.guns - battery.damaged, start=battery.guns_start)
    rounds = say("civilwar.display.rounds", shell=battery.shell, shot=battery.shot, canister=battery.canister)
    damaged = [say("civilwar.display.damaged", n=battery.damaged)] if battery.damaged else []
    return [guns, *damaged, rounds]
