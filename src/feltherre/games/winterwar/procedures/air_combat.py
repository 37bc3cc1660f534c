"""Air combat (1.6): fought before the ground combat wherever air units of both sides meet."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure, refuse
from feltherre.games.winterwar.codes import HALF, AirCode, Part, parse_air
from feltherre.games.winterwar.procedures.inputs import Count, signed
from feltherre.games.winterwar.tables import default_tables
from feltherre.ground.hexes.combat_table import CombatTable


class AirOutcome(Struct, frozen=True):
    """What an air combat does to the air units of each side."""

    attackers_lost: int
    defenders_lost: int
    #: the survivors return to base without supporting
    attackers_home: bool
    defenders_home: bool
    #: the ground attack on this hex does not take place this turn
    combat_cancelled: bool = False


@rule("1.6-b", "1.6-d")
def air_losses(code: AirCode, part: Part, units: int) -> int:
    """How many of a side's air units are lost: all on E, half of them rounded up on H (1.6-b, 1.6-d, R38)."""
    if code.half:
        return (units + 1) // 2
    return units if part.everyone else min(part.losses, units)


@rule("1.6-c", "1.6-e", "1.6-m")
def go_home(code: AirCode, part: Part) -> bool:
    """Whether a side's survivors go home: on R and S; on H they were not affected and may go on (1.6-m, R59)."""
    return code.stop or part.retreats


@rule("1.6-e")
def air_outcome(result: str, attackers: int, defenders: int) -> AirOutcome:
    """What a result of table 1.6 means for so many air units; S stops the ground attack too (1.6-e, R39)."""
    code = parse_air(result)
    if code is None:
        raise refuse("winterwar.refuse.code", "1.6-a", code=result)
    attacking, defending = code.sides.part("A"), code.sides.part("F")
    return AirOutcome(
        attackers_lost=air_losses(code, attacking, attackers),
        defenders_lost=air_losses(code, defending, defenders),
        attackers_home=go_home(code, attacking),
        defenders_home=go_home(code, defending),
        combat_cancelled=code.stop,
    )


class Air(Struct, frozen=True, forbid_unknown_fields=True):
    """The air combat values of the air units of both sides."""

    attackers: tuple[Count, ...]
    defenders: tuple[Count, ...]


@procedure("air-combat", dice=list[int])
@rule("1.6-f", "1.6-g")
def air_combat(air: Air, desk: Desk, *, table: CombatTable | None = None) -> Resolve:
    """An air combat (1.6-l): the attacker's air combat values less the defender's, of any number of air units, give
    the column (1.6-f, 1.6-g, R36)."""
    desk.refuse_if(not (air.attackers and air.defenders), "no-air-combat", "1.6-l")
    table = table or default_tables().air
    attack, defence = sum(air.attackers), sum(air.defenders)
    difference = attack - defence
    column = table.value_column(difference)
    desk.known |= {"differential": difference, "column": table.headings[column]}
    told = {"attack": attack, "defence": defence, "difference": signed(difference), "column": table.headings[column]}
    desk.line("air.difference", "1.6-f", difference, **told)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "1.6-f").values[0]
        result = table.result(column, die)
        desk.line("combat.die", "1.6-f", die=die, result=result)
        outcome = air_outcome(result, len(air.attackers), len(air.defenders))
        tell_outcome(result, outcome, desk)
        return {"result": result, **msgspec.structs.asdict(outcome)}

    return resolve


def tell_outcome(result: str, outcome: AirOutcome, desk: Desk) -> None:
    """What a result does to the air units of both sides."""
    if outcome.combat_cancelled:
        desk.line("air.stop", "1.6-e")
        return
    why_lost = "1.6-d" if result == HALF else "1.6-b"
    for side, lost, home in (
        ("attacker", outcome.attackers_lost, outcome.attackers_home),
        ("defender", outcome.defenders_lost, outcome.defenders_home),
    ):
        desk.line_if(lost > 0, f"air.{side}.lost", why_lost, lost, n=lost)
        desk.line_if(home, f"air.{side}.home", "1.6-c")
