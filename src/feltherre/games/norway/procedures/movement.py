"""Movement on land: air range of German aircraft (2.3; at sea 5.1), Norwegian sabotage in the German turn (4.1c). And
at sea (8.1): where a ship may sail, and how many ships an interception catches."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct, structs

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.cards import TYPES
from feltherre.games.norway.procedures import inputs, sea_fire
from feltherre.games.norway.procedures.battle_cards import card_name, card_text
from feltherre.games.norway.procedures.inputs import AimedGroup, Count, SeaArea, battalions, origin_of
from feltherre.odds.tallies import FACES

#: the airfield that reaches a sea area on which it has no coast (5.1-air-sea)
NORTHERN_REACH = ("bardufoss", "VII")


class AirRangeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    held_airfields: tuple[str, ...]
    from_germany: tuple[str, ...]
    reach: dict[str, tuple[str, ...]]
    airfield_coasts: dict[str, tuple[SeaArea, ...]]


@procedure("air-range-check")
@rule("2.3-air-2")
def air_range_check(given: AirRangeSituation, desk: Desk) -> Outcome:
    """Whether German aircraft reach a land area, from Germany or from an airfield that they hold (2.3-air-1), or a sea
    area, from a held airfield with coast on it (5.1-air-sea). What each reaches is data of the board (2.3-air-2)."""
    held, from_germany = inputs.areas(given.held_airfields), inputs.areas(given.from_germany)
    reach = {inputs.area(airfield): inputs.areas(areas) for airfield, areas in given.reach.items()}
    coasts = {inputs.area(airfield): seas for airfield, seas in given.airfield_coasts.items()}
    number = inputs.sea_index(given.target)
    if number is not None:
        sea = board.SEAS[number]
        near = [base.text for base in held if sea in coasts.get(base, ()) or (base.id, sea) == NORTHERN_REACH]
        desk.line("air.sea" if near else "air.sea-out", "5.1-air-sea", sea=say(f"norway.sea.{sea}"), airfields=near)
        return {"in_range": bool(near)}
    target = inputs.area(given.target)
    if target in from_germany:
        desk.line("air.from-germany", "2.3-air-1", area=target.text)
        return {"in_range": True}
    near = [base.text for base in held if target in reach.get(base, ())]
    desk.line("air.reached" if near else "air.out", "2.3-air-1", area=target.text, airfields=near)
    return {"in_range": bool(near)}


#: battalions of one attacking group that a card sends back (R39), from the card data
SENDS_BACK: dict[str, int] = {
    card.name_en: function.battalions for card in TYPES for function in card.functions if function.op == "send-back"
}


@rule("4.1c-1", "4.1c-2", "4.1c-3")
def sent_back(limit: int, attackers: int, engineer_company: bool) -> int:
    """Attackers of one group that go back where they came from; an Engineer company prevents it (4.1c-2, 4.1c-3)."""
    return 0 if engineer_company else min(limit, attackers)


class SabotageSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attack_groups: tuple[AimedGroup, ...]
    card: str
    target_from: str
    target_to: str
    norwegian_battalions_in_target: Count
    engineer_company: bool


@procedure("sabotage")
def sabotage(given: SabotageSituation, desk: Desk) -> Outcome:
    """Attackers by land whom a sabotage card sends back (4.1c-1 to 4.1c-3, R39)."""
    card = card_name(given.card)
    desk.refuse_if(card not in SENDS_BACK, "sabotage-card", "4.1c-1", card=card_text(card))
    origin, target = inputs.area(given.target_from), inputs.area(given.target_to)
    groups = [
        structs.replace(group, origin=origin_of(group).name, to=inputs.area(group.to).name)
        for group in given.attack_groups
    ]
    places: dict[str, Text] = {"origin": origin.text, "target": target.text}
    there = [group for group in groups if (group.origin, group.to) == (origin.name, target.name)]
    desk.refuse_if(not there, "no-group", "4.1c-2", **places)
    by_land = [group for group in there if group.mode == "land"]
    desk.refuse_if(not by_land, "group-not-by-land", "4.1c-2", **places)
    desk.refuse_if(given.norwegian_battalions_in_target == 0, "no-norwegians", "4.1c-1", area=target.text)
    attackers = sum(group.battalions for group in by_land)
    back = sent_back(SENDS_BACK[card], attackers, given.engineer_company)
    left = attackers - back
    desk.line("sabotage.play", "4.1c-1", card=card_text(card), battalions=battalions(attackers), **places)
    if given.engineer_company:
        desk.line("sabotage.engineers", "4.1c-3", 0, card=card_text(card))
    else:
        desk.line("sabotage.back", "4.1c-2", back, n=back, **places)
        desk.line_if(left > 0, "sabotage.rest", "4.1c-2", left, n=left, **places)
    return {"sent_back": back, "remaining_groups": _remaining(groups, by_land, back)}


def _remaining(groups: Sequence[AimedGroup], sabotaged: Sequence[AimedGroup], back: int) -> list[dict[str, Any]]:
    """The groups with the numbers left when so many of the sabotaged ones have gone back, empty ones dropped."""
    found = []
    for group in groups:
        gone = min(back, group.battalions) if group in sabotaged else 0
        back -= gone
        if group.battalions > gone:
            left = group.battalions - gone
            found.append({"from": group.origin, "to": group.to, "mode": group.mode, "battalions": left})
    return found


# at sea

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
