"""Mines and coastal forts against the landing (7.2-landing-cards, 6.2-coastal-fort)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from feltherre.core.agenda import Adjudication, StepRules
from feltherre.core.chance import Ruling
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.april.actions import FireFort, LayMines
from feltherre.games.norway.april.steps import FortDie, FortRuled, LandElsewhere, LandingPlan, MineDie, MineRuled
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.hands import card_name, use
from feltherre.games.norway.marches import tell_card
from feltherre.games.norway.procedures.nine_april import (
    FortSituation,
    MinesSituation,
    coastal_fort,
    minelaying,
    mines_allowed,
)
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.losses import sink
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import ALLIES, NORWAY, NOWHERE, ROLES, NorwayState

MINELAYING = cards.INDEX["apr-all-minelaying"]
COASTAL_FORT = cards.INDEX["apr-nor-coastal-fort"]


def landing_at(plan: LandingPlan, city: int | None = None) -> tuple[int, ...]:
    """The ships of a plan that land (in a city), without rescued crews (R73)."""
    return tuple(ship for ship, to in plan.landings if ship >= 0 and city in (None, to))


def open_city(plan: LandingPlan) -> int | None:
    """The next point city whose fort may still fire at this landing."""
    for city in board.POINT_CITY:
        if city not in plan.forts and landing_at(plan, city):
            return city
    return None


@rule("7.2-landing-cards")
def mines_due(plan: LandingPlan) -> bool:
    """Minelaying comes before the forts, against a landing from III to VII (7.2-landing-cards, R67)."""
    return not plan.mined and mines_allowed(board.SEAS[plan.area]) and bool(landing_at(plan))


def offered(plan: LandingPlan) -> LandingPlan | None:
    """The plan after the next card has been offered; None when none is left to offer."""
    if mines_due(plan):
        return structs.replace(plan, mined=True)
    city = open_city(plan)
    return None if city is None else structs.replace(plan, forts=(*plan.forts, city))


@rule("7.2-landing-cards", "6.2-coastal-fort")
def defence_window(state: NorwayState, plan: LandingPlan) -> Sequence[Decision[Any]]:
    """The Allies may answer a landing with Minelaying, Norway one in a point city with Coastal fort
    (7.2-landing-cards)."""
    if mines_due(plan):
        prompt = say("norway.prompt.mines", card=card_name(MINELAYING), sea=ships.place_name(plan.area))
        return play_window(state, ALLIES, MINELAYING, "lay-mines", LayMines(), "7.2-landing-cards", prompt)
    city = open_city(plan)
    if city is None:
        return ()
    prompt = say("norway.prompt.fort", card=card_name(COASTAL_FORT), city=area_name(city))
    return play_window(state, NORWAY, COASTAL_FORT, "fire-fort", FireFort(), "6.2-coastal-fort", prompt)


def use_defence(table: Table[NorwayState], plan: LandingPlan, further: LandingPlan) -> Step:
    """The card that was offered is used: its die comes next."""
    if mines_due(plan):
        use(table, MINELAYING)
        tell_card(table, MINELAYING, "7.2-landing-cards", NOWHERE)
        return MineDie(further)
    city = further.forts[-1]
    use(table, COASTAL_FORT)
    tell_card(table, COASTAL_FORT, "6.2-coastal-fort", city)
    return FortDie(further, city)


# mines


class MineDieRules(Adjudication[NorwayState, MineDie]):
    """One die for the sea area, by the procedure minelaying."""

    def procedure(self, state: NorwayState) -> Any:
        return minelaying

    def assessment(self, state: NorwayState, step: MineDie) -> Any:
        landing = tuple(ships.IDS[ship] for ship in landing_at(step.plan))
        return minelaying.assess(MinesSituation(sea_area=board.SEAS[step.plan.area], landing_ships=landing))  # type: ignore[arg-type]

    def effects(self, step: MineDie, ruling: Ruling) -> Step:
        return MineRuled(step.plan, ruling)

    def thrower(self, state: NorwayState, step: MineDie, purpose: str) -> str:
        return ROLES[ALLIES]


class MineRuledRules(StepRules[NorwayState, MineRuled]):
    @rule("7.2-landing-cards")
    def proceed(self, table: Table[NorwayState], step: MineRuled) -> None:
        """On a 6 a landing ship drawn at random is sunk, on 4 or 5 it lands nothing (7.2-landing-cards, R67)."""
        outputs, plan = step.ruling.outputs, step.plan
        places = (board.SEAS[plan.area],)
        # an umpire may have changed the ruling and named another ship, or nonsense
        struck = ships.BY_CARD_NAME.get(str(outputs["ship"]), -1)
        if struck not in landing_at(plan):
            table.tell(
                say("norway.event.mines-miss", sea=ships.place_name(plan.area)),
                "7.2-landing-cards",
                places,
                step.ruling,
            )
            table.push(plan)
            return
        text = say("norway.event.mined", ship=ships.name(struck), sea=ships.place_name(plan.area))
        table.tell(text, "7.2-landing-cards", places, step.ruling)
        table.push(without(plan, (struck,)))
        if outputs["ships_sunk"]:
            sink(table, struck, "7.2-landing-cards")


def without(plan: LandingPlan, some: Sequence[int]) -> LandingPlan:
    return structs.replace(plan, landings=tuple((ship, to) for ship, to in plan.landings if ship not in some))


# coastal forts


class FortDieRules(Adjudication[NorwayState, FortDie]):
    """One die, by the procedure coastal-fort."""

    def procedure(self, state: NorwayState) -> Any:
        return coastal_fort

    def assessment(self, state: NorwayState, step: FortDie) -> Any:
        return coastal_fort.assess(FortSituation(landing_ships=len(landing_at(step.plan, step.city))))

    def effects(self, step: FortDie, ruling: Ruling) -> Step:
        return FortRuled(step.plan, step.city, ruling)

    def thrower(self, state: NorwayState, step: FortDie, purpose: str) -> str:
        return ROLES[NORWAY]


class FortRuledRules(StepRules[NorwayState, FortRuled]):
    @rule("6.2-coastal-fort")
    def proceed(self, table: Table[NorwayState], step: FortRuled) -> None:
        """6 sinks one of the ships landing there, drawn at random; on 4 to 6 nothing is landed in this city, and the
        other battalions go elsewhere on the same sea area (6.2-coastal-fort, R28)."""
        outputs, plan, city = step.ruling.outputs, step.plan, step.city
        there = landing_at(plan, city)
        sunk = table.draw(1, there, "sunk", "6.2-coastal-fort") if outputs["ships_sunk"] else ()
        barred = bool(sunk) or bool(outputs["battalions_to_move_elsewhere"])
        key = "fort-sinks" if sunk else "fort-bars" if barred else "fort-misses"
        text = say(f"norway.event.{key}", city=area_name(city), ships=[ships.name(ship) for ship in sunk])
        table.tell(text, "6.2-coastal-fort", (board.AREAS[city],), step.ruling)
        if not barred:
            table.push(plan)
            return
        away = tuple(ship for ship, to in plan.landings if to == city and ship not in sunk)
        left = tuple((ship, to) for ship, to in plan.landings if to != city)
        turned = structs.replace(plan, landings=left, barred=(*plan.barred, city))
        table.push(LandElsewhere(turned, city, away))
        for ship in sunk:
            sink(table, ship, "6.2-coastal-fort")


STEPS: dict[type[Step], Any] = {
    MineDie: MineDieRules(),
    MineRuled: MineRuledRules(),
    FortDie: FortDieRules(),
    FortRuled: FortRuledRules(),
}
