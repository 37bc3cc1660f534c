"""Exact chances of fire and shock, from the procedures' own tables, as numbers that a player can weigh.

What a loss does is reckoned through the morale test (08.02.7): a volley is worth the men that it costs, and far more
when it throws the unit into disorder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from feltherre.core.chance import TALLY, Chance, Dice
from feltherre.games.civilwar.cover import cover_against
from feltherre.games.civilwar.field import generals_beside, grade, info, is_pinned
from feltherre.games.civilwar.gun_steps import Cannonade
from feltherre.games.civilwar.guns import GunOrder, gun_fire
from feltherre.games.civilwar.procedures.artillery import artillery_fire
from feltherre.games.civilwar.procedures.attack import ShockSituation, shock_outcome, shock_throw
from feltherre.games.civilwar.procedures.morale import loss_rows, table_order
from feltherre.games.civilwar.procedures.small_arms import Aim, aimed
from feltherre.games.civilwar.shots import Shot
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.support import supported
from feltherre.games.civilwar.tables import MORALE, MORALE_DICE, ZONES
from feltherre.games.civilwar.volleys import ranks_in_column, volley_at, whole_volley
from feltherre.ground.tabletop.measure import CM

#: sum of two dice -> its chance
TWO_DICE: Final = {dice: (6 - abs(dice - 7)) / 36 for dice in range(2, 13)}


class Fallen(Chance):
    """Dice that have fallen, of which the sum is known."""

    def __init__(self, total: int) -> None:
        self.dice = Dice((total,))

    def throw(self, n: int, purpose: str, rule: str, reads: str = TALLY) -> Dice:
        return self.dice

    def draw(self, k: int, items: Sequence[Any], purpose: str, rule: str) -> tuple[Any, ...]:
        raise NotImplementedError


#: sum of two dice -> a throw of it
FALLEN: Final = {dice: Fallen(dice) for dice in TWO_DICE}
MEN: Final = 20
#: the grade of an enemy whose fire one has to reckon with
TAKEN_FOR: Final = 1
#: what an opponent's disorder and rout are worth, as a part of his figures
SHAKEN_WORTH: Final = 0.08
BROKEN_WORTH: Final = 0.35
#: a gun and a trooper in figures of infantry
GUN_WORTH: Final = 3.0
TROOPER_WORTH: Final = 1.5
#: with what chance a volley that is not the first leaves the unit without cartridges: a pair of 1 to 4 (schema XXI)
RUNS_OUT: Final = 4 / 36


class Effect(NamedTuple):
    """What a fire does on average: men lost, and how often the target falls into LU, and into U or worse."""

    men: float
    shaken: float
    broken: float

    def worth(self, target: Unit) -> float:
        """In figures of the side that fires."""
        return self.men / MEN + weight_of(target) * (SHAKEN_WORTH * self.shaken + BROKEN_WORTH * self.broken)


def weight_of(unit: Unit) -> float:
    """What a unit is worth in figures of infantry: guns far more than their gunners, troopers more than men on foot."""
    if unit.battery is not None:
        return max(unit.figures, unit.battery.guns * GUN_WORTH)
    return unit.figures * (TROOPER_WORTH if unit.mounted else 1.0)


NO_EFFECT: Final = Effect(0.0, 0.0, 0.0)


# fire


@lru_cache(maxsize=4096)
def _falls(removed: int, original: int, present: int, steadiness: int) -> tuple[float, float]:
    """How often a unit that loses so many figures at once falls into LU, and into U or worse (08.02.7)."""
    if removed < 1:
        return 0.0, 0.0
    rows = loss_rows(removed, original, max(0, present - removed))
    modifier = steadiness + sum(MORALE[row].value for row, holds in rows.items() if holds)
    shaken = broken = 0.0
    for dice, chance in TWO_DICE.items():
        order = table_order(modifier + MORALE_DICE[dice])
        shaken += chance * (order == "LU")
        broken += chance * (order in ("U", "FU"))
    return shaken, broken


def effect_on(state: CivilWarState, target: Unit, losses: Callable[[int], int], own: bool = False) -> Effect:
    """What a throw for losses does to a target; of the enemy's own steadiness only what can be seen counts."""
    steadiness = steadiness_of(state, target, own)
    original = target.figures + target.lost + target.captured + target.fled
    men = shaken = broken = 0.0
    for dice, chance in TWO_DICE.items():
        lost = losses(dice)
        men += chance * lost
        falls = _falls((lost + MEN // 2) // MEN, max(original, target.figures), target.figures, steadiness)
        shaken, broken = shaken + chance * falls[0], broken + chance * falls[1]
    return Effect(men, shaken, broken)


def steadiness_of(state: CivilWarState, unit: Unit, own: bool) -> int:
    """What schema XV gives a unit besides its losses, as far as one knows it."""
    known = (
        (grade(state, unit) if own else 0)
        + MORALE["lu"].value * (unit.order == "LU")
        + MORALE["u"].value * (unit.order == "U")
    )
    known += MORALE["support"].value * supported(state, unit) + MORALE["general"].value * bool(
        generals_beside(state, unit)
    )
    return known + MORALE["pinned"].value * is_pinned(state, unit)


def volley(state: CivilWarState, firer: Unit, target: Unit, *, surprised: bool = False, own: bool = False) -> Effect:
    """A unit's small-arms fire at a target as all stand; `own`: the target is ours and we know it."""
    shot = volley_at(state, firer, target, surprised=surprised)
    if shot is None:
        return NO_EFFECT
    # how steady an enemy is who fires at ours one does not know
    situation = replace(shot.situation, grade=0) if own else shot.situation
    return _of_volley(state, target, aimed(situation), own)


def volley_when_near(state: CivilWarState, firer: Unit, target: Unit, way: int) -> Effect:
    """The fire of a whole unit at a target that comes straight on to this distance."""
    if info(state, firer).weapon is None or firer.out_of_ammunition:
        return NO_EFFECT
    return _of_volley(state, target, aimed(whole_volley(state, firer, target, way / CM)), False)


def men_of_volley(state: CivilWarState, firer: Unit, target: Unit) -> float:
    """The men that a unit's fire costs a target on average, as all stand."""
    shot = volley_at(state, firer, target)
    return 0.0 if shot is None else _average(aimed(shot.situation))


def men_we_lose(state: CivilWarState, enemy: Unit, target: Unit, way: int) -> float:
    """The men that the fire of a whole enemy unit would cost one of ours on average, in its formation and cover. What
    the enemy's grade is one does not know: one takes him for better than most."""
    if info(state, enemy).weapon is None:
        return 0.0
    ranks, cover = ranks_in_column(state, target), cover_against(state, target, (enemy.x, enemy.y))
    situation = whole_volley(state, enemy, target, way / CM, front_ranks=ranks, all_ranks=ranks, target_cover=cover)
    return _average(aimed(replace(situation, grade=TAKEN_FOR)))


def _average(aim: Aim | None) -> float:
    return 0.0 if aim is None else sum(chance * aim.losses(dice) for dice, chance in TWO_DICE.items())


def _of_volley(state: CivilWarState, target: Unit, aim: Aim | None, own: bool) -> Effect:
    if aim is None:
        return NO_EFFECT
    return effect_on(state, target, lambda dice: aim.losses(dice) + aim.extra_losses(dice), own)


def zones_of(state: CivilWarState, unit: Unit) -> tuple[int, ...]:
    """The limits of the zones of a unit's small arms in 0.1 mm (schema IV), the nearest first; () without arms."""
    weapon = info(state, unit).weapon
    return () if weapon is None or unit.arm == "artillery" else tuple(limit * CM for _, limit in ZONES[weapon])


def canister(state: CivilWarState, battery: Unit, targets: tuple[str, ...]) -> float:
    """What canister at these targets is worth (06.02.1); 0 if none can be hit."""
    found = gun_fire(state, battery, GunOrder("canister", targets))
    if not isinstance(found, Cannonade):
        return 0.0
    return sum(shot_worth(state, shot) for shot in (found.shot, *found.sharing))


def shot_worth(state: CivilWarState, shot: Shot) -> float:
    """What a hit of artillery is worth."""
    hit = artillery_fire.assess(shot.situation, telling=False)
    target = next(unit for unit in state.units if unit.id == shot.struck.unit)
    return effect_on(state, target, lambda dice: hit.resolve(FALLEN[dice])["losses_men"]).worth(target)


# shock


class ShockOdds(NamedTuple):
    """How often an attack breaks the enemy (U or worse), shakes him, is thrown back, and breaks itself."""

    broken: float
    shaken: float
    repelled: float
    ruined: float

    @property
    def won(self) -> float:
        """How often the advance goes on."""
        return 1 - self.repelled


def shock_odds(situation: ShockSituation) -> ShockOdds:
    """The exact chances of the throw (07.03)."""
    modifier = shock_throw.assess(situation, telling=False).known["modifier"]
    broken = shaken = repelled = ruined = 0.0
    for dice, chance in TWO_DICE.items():
        outcome = shock_outcome(situation, dice + modifier)
        broken += chance * (outcome["enemy_order_after"] in ("U", "FU") and outcome["advance_continues"])
        shaken += chance * (outcome["enemy_order_after"] == "LU" and outcome["advance_continues"])
        repelled += chance * (not outcome["advance_continues"])
        ruined += chance * (outcome["own_order_after"] in ("U", "FU"))
    return ShockOdds(broken, shaken, repelled, ruined)
