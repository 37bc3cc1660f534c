"""Staff and command (08): who is in command, what couriers bring and when, and what becomes of staffs under fire."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Rows, procedure
from feltherre.games.napoleon.procedures.inputs import (
    GRADES,
    THREE_DICE,
    THREE_DICE_OR_NONE,
    Count,
    Length,
    Points,
    amount,
    check_lu_grades,
    cut,
    tell_dice,
    three_dice_if,
)
from feltherre.games.napoleon.tables import cells

#: how far a commander commands, in cm (08.03.4)
COMMAND_CM: Final = 35
#: what a reaction roll and the appointment of a new commander must reach (08.03.5, 08.02.6, R11)
REACHED: Final = 13
#: a courier in the open is removed by so much (08.02.5), which gives less by far riding
CAUGHT: Final = 6
RODE_FAR: Final = -2
#: a staff figure falls by so much (08.02.3)
FALLS: Final = 1

#: schema II, delay: die -> turns; a courier whose message is lost is not in it
DELAYS: Final[dict[int, int]] = cells("II", "die_or_situation", value="turns_delay", part="delay")
#: schema II, reaction roll; the morale grade is added as it is
REACTION: Final = Rows.of(
    __name__,
    "REACTION",
    cells("II", "key", value="points", part="reaction") | {"morale_grade": 0},
    "08.03.5",
    "napoleon.modifier.reaction.",
)
#: schema XVI: die -> whether the commander falls, and what he gives his unit
COMMANDER_FALLS: Final[dict[int, bool]] = cells("XVI", "die", value="commander_falls")
COMMANDER_GIVES: Final[dict[int, int]] = cells("XVI", "die", value="points_to_unit")


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    commander_alive: bool = True


@procedure("command-check")
@rule("08.01.4")
def command_check(given: Command, desk: Desk) -> Outcome:
    """Whether a unit is within command distance of its own commander, measured from his figure; a fallen one commands
    nobody until he is replaced (08.03.4, 08.03.6, 08.01.4)."""
    within = exact(given.distance_cm) <= COMMAND_CM
    if given.commander_alive:
        told = {"cm": amount(given.distance_cm), "most": COMMAND_CM}
        desk.line("command.within" if within else "command.beyond", "08.03.4", **told)
    else:
        desk.line("command.fallen", "08.03.6")
    return {"in_command": given.commander_alive and within}


class Reaction(Struct, frozen=True, forbid_unknown_fields=True):
    order_repeats: Literal["none", "last_executed", "latest_not_executed"] = "none"
    follows_instruction: bool = False
    courier_in_contact: bool = False
    lu_grades: Count = 0
    in_u: bool = False
    grade: Points = 0


@procedure("reaction-roll", **THREE_DICE)
@rule("08.03.6")
def reaction_roll(unit: Reaction, desk: Desk) -> Resolve:
    """Whether a unit that is outside command distance, or whose commander has fallen, can carry out its order; else it
    stands still for the whole turn (08.03.5, 08.03.6, schema II)."""
    check_lu_grades(unit.lu_grades, unit.in_u, desk)
    holds = {
        "repeat_executed": unit.order_repeats == "last_executed",
        "repeat_not_executed": unit.order_repeats == "latest_not_executed",
        "follows_instruction": unit.follows_instruction,
        "courier_contact": unit.courier_in_contact,
        "per_lu_grade": REACTION["per_lu_grade"].value * unit.lu_grades,
        "state_u": unit.in_u,
        "morale_grade": cut(unit.grade, *GRADES),
    }
    points = desk.add(REACTION, holds)

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(3, "dice", "08.03.5", TALLY)
        total = dice.total + points
        obeys = total >= REACHED
        tell_dice(dice, points, total, desk, "08.03.5")
        desk.line("reaction.obeys" if obeys else "reaction.stands-still", "08.03.5", least=REACHED)
        return {"total": total, "obeys": obeys}

    return resolve


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    arrival: Count


@procedure("courier-delay", die=int)
def courier_delay(message: Message, desk: Desk) -> Resolve:
    """After which turn a message can be read, of which only the umpire knows: the courier's march, and the delay of
    schema II (08.03.1, 08.03.2, R63)."""
    desk.refuse_if(message.arrival < 1, "no-such-turn", "08.03.2", turn=message.arrival)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "08.03.2").total
        delay = DELAYS.get(die)
        read = None if delay is None else message.arrival + delay
        desk.line("delay.lost" if delay is None else "delay.turns", "08.03.2", delay, die=die, n=delay or 0)
        desk.line_if(read is not None, "delay.read", "08.03.1", turn=read)
        return {"readable_between": read}

    return resolve


class Courier(Struct, frozen=True, forbid_unknown_fields=True):
    in_contact: bool = False
    moved_more_than_half: bool = False


@procedure("courier-survival", **THREE_DICE_OR_NONE)
def courier_survival(courier: Courier, desk: Desk) -> Resolve:
    """Whether a courier who ends the turn in the open is removed (08.02.5, R11)."""

    def resolve(chance: Chance) -> Outcome:
        dice = three_dice_if(not courier.in_contact, chance, "08.02.5")
        if dice is None:
            desk.line("courier.in-contact", "08.02.5")
            return {"removed": False}
        change = RODE_FAR if courier.moved_more_than_half else 0
        desk.line_if(courier.moved_more_than_half, "courier.rode-far", "08.02.5", change, value=signed(change))
        total = dice.total + change
        tell_dice(dice, change, total, desk, "08.02.5")
        desk.line("courier.removed" if total <= CAUGHT else "courier.stays", "08.02.5", most=CAUGHT)
        return {"removed": total <= CAUGHT}

    return resolve


class StaffFigure(Struct, frozen=True, forbid_unknown_fields=True):
    committed_commander: bool = False


@procedure("staff-casualty", die=int)
def staff_casualty(figure: StaffFigure, desk: Desk) -> Resolve:
    """Whether a staff figure falls that is in contact with a unit under fire or in melee; of a committed commander
    schema XVI decides (08.02.3)."""

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "08.02.3").total
        committed = figure.committed_commander
        falls = COMMANDER_FALLS[die] if committed else die <= FALLS
        desk.line_if(committed, "staff.committed", "08.02.3")
        desk.line("staff.falls" if falls else "staff.survives", "08.02.3", die=die)
        return {"falls": falls}

    return resolve


class Intervention(Struct, frozen=True, forbid_unknown_fields=True):
    use: Literal["melee", "under_fire"]


@procedure("commander-intervention", die=int)
def commander_intervention(committed: Intervention, desk: Desk) -> Resolve:
    """What a committed commander gives his unit, and whether he falls: in melee points of its own, under fire a change
    of the firer's morale column, also of artillery (08.02.1 to 08.02.3, schema XVI, R21)."""
    in_melee = committed.use == "melee"
    desk.line("commander.melee" if in_melee else "commander.under-fire", "08.02.2")

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "08.02.1").total
        points, falls = COMMANDER_GIVES[die], COMMANDER_FALLS[die]
        desk.line("commander.falls" if falls else "commander.survives", "08.02.3", die=die)
        desk.line("commander.gives", "08.02.1", points, value=signed(points))
        for_firer = 0 if in_melee else -points
        desk.line_if(not in_melee, "commander.for-firer", "08.02.1", for_firer, value=signed(for_firer))
        return {"points": points, "falls": falls, "firer_morale_modifier": for_firer}

    return resolve


class Succession(Struct, frozen=True, forbid_unknown_fields=True):
    whole_turns_since_fall: Count = 0
    couriers_available: Count = 1


@procedure("replace-commander", **THREE_DICE_OR_NONE)
def replace_commander(fallen: Succession, desk: Desk) -> Resolve:
    """Whether a courier takes the place of a fallen commander; it is tried at the opening of every turn as long as
    there are couriers (08.02.6, 03.02.4, 08.03.6, R11)."""
    waited = fallen.whole_turns_since_fall

    def resolve(chance: Chance) -> Outcome:
        dice = three_dice_if(fallen.couriers_available > 0, chance, "08.02.6")
        if dice is None:
            desk.line("succession.no-courier", "08.02.6")
            return {"replaced": False}
        total = dice.total + waited
        desk.line_if(waited > 0, "succession.waited", "08.02.6", waited, value=signed(waited))
        tell_dice(dice, waited, total, desk, "08.02.6")
        replaced = total >= REACHED
        desk.line("succession.appointed" if replaced else "succession.not-yet", "08.02.6", least=REACHED)
        if replaced:
            desk.line("succession.commands", "08.03.6", most=COMMAND_CM)
        else:
            desk.line("succession.again", "03.02.4")
        return {"replaced": replaced}

    return resolve


PROCEDURES = (
    command_check,
    reaction_roll,
    courier_delay,
    courier_survival,
    staff_casualty,
    commander_intervention,
    replace_commander,
)
