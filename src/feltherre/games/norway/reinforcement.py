"""Phase 3, reinforcement (3-6, 4.3): the first Allies, the exchange of cards and placement, and the boats that wait for
what comes by sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from feltherre.core.changes import Value, Whole
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Picking, What
from feltherre.core.spaces import Level, Then, Things
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board, cards, hands, placement
from feltherre.games.norway import state as states
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.marches import use_card
from feltherre.games.norway.placement import ExchangeSpace, exchange
from feltherre.games.norway.procedures.reinforcement import ConvoySituation, convoy_attack, purchase
from feltherre.games.norway.procedures.reinforcement import Placed as PlacedThere
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.spaces import Way, area_label, area_name, area_space, no_card, pair_levels
from feltherre.games.norway.state import ROLES, NorwayState
from feltherre.games.norway.steps import ConvoyAnswer, ConvoyDie, ConvoyRuled, Exchange, FirstAllies
from feltherre.games.norway.victory import check_destruction

TRANSPORT = cards.INDEX["ger-transport-plane"]
APRIL_TRANSPORT = cards.INDEX["apr-ger-transport-plane"]

Comes = Literal["land", "sea", "air"]

#: no Transport plane in this exchange
NO_PLANE = "-"


@rule("7.3-cards")
def transport(state: NorwayState) -> int:
    """The card Transport plane of this round (4.3-ger-transport, 7.3-cards)."""
    return TRANSPORT if state.round else APRIL_TRANSPORT


@rule("4.3-ger-1")
def free_battalions(country: int) -> int:
    """Germany gets one battalion each turn that costs no card (4.3-ger-1)."""
    return 1 if country == GERMANY else 0


def placement_areas(state: NorwayState, country: int) -> tuple[int, ...]:
    """Where a country may place reinforcements now; never with enemies (R18)."""
    return PLACEMENT[country](state)


@rule("4.3-ger-2")
def german_areas(state: NorwayState) -> tuple[int, ...]:
    """Germany: land areas with coastline on I and II (4.3-ger-2); further north too as ships allow it (8.3)."""
    if state.sea is not None:
        return placement.german_areas(state)
    return tuple(states.free_of_enemies(state, GERMANY, board.GERMAN_COAST))


@rule("4.3-nor-1", "2.3-point-2", "8.3-nor-1")
def norwegian_areas(state: NorwayState) -> tuple[int, ...]:
    """Norway: mobilisation points and point cities without Germans (4.3-nor-1), in both versions (8.3-nor-1)."""
    return tuple(states.free_of_enemies(state, NORWAY, board.NORWEGIAN_PLACES))


@rule("4.3-all-1", "4.3-all-2", "2.3-fjord-3")
def allied_areas(state: NorwayState) -> tuple[int, ...]:
    """The Allies: the coast of III to VII, nothing that borders I or II; a fjord is coast (4.3-all-1, 4.3-all-2). In
    the advanced game German ships close a coast (8.3-all-1)."""
    if state.sea is not None:
        return placement.allied_areas(state)
    return tuple(states.free_of_enemies(state, ALLIES, board.ALLIED_COAST))


PLACEMENT = (german_areas, norwegian_areas, allied_areas)
#: where each country places if no enemies are there, and the rule that says so
PLACES = (board.GERMAN_COAST, board.NORWEGIAN_PLACES, board.ALLIED_COAST)
PLACEMENT_RULE = ("4.3-ger-2", "4.3-nor-1", "4.3-all-1")
RULES_AT_SEA = ("8.3-ger-2", "8.3-nor-1", "8.3-all-1")


def refuse_placement(state: NorwayState, country: int, area_id: str) -> Illegal:
    """Why a country may not place in this area: enemies are there, or it never can (R18). In the advanced game it hangs
    on the ships for Germany and the Allies (8.3)."""
    by_ships, area = state.sea is not None and country != NORWAY, board.INDEX[area_id]
    rule_id = (RULES_AT_SEA if by_ships else PLACEMENT_RULE)[country]
    if states.enemy_held(state, country, area) if by_ships else area in PLACES[country]:
        return Illegal(say("norway.illegal.placement-enemy", area=area_label(area_id)), rule_id)
    kind = "sea-placement" if by_ships else "placement"
    return Illegal(say(f"norway.illegal.{kind}.{ROLES[country]}", area=area_label(area_id)), rule_id)


# the first six Allied battalions


@steps.alive(FirstAllies)
def not_yet_landed(state: NorwayState, step: FirstAllies) -> bool:
    return not state.first_allies_landed


@steps.asks(FirstAllies)
@rule("3-6")
def may_land_first(state: NorwayState, step: FirstAllies) -> Iterator[Decision[Any]]:
    """In their first reinforcement phase the Allies get six battalions on the coast of III to VII (3-6)."""
    if pairs := first_landings(state):
        yield hands.ask_of(state, ALLIES, "first-landing", "3-6", landing_space(state, pairs), waiting="place")


@steps.does(FirstAllies)
def nowhere_to_land(table: Table[NorwayState], step: FirstAllies) -> None:
    """No two such areas are left: the battalions do not come."""
    table.state.first_allies_landed = True
    table.tell(say("norway.event.no-landing", n=board.first_allies().battalions), "3-7")


@steps.answer(FirstAllies)
@rule("3-6", "3-8")
def land_first(table: Table[NorwayState], step: FirstAllies, role: str, action: actions.FirstLanding) -> None:
    """They enter as reinforcements, after movement and combat (3-8)."""
    table.state.first_allies_landed = True
    for area in sorted((action.first, action.second), key=board.INDEX.__getitem__):
        place(table, ALLIES, board.INDEX[area], board.first_allies().per_group, "sea")


@rule("3-7")
def first_landings(state: NorwayState) -> list[tuple[int, int]]:
    """Two groups of three, in two areas that do not border each other (3-7)."""
    areas = allied_areas(state)
    return [(a, b) for a in areas for b in areas if a < b and not board.ADJACENT[a][b]]


class LandingSpace(Way):
    """The two areas of the first Allies, named in any order; they are looked at in that of the board."""

    def picking(self, partial: Partial) -> Picking | None:
        return Picking(anew=True) if len(partial) == 1 else None

    def parts(self, action: actions.FirstLanding) -> Partial:
        return tuple(sorted(super().parts(action), key=lambda area: board.INDEX[str(area)]))


def landing_space(state: NorwayState, pairs: Sequence[tuple[int, int]]) -> LandingSpace:
    open_areas = allied_areas(state)

    def refuse(*way: int) -> Illegal:
        if way[-1] in open_areas:
            return Illegal(say("norway.illegal.first-landing"), "3-7")
        return refuse_placement(state, ALLIES, board.AREAS[way[-1]])

    return LandingSpace(actions.FirstLanding, *pair_levels(pairs, refuse))


# the exchange of cards


class ReinforceSpace(ExchangeSpace):
    """Cards, then an area for each battalion. With an airfield, a Transport plane carries the free battalion there."""

    def parts(self, action: actions.Reinforce) -> Partial:
        if (action.airfield,) != self.airfield:
            raise no_flight(self.state, action.airfield)
        return super().parts(action)


@rule("4.3-nor-2", "4.3-ger-transport")
def reinforce_space(state: NorwayState, country: int, airfield: str = "") -> ReinforceSpace:
    """What a country may exchange and where; Norway places at most one battalion in an area (4.3-nor-2)."""
    by_ships = state.sea is not None and country == GERMANY
    return ReinforceSpace(
        state,
        country,
        actions.Reinforce,
        placement_areas(state, country),
        lambda area_id: refuse_placement(state, country, area_id),
        free=0 if airfield else free_battalions(country),
        spent=(transport(state),) if airfield else (),
        one_each=country == NORWAY,
        ship_limit=placement.ShipLimit.of(state) if by_ships else None,
        airfield=(airfield,),
    )


def plane_name(place: int) -> Text:
    return say("norway.plane-to", area=area_name(place - 1)) if place else say("norway.no-plane")


#: where a plane may carry the free battalion: nowhere, or to an airfield in one of the areas
_PLANE_TO = Things((NO_PLANE, *board.AREAS), plane_name)


class PlaneSpace(Then[actions.Reinforce]):
    """With a Transport plane: first the airfield it flies the free battalion to, or none; then the rest."""

    def __init__(self, state: NorwayState) -> None:
        airfields = [0, *(area + 1 for area in states.held_airfields(state))]
        first = Level(
            _PLANE_TO.refusing(lambda airfield: no_flight(state, airfield)),
            lambda: airfields,
            lambda place: no_flight(state, _PLANE_TO.ids[place]),
        )
        super().__init__(
            actions.Reinforce,
            first,
            lambda place: reinforce_space(state, GERMANY, _PLANE_TO.ids[place] if place else ""),
            part=lambda action: action.airfield or NO_PLANE,
        )
        self.plane = cards.IDS[transport(state)]

    def what(self, partial: Partial, part: Part) -> What:
        return "line" if not partial and part == NO_PLANE else super().what(partial, part)

    def card(self, partial: Partial, part: Part) -> str:
        """A flight is played with the card."""
        return super().card(partial, part) if partial else self.plane if part != NO_PLANE else ""


def no_flight(state: NorwayState, airfield: str) -> Illegal:
    """Why no Transport plane flies there: the card is not in the hand, or the airfield is not held."""
    if state.country != GERMANY or not hands.holds(state, transport(state)):
        return no_card(transport(state), "4.3-ger-transport")
    board.check_ids((airfield,))
    return Illegal(say("norway.illegal.no-held-airfield", area=area_label(airfield)), "4.3-ger-transport")


@rule("4.3-ger-transport", "2.3-air-3")
def may_fly(state: NorwayState) -> bool:
    """With a Transport plane Germany may place the free battalion on an airfield it holds (4.3-ger-transport)."""
    return state.country == GERMANY and hands.holds(state, transport(state)) and bool(states.held_airfields(state))


@steps.asks(Exchange)
@rule("4.3-1", "4.3-cards", "8.3-1", "8.3-cards")
def may_exchange(state: NorwayState, step: Exchange) -> Iterator[Decision[Any]]:
    """A player may exchange cards of his hand for battalions; everyone sees when he has nothing to do (4.3-1).

    The advanced game differs only in where they are placed (8.3-1).
    """
    country = state.country
    free, flies = free_battalions(country), may_fly(state)
    if state.hand_size[country] or (free and placement_areas(state, country)):
        space = PlaneSpace(state) if flies else reinforce_space(state, country)
        # for the country in turn alone, the question names only what its hand allows
        what = "reinforce-plane" if flies else "reinforce" if state.hand_size[country] else "place-free"
        yield hands.ask_of(state, country, what, "4.3-1", space, waiting="place", n=free)


# no cards and no free battalion
steps.does(Exchange)(nothing)


@steps.answer(Exchange)
@rule("4.3-1", "4.3-2", "4.3-ger-transport", "4.3-cards")
def reinforce(table: Table[NorwayState], step: Exchange, role: str, action: actions.Reinforce) -> None:
    """The cards are used up, their functions ignored, and the battalions placed (4.3-1, 4.3-2)."""
    country = table.state.country
    exchange(table, country, action.cards)
    if action.airfield:
        airfield = board.INDEX[action.airfield]
        plane = transport(table.state)
        use_card(table, plane, "4.3-ger-transport", airfield)
        place(table, country, airfield, free_battalions(country), "air")
    for area, count in sorted(action.placements, key=lambda placement: board.INDEX[placement[0]]):
        place(table, country, board.INDEX[area], count, "land" if country == NORWAY else "sea")
    tell_without_room(table, country, action)


def tell_without_room(table: Table[NorwayState], country: int, action: actions.Reinforce) -> None:
    """Battalions for which there was no area are lost, and everyone hears it."""
    symbols = sum(cards.SYMBOLS[hands.BY_SHORT_ID[country][card]] for card in action.cards)
    free = 0 if action.airfield else free_battalions(country)
    lost = purchase(symbols, free).total - sum(count for _, count in action.placements)
    if lost:
        rules = PLACEMENT_RULE if table.state.sea is None else RULES_AT_SEA
        table.tell(say("norway.event.no-room", country=hands.country_name(country), n=lost), rules[country])


def place(table: Table[NorwayState], country: int, area: int, battalions: int, by: Comes) -> None:
    """New battalions stand in an area; how they came matters to the boats that wait for them."""
    state = table.state
    states.bring_on(state, country, area, battalions)
    for i, placed in enumerate(state.placed):
        if (placed.area, placed.by) == (area, by):
            state.placed[i] = states.Placed(area, placed.battalions + battalions, by)
            break
    else:
        state.placed.append(states.Placed(area, battalions, by))
    text = say(f"norway.event.places.{by}", country=hands.country_name(country), n=battalions, area=area_name(area))
    table.tell(text, "4.3-1", (board.AREAS[area],))


# the boats that wait for reinforcements by sea

#: country that places by sea -> the countries and their cards that may strike it (4.3-cards, R41)
BOATS = {ALLIES: {GERMANY: cards.INDEX["ger-u-boat"]}, GERMANY: {ALLIES: cards.INDEX["all-submarine"]}, NORWAY: {}}
#: the same in the nine-April round (7.3-cards)
APRIL_BOATS = {
    GERMANY: {NORWAY: cards.INDEX["apr-nor-submarine"], ALLIES: cards.INDEX["apr-all-submarine"]},
    NORWAY: {},
    ALLIES: {},
}


@rule("4.3-cards", "7.3-cards")
def hunters(state: NorwayState) -> dict[int, int]:
    """country -> its card that may strike at what the country in turn places by sea (4.3-cards, 7.3-cards, R41)."""
    return (BOATS if state.round else APRIL_BOATS)[state.country]


@rule("4.3-cards")
def sea_borne(state: NorwayState) -> list[int]:
    """Areas with battalions that came by sea in this phase, not those flown in or mobilised on land (R41)."""
    return sorted(
        placed.area for placed in state.placed if placed.by == "sea" and states.at(state, state.country, placed.area)
    )


@steps.asks(ConvoyAnswer)
@rule("4.3-cards", "2.4-symbols-3", "8.3-cards")
def may_strike(state: NorwayState, step: ConvoyAnswer) -> Iterator[Decision[Any]]:
    """After battalions were placed by sea a U-boat or Submarine may strike, one in a phase (4.3-cards, R41)."""
    if areas := sea_borne(state):
        card, space = hunters(state)[step.country], area_space(areas, actions.Torpedo, no_convoy)
        told: dict[str, Any] = {
            "enemy": hands.country_name(state.country),
            "areas": [area_name(area) for area in areas],
        }
        yield from hands.offer(state, step.country, card, space, "4.3-cards", "torpedo", **told)


def no_convoy(area: int) -> Illegal:
    return Illegal(say("norway.illegal.no-convoy", area=area_name(area)), "4.3-cards")


# nothing came by sea, or nobody could hold the card; or the boat waits for others
steps.does(ConvoyAnswer)(nothing)
steps.answer(ConvoyAnswer, to=actions.Pass)(nothing)


@steps.answer(ConvoyAnswer, to=actions.Torpedo)
@rule("4.3-cards")
def strike(table: Table[NorwayState], step: ConvoyAnswer, role: str, action: actions.Torpedo) -> None:
    """The card is used on the battalions in the area that its player chooses (R41)."""
    area = board.INDEX[action.area]
    card = hunters(table.state)[step.country]
    use_card(table, card, "4.3-cards", area)
    table.push(ConvoyDie(step.country, area))


def convoy_changes(state: NorwayState, step: ConvoyRuled) -> dict[str, Value]:
    """At his gate an umpire may remove up to as many battalions as stand there."""
    return {"battalions_removed": Whole(0, states.at(state, state.country, step.area))}


def boat(state: NorwayState, step: ConvoyDie, purpose: str) -> str:
    return ROLES[step.country]


@steps.throws(ConvoyDie, ConvoyRuled, by=convoy_attack, thrower=boat, changes=convoy_changes)
def convoy_die(state: NorwayState, step: ConvoyDie) -> ConvoySituation | None:
    """One die against what came by sea, if it is still there."""
    if step.area not in sea_borne(state):
        return None
    return ConvoySituation(
        card=cards.TYPES[hunters(state)[step.country]].name_en,
        player=ROLES[step.country],
        placing_country=ROLES[state.country],
        placed=tuple(PlacedThere(board.AREAS[p.area], p.battalions, p.by) for p in state.placed if p.by != "land"),
        chosen_area=board.AREAS[step.area],
        nine_april=not state.round,
    )


@steps.does(ConvoyRuled)
@rule("4.3-cards")
def convoy_ruled(table: Table[NorwayState], step: ConvoyRuled) -> None:
    """On 4 to 6 one of the battalions placed by sea is removed (R41)."""
    state = table.state
    # an umpire may have changed the ruling, or what stands there
    lost = max(0, min(step.ruling.outputs["battalions_removed"], states.at(state, state.country, step.area)))
    states.take_off(state, state.country, step.area, lost)
    key = "norway.event.convoy-struck" if lost else "norway.event.convoy-missed"
    text = say(key, country=hands.country_name(state.country), area=area_name(step.area), n=lost)
    table.tell(text, "4.3-cards", (board.AREAS[step.area],), step.ruling)
    check_destruction(table)
