"""Aircraft in phase 1b (4.1b) and on 9 April (7.1): Paratroops and Transport plane, and the Fighters against them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Single, Space
from feltherre.core.spaces import Level
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.april.steps import AprilDropAnswer, AprilDrops
from feltherre.games.norway.hands import card_window, could_hold, country_name, holds, use
from feltherre.games.norway.marches import battalions_of, enter, free_to_move, leave, use_card
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import (
    AREAS,
    Way,
    area_name,
    area_space,
    battalions,
    no_card,
    not_from,
    not_now,
)
from feltherre.games.norway.state import ALLIES, NOWHERE, NorwayState, held_airfields
from feltherre.games.norway.steps import DropAnswer, FlightAnswer, Movement

PARATROOPS = cards.INDEX["ger-paratroops"]
TRANSPORT = cards.INDEX["ger-transport-plane"]
FIGHTER = cards.INDEX["all-fighter"]
APRIL_PARATROOPS = cards.INDEX["apr-ger-paratroops"]
APRIL_FIGHTER = cards.INDEX["apr-nor-fighter"]


# Paratroops


@rule("4.1b-paratroops", "2.3-air-1")
def drop_space(state: NorwayState) -> Way:
    """Paratroops land anywhere within air range, also on enemies (4.1b-paratroops, R37, R40)."""
    reached = board.air_range(held_airfields(state))
    return area_space([area for area in range(board.AREA_COUNT) if reached >> area & 1], actions.Drop, out_of_range)


def out_of_range(area: int) -> Illegal:
    return Illegal(say("norway.illegal.out-of-range", area=area_name(area)), "2.3-air-1")


@steps.answer(Movement, AprilDrops, to=actions.Drop)
@rule("4.1b-paratroops", "7.1-2")
def drop(table: Table[NorwayState], step: Movement | AprilDrops, role: str, action: actions.Drop) -> None:
    """One new battalion within air range for each card, on 9 April too (4.1b-paratroops, 7.1-2)."""
    area, april = board.INDEX[action.area], isinstance(step, AprilDrops)
    use(table, APRIL_PARATROOPS if april else PARATROOPS)
    text = say("norway.event.drops", country=country_name(table.state.country), area=area_name(area))
    table.tell(text, "7.1-2" if april else "4.1b-paratroops", (action.area,))
    table.push(AprilDropAnswer(area) if april else DropAnswer(area), step)


@steps.asks(DropAnswer)
def may_divert(state: NorwayState, step: DropAnswer) -> Iterator[Decision[Any]]:
    prompt = say("norway.prompt.divert", area=area_name(step.area))
    yield from fighter_window(state, "divert", step.area, divert_space(step.area, "4.1b-cards"), prompt)


def divert_space(area: int, rule_id: str) -> Way:
    """The areas beside the one over which the paratroops are."""

    def not_beside(other: int) -> Illegal:
        return Illegal(say("norway.illegal.not-beside", area=area_name(area), other=area_name(other)), rule_id)

    return area_space(board.NEIGHBOURS[area], actions.Divert, not_beside)


@steps.does(DropAnswer, AprilDropAnswer)
@steps.answer(DropAnswer, AprilDropAnswer, to=actions.Pass)
@rule("4.1b-paratroops")
def dropped(table: Table[NorwayState], step: DropAnswer | AprilDropAnswer, *passed: Any) -> None:
    """The paratroops land; in an area with enemies they join the attack (4.1b-paratroops, R37)."""
    card = PARATROOPS if isinstance(step, DropAnswer) else APRIL_PARATROOPS
    enter(table, NOWHERE, step.area, cards.TYPES[card].functions[0].battalions, "air")


@steps.answer(DropAnswer, AprilDropAnswer, to=actions.Divert)
@rule("4.1b-cards", "2.4-symbols-3", "4-5", "7.1-fighter")
def divert(table: Table[NorwayState], step: DropAnswer | AprilDropAnswer, role: str, action: actions.Divert) -> None:
    """Fighter diverts the drop to a neighbouring area, also across a fjord, of the choice of the Allied player, on
    9 April of the Norwegian (4.1b-cards, 7.1-fighter, R36)."""
    card, rule_id = (FIGHTER, "4.1b-cards") if isinstance(step, DropAnswer) else (APRIL_FIGHTER, "7.1-fighter")
    target, who = board.INDEX[action.area], country_name(cards.COUNTRY[card])
    use_card(table, card, rule_id, step.area)
    text = say("norway.event.diverted", country=who, area=area_name(step.area), target=area_name(target))
    table.tell(text, rule_id, (board.AREAS[step.area], action.area))
    dropped(table, type(step)(target))


# Transport plane


@rule("2.3-air-3", "4.1b-cards")
def fly_space(state: NorwayState) -> Way:
    """At most two battalions fly from one airfield that German battalions hold to another (2.3-air-3, 4.1b-cards,
    R34)."""
    held = held_airfields(state)

    def leaving() -> list[int]:
        return [area for area in held if free_to_move(state, area)] if len(held) > 1 else []

    def no_airfield(*way: int) -> Illegal:
        return Illegal(say("norway.illegal.no-held-airfield", area=area_name(way[-1])), "2.3-air-3")

    return Way(
        actions.Fly,
        Level(AREAS, leaving, lambda origin: not_from(origin) if origin in held else no_airfield(origin)),
        Level(AREAS, lambda origin: [area for area in held if area != origin], no_airfield),
        battalions(lambda origin, target: min(battalions_of(TRANSPORT), free_to_move(state, origin)), "4.1b-cards"),
    )


@steps.answer(Movement, to=actions.Fly)
def fly(table: Table[NorwayState], step: Movement, role: str, action: actions.Fly) -> None:
    use(table, TRANSPORT)
    flight = FlightAnswer(board.INDEX[action.origin], board.INDEX[action.target], action.count)
    table.tell(flight_text("norway.event.takes-off", flight), "2.3-air-3", (action.origin, action.target))
    table.push(flight, step)


def flight_text(key: str, step: FlightAnswer) -> Text:
    """How many battalions fly from where to where: all of it lies open."""
    return say(key, n=step.count, origin=area_name(step.origin), target=area_name(step.target))


@steps.alive(FlightAnswer)
def can_fly(state: NorwayState, step: FlightAnswer) -> bool:
    """The battalions and the airfield are still there, whatever an umpire has changed meanwhile."""
    return free_to_move(state, step.origin) >= step.count and step.target in held_airfields(state)


@steps.asks(FlightAnswer)
def may_stop_flight(state: NorwayState, step: FlightAnswer) -> Iterator[Decision[Any]]:
    prompt = flight_text("norway.prompt.stop-flight", step)
    yield from fighter_window(state, "stop-flight", step.target, Single(actions.StopFlight()), prompt)


@steps.does(FlightAnswer)
@steps.answer(FlightAnswer, to=actions.Pass)
@rule("2.3-air-3")
def flown(table: Table[NorwayState], step: FlightAnswer, *passed: Any) -> None:
    """The battalions arrive; it is their move (2.3-air-3, R34)."""
    leave(table.state, step.origin, step.count)
    enter(table, step.origin, step.target, step.count, "flight")


@steps.answer(FlightAnswer, to=actions.StopFlight)
@rule("4.1b-cards", "2.4-symbols-3", "4-5")
def stop_flight(table: Table[NorwayState], step: FlightAnswer, role: str, action: actions.StopFlight) -> None:
    """Fighter stops the flight: the battalions stay where they are and have not moved (4.1b-cards, R36)."""
    use_card(table, FIGHTER, "4.1b-cards", step.target)
    places = (board.AREAS[step.origin], board.AREAS[step.target])
    table.tell(flight_text("norway.event.flight-stopped", step), "4.1b-cards", places)


@rule("4.1b-cards", "6.1-carrier", "5.2-2")
def fighter_window(
    state: NorwayState, kind: str, area: int, space: Space[Any], prompt: Text
) -> Iterator[Decision[Any]]:
    """The Allies may answer with Fighters. The window opens whatever they hold, if they could hold one.

    In the advanced game Fighters need a carrier beside the area where the aircraft come down (6.1-carrier, R58, R80);
    the window opens if one might lie there.
    """
    if not could_hold(state, ALLIES, (FIGHTER,)):
        return
    lacking = ""
    if state.sea is not None:
        if not needs.might_hold(state, FIGHTER, area):
            return
        lacking = needs.unmet(state, FIGHTER, area)

    def closed(other: str) -> Illegal:
        if other != kind:
            return not_now(other)
        if lacking and holds(state, FIGHTER):
            return needs.refusal(lacking, FIGHTER, area)
        return no_card(FIGHTER, "4.1b-cards")

    uses = {kind: space} if holds(state, FIGHTER) and not lacking else {}
    yield card_window(state, ALLIES, uses, (actions.Divert, actions.StopFlight), closed, prompt, "4.1b-cards")
