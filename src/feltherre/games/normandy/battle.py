"""Ground combat (STEP-5, 1.2-g, 1.4, 1.5): who may take part, the odds, the die, the result."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Chance, Outcome
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.reasons import Reasons
from feltherre.games.normandy.board import Crossing
from feltherre.games.normandy.state import Weather
from feltherre.games.normandy.tables import DIE, GROUND, TERRAIN_RULE, Count, Side, allowed_in
from feltherre.games.normandy.units import GUN_DEFENCE, GUNS, AirType, GroundType
from feltherre.hexgame.desk import refuse_twice
from feltherre.hexgame.results import Code, parse_result

Ground = Literal["open", "covered", "bocage", "marsh", "city"]
#: where the defender may take a loss instead of retreating (1.5-e)
CLOSE: Final = ("bocage", "marsh", "city")
#: what supports over a river (1.4-river): coastal artillery attacks nothing on land
FIELD_GUNS: Final = ("artillery", "rocket-artillery")

SELDOM: Final = Ask(seldom=True)


class Defender(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    type: GroundType
    strength: Count
    loss_value: Count
    losses: Count = 0


class Attacker(Defender, frozen=True, forbid_unknown_fields=True):
    """`crossing`: what lies between it and the hex it attacks."""

    crossing: Crossing = "none"


class Aircraft(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    type: AirType
    strength: Count


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    strength: Count


class Combat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An attack on a hex."""

    attacking_side: Side = "allied"
    attackers: tuple[Attacker, ...]
    air: Annotated[tuple[Aircraft, ...], SELDOM] = ()
    ships: Annotated[tuple[Ship, ...], SELDOM] = ()
    already_attacked: Annotated[tuple[str, ...], SELDOM] = ()
    defenders: tuple[Defender, ...]
    terrain: Ground
    weather: Weather = "clear"

    @property
    def names(self) -> set[str]:
        """Everybody who takes part in the attack."""
        return {one.id for units in (self.attackers, self.air, self.ships) for one in units}


#: what an attack that is none has for outputs
_NOTHING: Final = dict.fromkeys(
    (
        *("attack_total", "defence_total", "odds", "die_modifier", "modified_die", "result", "attacker_losses"),
        *("attackers_eliminated", "defender_losses", "defenders_eliminated", "retreat_required"),
        *("loss_instead_allowed", "advance_candidates"),
    )
)


@rule("1.4-river", "1.4-bridge")
def may_lead(type_: str, over: Crossing) -> bool:
    """Whether a unit can attack without others: not over a river without a bridge, nor coastal artillery (R48, R52)."""
    return over != "river" and type_ != "coastal-artillery"


@rule("1.4-river", "3.1-b")
def may_join(type_: str, over: Crossing) -> bool:
    """Whether a unit can take part at all: over a river without a bridge only artillery supports (R52)."""
    return may_lead(type_, over) or (over == "river" and type_ in FIELD_GUNS)


#: why there is no attack (R34, R37, R48, R49, R52)
BARRED: Final = Reasons[[Combat]](
    __name__,
    "BARRED",
    ("no-ground-unit", "STEP-5-b", lambda c: not c.attackers),
    ("support-not-allied", "STEP-5-c", lambda c: c.attacking_side != "allied" and bool(c.air or c.ships)),
    ("already-attacked", "STEP-5-e", lambda c: not c.names.isdisjoint(c.already_attacked)),
    ("coastal-artillery", "4.1-e", lambda c: any(unit.type == "coastal-artillery" for unit in c.attackers)),
    ("river", "1.4-river", lambda c: not all(may_join(unit.type, unit.crossing) for unit in c.attackers)),
    (
        "artillery-alone-over-river",
        "1.4-river",
        lambda c: not any(may_lead(unit.type, unit.crossing) for unit in c.attackers),
    ),
    ("air-in-storm", "1.8-storm", lambda c: bool(c.air) and not allowed_in(c.weather).attack_aircraft),
    (
        "bombers-in-rain",
        "1.8-rain",
        lambda c: not allowed_in(c.weather).bombers and any(unit.type == "bomber" for unit in c.air),
    ),
    ("ships-in-storm", "1.8-storm", lambda c: bool(c.ships) and not allowed_in(c.weather).naval_support),
)


@rule("STEP-5-c", "1.4-open", "3.1-a", "3.1-c", "3.1-f")
def attack_total(c: Combat, desk: Desk) -> int:
    """All strengths added up, ground, air and ships; armour counts double against an open hex (R10)."""
    doubled = sum(unit.strength for unit in c.attackers if unit.type == "armour" and c.terrain == "open")
    support = sum(unit.strength for unit in c.air) + sum(ship.strength for ship in c.ships)
    desk.line_if(doubled > 0, "combat.armour-attacks", "1.4-open", doubled, n=doubled)
    desk.line_if(support > 0, "combat.support", "STEP-5-c", support, n=support)
    return sum(unit.strength for unit in c.attackers) + doubled + support


@rule("1.2-g", "1.2-h", "1.4-open", "1.4-city", "3.1-d")
def defence_total(c: Combat, desk: Desk) -> int:
    """All in the hex defend: artillery with 1, armour double in the open, everybody double in a city (R10, R11)."""
    guns = sum(unit.type in GUNS for unit in c.defenders)
    armour = sum(unit.strength for unit in c.defenders if unit.type == "armour" and c.terrain == "open")
    total = sum(GUN_DEFENCE if unit.type in GUNS else unit.strength for unit in c.defenders) + armour
    desk.line_if(guns > 0, "combat.guns-defend", "1.2-h", guns * GUN_DEFENCE, n=guns)
    desk.line_if(armour > 0, "combat.armour-defends", "1.4-open", armour, n=armour)
    desk.line_if(c.terrain == "city", "combat.city", "1.4-city", 2 * total, n=2 * total)
    return 2 * total if c.terrain == "city" else total


@rule("1.4-open", "1.4-covered", "1.4-bocage", "1.4-marsh", "1.4-city")
def terrain_modifier(terrain: Ground, desk: Desk) -> int:
    """What the terrain of the defended hex does to the die (1.4)."""
    modifier = DIE[terrain]
    desk.line_if(modifier != 0, f"combat.terrain.{terrain}", TERRAIN_RULE[terrain], modifier, value=signed(modifier))
    return modifier


@procedure("ground-combat", "result", dice=list[int] | None)
@rule("STEP-5-a", "STEP-5-d", "1.5-a", "1.7-c", "WEA-3", "4.1-h")
def ground_combat(c: Combat, desk: Desk) -> Resolve | Outcome:
    """An attack on a hex: odds rounded for the defender, the die by the terrain (STEP-5-d, 1.4, 1.5; R1, R4)."""
    if reason := BARRED.first(c):
        desk.line(f"combat.no.{reason}", BARRED.rules[reason])
        return {"legal": False, "reason": reason, **_NOTHING}
    desk.refuse_if(not c.defenders, "no-defenders", "STEP-5-a")
    refuse_twice(desk, (one.id for units in (c.attackers, c.air, c.ships) for one in units), "unit-twice", "STEP-5-e")
    refuse_twice(desk, (unit.id for unit in c.defenders), "unit-twice", "STEP-5-d")
    attack, defence = attack_total(c, desk), defence_total(c, desk)
    column = GROUND.odds_column(attack, defence)
    odds = GROUND.headings[column]
    desk.line("combat.odds", "1.5-a", attack=attack, defence=defence, column=odds)
    modifier = terrain_modifier(c.terrain, desk)
    desk.known |= {"legal": True, "reason": None, "attack_total": attack, "defence_total": defence}
    desk.known |= {"odds": odds, "die_modifier": modifier}
    advancing = [unit.id for unit in c.attackers if unit.crossing != "river"]

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "1.5-a").values[0]
        result = GROUND.result(column, die + modifier)
        code = parse_result(result) or Code()
        desk.line("combat.die", "1.5-a", die + modifier, die=die, counts=str(die + modifier), result=result)
        tell_code(code, c.terrain, desk)
        return {
            "modified_die": die + modifier,
            "result": result,
            "attacker_losses": code.attacker.losses,
            "attackers_eliminated": code.attacker.everyone,
            "defender_losses": code.defender.losses,
            "defenders_eliminated": code.defender.everyone,
            "retreat_required": code.defender.retreats,
            "loss_instead_allowed": code.defender.retreats and c.terrain in CLOSE,
            "advance_candidates": advancing,
        }

    return resolve


@rule("1.5-b", "1.5-c", "1.5-e", "1.5-g")
def tell_code(code: Code, terrain: str, desk: Desk) -> None:
    """What a result does to both sides."""
    for side, part in (("attacker", code.attacker), ("defender", code.defender)):
        desk.line_if(part.everyone, f"code.{side}.everyone", "1.5-g")
        desk.line_if(part.losses > 0, f"code.{side}.losses", "1.5-b", part.losses, n=part.losses)
    if code.defender.retreats:
        desk.line("code.retreats", "1.5-c")
        desk.line_if(terrain in CLOSE, "code.may-stand", "1.5-e")
