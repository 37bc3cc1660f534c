"""Movement at sea (8.1): where a ship may sail, and how many ships an interception catches."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures import inputs, sea_fire
from feltherre.odds.tallies import FACES

#: sea areas and the raid box, as the ledger writes them
Water: TypeAlias = Literal["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "raid"]
RAID: Water = "raid"

#: lowest number of a die that intercepts; 4 is the other reading of the book (8.1-int-3, R5)
InterceptionFrom: TypeAlias = Literal[5, 4]
INTERCEPTION_FROM: InterceptionFrom = 5


class RouteSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: inputs.Country
    ship_class: sea_fire.ShipClass
    path: tuple[Water, ...]
    sea_borders: dict[Water, tuple[Water, ...]]


@procedure("ship-route-check")
def ship_route_check(given: RouteSituation, desk: Desk) -> Outcome:
    """Whether a ship may sail a route, and all that forbids it (8.1-1, 8.1-5, 5.1-sea-3, 7.2-raiding-3)."""
    desk.refuse_if(not given.path, "no-path", "8.1-1")
    country, ship, steps = given.country, given.ship_class, list(pairwise(given.path))
    who, what, route = inputs.country(country), sea_fire.class_text(ship), [_water_text(water) for water in given.path]
    desk.line("route.sails", "8.1-1", len(steps), n=len(steps), country=who, ship=what, route=route)
    too_far = len(steps) > sea_fire.MOVES[ship]
    desk.line_if(
        too_far,
        "route.too-far",
        "6.1-coast-defence" if ship == sea_fire.COAST_DEFENCE else "8.1-1",
        n=sea_fire.MOVES[ship],
    )
    faults = [
        (reason, number, _water_text(start), _water_text(end))
        for start, end in steps
        for reason, number in step_faults(country, start, end, given.sea_borders)
    ]
    for reason, number, start_text, end_text in faults:
        desk.line(f"route.{reason}", number, start=start_text, end=end_text)
    legal = not (too_far or faults)
    desk.line_if(legal, "route.legal", "8.1-1")
    return {"legal": legal}


@rule("8.1-5", "5.1-sea-2", "5.1-sea-3", "7.2-raiding-3")
def step_faults(
    country: inputs.Country, start: str, end: str, borders: Mapping[Any, Container[str]]
) -> Iterator[tuple[str, str]]:
    """What forbids a ship to sail from one water to another, and the rule (8.1-5, 5.1-sea-3, 7.2-raiding-3).

    The raid box is left, never entered, by movement, and only German ships are ever in it.
    """
    if start == RAID and country != "germany":
        yield "no-raider", "7.2-raiding-3"
    if end == RAID:
        yield "raid-box", "7.2-raiding-3"
    elif end not in borders.get(start, ()):
        yield "no-border", "7.2-raiding-3" if start == RAID else "5.1-sea-3"
    if country == "allies" and end in sea_fire.CLOSED_TO_ALLIED_SHIPS:
        yield "closed", "8.1-5"


def _water_text(water: str) -> Text:
    return say("norway.ship-place.raid-box") if water == RAID else say(f"norway.sea.{water}")


class InterceptionSituation(Struct, frozen=True, forbid_unknown_fields=True):
    interceptor: Literal["germany", "allies"]
    target_cards: inputs.Count
    coast_defence_present: bool
    #: the ledger's option (R5), not one of its inputs
    interception_from: InterceptionFrom = INTERCEPTION_FROM


@procedure("naval-interception", dice=list[int])
@rule("8.1-int-6")
def naval_interception(given: InterceptionSituation, desk: Desk) -> Resolve:
    """How many ships an interception catches: one die for every card in the pile, decoys too, whoever intercepts
    (8.1-int-3, R5, R46). Germany catches Eidsvoll & Norge always, if it wishes, and without a die (8.1-int-6)."""
    number, limit, who = given.target_cards, given.interception_from, inputs.country(given.interceptor)
    catches = FACES[FACES.index(limit) :]
    coast_defence = given.interceptor == "germany" and given.coast_defence_present

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(number, "dice", "8.1-int-3", TALLY)
        desk.line("interception.tries", "8.1-int-3", country=who, n=number)
        if number and desk.telling:
            caught = dice.count(*catches)
            desk.line("interception.throws", "8.1-int-3", dice=list(dice.values), limit=limit)
            desk.line("interception.caught", "8.1-int-4", caught, n=caught)
            desk.line_if(caught > 0, "interception.decoys", "8.1-int-5")
        desk.line_if(coast_defence, "interception.coast-defence", "8.1-int-6")
        return {
            "dice_needed": number,
            "intercepted": lambda: dice.count(*catches),
            "coast_defence_intercepted": coast_defence,
        }

    return resolve
