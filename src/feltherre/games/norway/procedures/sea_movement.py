"""Movement at sea (8.1): where a ship may sail, and how many ships an interception catches."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Count, Country
from feltherre.games.norway.procedures.ships import (
    CLOSED_TO_ALLIED_SHIPS,
    COAST_DEFENCE,
    MOVES,
    ShipClass,
    class_text,
)

FACES = range(1, 7)

#: sea areas and the raid box, as the ledger writes them
Water: TypeAlias = Literal["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "raid"]
RAID: Water = "raid"

#: lowest number of a die that intercepts; 4 is the other reading of the book (8.1-int-3, R5)
InterceptionFrom: TypeAlias = Literal[5, 4]
INTERCEPTION_FROM: InterceptionFrom = 5


class RouteFault(Struct, frozen=True):
    """Why a route is forbidden: the words, the rule, and the two waters of the step concerned."""

    reason: str
    rule: str
    start: str = ""
    end: str = ""


@rule("8.1-1", "8.1-5", "5.1-sea-2", "5.1-sea-3", "6.1-coast-defence", "7.2-raiding-3")
def route_faults(
    country: Country, ship_class: str, path: Sequence[str], borders: Mapping[Any, Container[str]]
) -> list[RouteFault]:
    """What forbids a ship's route; nothing if it is lawful (8.1-1, 8.1-5, 5.1-sea-3, 6.1-coast-defence, 7.2-raiding-3).

    The raid box is left, never entered, by movement, and only German ships are ever in it.
    """
    found = []
    steps = list(pairwise(path))
    if len(steps) > MOVES[ship_class]:
        number = "6.1-coast-defence" if ship_class == COAST_DEFENCE else "8.1-1"
        found.append(RouteFault("too-far", number))
    for start, end in steps:
        if start == RAID and country != "germany":
            found.append(RouteFault("no-raider", "7.2-raiding-3", start, end))
        if end == RAID:
            found.append(RouteFault("raid-box", "7.2-raiding-3", start, end))
        elif end not in borders.get(start, ()):
            number = "7.2-raiding-3" if start == RAID else "5.1-sea-3"
            found.append(RouteFault("no-border", number, start, end))
        if country == "allies" and end in CLOSED_TO_ALLIED_SHIPS:
            found.append(RouteFault("closed", "8.1-5", start, end))
    return found


@rule("8.1-int-3")
def interception_succeeds(die: int, interception_from: int = INTERCEPTION_FROM) -> bool:
    """Whether a die intercepts a ship (8.1-int-3, R5)."""
    return die >= interception_from


@rule("8.1-int-6")
def coast_defence_caught(interceptor: Country, coast_defence_present: bool) -> bool:
    """Whether Eidsvoll & Norge is intercepted: always by Germany, if it wishes, and without a die (8.1-int-6)."""
    return interceptor == "germany" and coast_defence_present


def water_text(water: str) -> Text:
    return say("norway.ruling.route.raid") if water == RAID else say(f"norway.sea.{water}")


class RouteSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    ship_class: ShipClass
    path: tuple[Water, ...]
    sea_borders: dict[Water, tuple[Water, ...]]


class RouteAssessment(Assessment, frozen=True, kw_only=True):
    situation: RouteSituation
    faults: tuple[RouteFault, ...]
    legal: bool


class ShipRouteCheck(CertainProcedure[RouteSituation, RouteAssessment]):
    name = "ship-route-check"
    situation = RouteSituation
    outputs = ("legal",)

    def assess(self, situation: RouteSituation) -> RouteAssessment:
        if not situation.path:
            raise refuse("norway.refuse.no-path", "8.1-1")
        found = route_faults(situation.country, situation.ship_class, situation.path, situation.sea_borders)
        return RouteAssessment(situation=situation, faults=tuple(found), legal=not found)

    def lines(self, assessment: RouteAssessment) -> list[Line]:
        given = assessment.situation
        steps = len(given.path) - 1
        route = [water_text(water) for water in given.path]
        told = [
            Line(
                say(
                    "norway.ruling.route.sails",
                    n=steps,
                    country=names.country(given.country),
                    ship=class_text(given.ship_class),
                    route=route,
                ),
                "8.1-1",
                steps,
            )
        ]
        told += [self._fault(fault, given.ship_class) for fault in assessment.faults]
        return told if assessment.faults else [*told, Line(say("norway.ruling.route.legal"), "8.1-1")]

    def _fault(self, fault: RouteFault, ship_class: ShipClass) -> Line:
        if not fault.start:
            return Line(say(f"norway.ruling.route.{fault.reason}", n=MOVES[ship_class]), fault.rule)
        start, end = water_text(fault.start), water_text(fault.end)
        return Line(say(f"norway.ruling.route.{fault.reason}", start=start, end=end), fault.rule)


class InterceptionSituation(Struct, frozen=True, forbid_unknown_fields=True):
    interceptor: Literal["germany", "allies"]
    target_cards: Count
    coast_defence_present: bool
    #: the ledger's option (R5), not one of its inputs
    interception_from: InterceptionFrom = INTERCEPTION_FROM


class InterceptionAssessment(Assessment, frozen=True, kw_only=True):
    situation: InterceptionSituation
    dice_needed: int
    coast_defence_intercepted: bool


class NavalInterception(Procedure[InterceptionSituation, InterceptionAssessment]):
    name = "naval-interception"
    situation = InterceptionSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    @rule("8.1-int-3")
    def assess(self, situation: InterceptionSituation) -> InterceptionAssessment:
        """One die for every card in the pile, decoys too, whoever intercepts (8.1-int-3, R46)."""
        number = situation.target_cards
        return InterceptionAssessment(
            situation=situation,
            dice_needed=number,
            coast_defence_intercepted=coast_defence_caught(situation.interceptor, situation.coast_defence_present),
            will_throw=(Planned("dice", number, "8.1-int-3"),),
        )

    def resolve(self, assessment: InterceptionAssessment, chance: Chance) -> Ruling:
        dice = chance.throw(assessment.dice_needed, "dice", "8.1-int-3", TALLY)
        good = [face for face in FACES if interception_succeeds(face, assessment.situation.interception_from)]
        outputs = {
            "dice_needed": lambda: assessment.dice_needed,
            "intercepted": lambda: dice.count(*good),
            "coast_defence_intercepted": lambda: assessment.coast_defence_intercepted,
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(assessment, dice.values, dice.count(*good)))

    def explain(self, assessment: InterceptionAssessment, dice: Sequence[int], intercepted: int) -> list[Line]:
        given = assessment.situation
        who = names.country(given.interceptor)
        told = [Line(say("norway.ruling.interception.tries", country=who, n=given.target_cards), "8.1-int-3")]
        if dice:
            limit = given.interception_from
            told.append(Line(say("norway.ruling.interception.throws", dice=list(dice), limit=limit), "8.1-int-3"))
            told.append(Line(say("norway.ruling.interception.caught", n=intercepted), "8.1-int-4", intercepted))
        if intercepted:
            told.append(Line(say("norway.ruling.interception.decoys"), "8.1-int-5"))
        if assessment.coast_defence_intercepted:
            told.append(Line(say("norway.ruling.interception.coast-defence"), "8.1-int-6"))
        return told
