"""Interception (8.1-int, 7.1): ships try to find enemy ships of the same sea area, which must then fight them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from feltherre.core.chance import Line, Ruling
from feltherre.core.changes import Value, Whole, YesNo
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, hands, spaces
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.procedures.movement import InterceptionSituation, naval_interception
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.sea import steps as at_sea
from feltherre.games.norway.sea.actions import HideInSmoke, Intercept
from feltherre.games.norway.sea.movement import stop_here
from feltherre.games.norway.sea.pieces import Hunt
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState, enemies

SMOKE_SCREEN = cards.INDEX["apr-ger-smoke-screen"]

#: whoever moves decides first (8.1-int-2, 8.1-int-8); Norway's coast-defence ships never intercept (6.1-coast-defence)
ORDER = {GERMANY: (GERMANY, ALLIES), NORWAY: (GERMANY,), ALLIES: (ALLIES, GERMANY)}


@steps.does(at_sea.Interceptions)
@rule("8.1-int-1", "8.1-int-2", "8.1-int-8", "7.1-1", "6.1-coast-defence")
def interceptions(table: Table[NorwayState], step: at_sea.Interceptions) -> None:
    """Both sides get a chance: first who moved (Germany on 9 April), then the other (8.1-int-1, 7.1-1, R46)."""
    table.push(*(at_sea.InterceptionChoice(step.area, country) for country in ORDER[table.state.country]))


# who tries


@rule("8.1-int-3", "8.1-int-4")
def targets(state: NorwayState, country: int, area: int) -> tuple[int, ...]:
    """The enemy cards for which dice are thrown: ships and decoys alike that are not caught yet, without Eidsvoll &
    Norge (8.1-int-3, 8.1-int-4, R46)."""
    caught = fleet.sea_of(state).caught
    return tuple(
        ship
        for enemy in enemies(country)
        for ship in fleet.ships_at(state, enemy, area)
        if ship != ships.EIDSVOLL and ship not in caught
    )


@rule("8.1-int-6")
def coast_defence_there(state: NorwayState, country: int, area: int) -> bool:
    """Whether Germany can intercept Eidsvoll & Norge here (8.1-int-6)."""
    sea = fleet.sea_of(state)
    return country == GERMANY and sea.place[ships.EIDSVOLL] == area and ships.EIDSVOLL not in sea.caught


def could_try(state: NorwayState, step: at_sea.InterceptionChoice) -> bool:
    """Whether a side has cards in the sea area, and somebody to find there."""
    found = targets(state, step.country, step.area) or coast_defence_there(state, step.country, step.area)
    return bool(found and fleet.ships_at(state, step.country, step.area))


@rule("8.1-int-1")
def has_tried(state: NorwayState, step: at_sea.InterceptionChoice) -> bool:
    """A side tries once in a sea area and phase, however many groups come there (8.1-int-1, R85)."""
    return Hunt(step.area, step.country) in fleet.sea_of(state).tried


@steps.asks(at_sea.InterceptionChoice)
@rule("8.1-int-2", "8.1-int-8", "6.1-decoy")
def who_intercepts(state: NorwayState, step: at_sea.InterceptionChoice) -> Iterator[Decision[Any]]:
    """A side with cards there decides whether to try, with all its ships or none; decoys alone cannot, but the others
    do not know that they are decoys (8.1-int-2, 8.1-int-8, R46). It tries once in a phase (R85)."""
    if not could_try(state, step) or has_tried(state, step):
        return
    own = fleet.real(fleet.ships_at(state, step.country, step.area))
    branches: dict[str, Space[Any]] = {"intercept": Single(Intercept())} if own else {}
    branches["pass"] = Single(Pass())
    decoys_only = Illegal(say("norway.illegal.decoys-only"), "6.1-decoy")
    space = spaces.Kinds(branches, (Intercept, Pass), lambda kind: decoys_only)
    certain = coast_defence_there(state, step.country, step.area)
    yield hands.ask_of(
        state,
        step.country,
        "intercept-coast-defence" if certain else "intercept",
        "8.1-int-1",
        space,
        waiting="intercept",
        cannot=() if own else (Line(decoys_only.reason, decoys_only.rule),),
        n=len(targets(state, step.country, step.area)),
        sea=ships.place_name(step.area),
    )


@steps.does(at_sea.InterceptionChoice)
def nobody_intercepts(table: Table[NorwayState], step: at_sea.InterceptionChoice) -> None:
    """Nobody is there to try, or to be found, or the side has tried before (R85)."""
    if could_try(table.state, step) and has_tried(table.state, step):
        tell_there(table, step, "norway.event.has-tried", "8.1-int-1")


@steps.answer(at_sea.InterceptionChoice, to=Pass)
def let_pass(table: Table[NorwayState], step: at_sea.InterceptionChoice, role: str, action: Pass) -> None:
    tell_there(table, step, "norway.event.no-interception", "8.1-int-1")


@steps.answer(at_sea.InterceptionChoice, to=Intercept)
@rule("8.1-int-2", "8.1-int-7")
def intercept(table: Table[NorwayState], step: at_sea.InterceptionChoice, role: str, action: Intercept) -> None:
    """A country that tries turns its ships face up, and their movement ends here (8.1-int-2, 8.1-int-7)."""
    own = fleet.ships_at(table.state, step.country, step.area)
    fleet.turn_up(table, own)
    fleet.change(table.state, tried=(*fleet.sea_of(table.state).tried, Hunt(step.area, step.country)))
    if step.country == table.state.country:
        stop_here(table.state, own)
    tell_there(table, step, "norway.event.interception", "8.1-int-7", ships=[ships.name(ship) for ship in own])
    table.push(at_sea.InterceptionDice(step.area, step.country))


def tell_there(
    table: Table[NorwayState],
    step: at_sea.InterceptionChoice | at_sea.InterceptionRuled,
    key: str,
    rule_id: str,
    ruling: Ruling | None = None,
    **words: Any,
) -> None:
    """What everybody reads of an interception by a country in a sea area."""
    who, where = hands.country_name(step.country), ships.place_name(step.area)
    table.tell(say(key, country=who, sea=where, **words), rule_id, (board.SEAS[step.area],), ruling)


# the dice


def changes(state: NorwayState, step: at_sea.InterceptionRuled) -> dict[str, Value]:
    found: dict[str, Value] = {"intercepted": Whole(0, len(targets(state, step.country, step.area)))}
    coast_defence = coast_defence_there(state, step.country, step.area)
    return {**found, "coast_defence_intercepted": YesNo()} if coast_defence else found


@steps.throws(
    at_sea.InterceptionDice,
    at_sea.InterceptionRuled,
    by=naval_interception,
    thrower=lambda state, step, purpose: ROLES[step.country],
    changes=changes,
)
def interception_dice(state: NorwayState, step: at_sea.InterceptionDice) -> InterceptionSituation | None:
    """One die for each enemy card, if there is still somebody to find them."""
    there = fleet.ships_at(state, step.country, step.area)
    return interception_situation(state, step.country, step.area) if there else None


def interception_situation(state: NorwayState, country: int, area: int) -> InterceptionSituation:
    """An interception as the procedure naval-interception is asked."""
    return InterceptionSituation(
        interceptor="germany" if country == GERMANY else "allies",
        target_cards=len(targets(state, country, area)),
        coast_defence_present=coast_defence_there(state, country, area),
        interception_from=4 if fleet.sea_of(state).interception_from == 4 else 5,
    )


@steps.does(at_sea.InterceptionRuled)
@rule("8.1-int-4", "8.1-int-5", "8.1-int-6", "6.1-2", "6.1-decoy")
def intercepted(table: Table[NorwayState], step: at_sea.InterceptionRuled) -> None:
    """So many cards are drawn at random and turned face up; decoys among them leave the game, ships must fight
    (8.1-int-4, 8.1-int-5). Eidsvoll & Norge is caught without a die (8.1-int-6)."""
    state = table.state
    pool = targets(state, step.country, step.area)
    # an umpire may have changed the ruling to what cannot be
    wanted = max(0, min(step.ruling.outputs["intercepted"], len(pool)))
    drawn = sorted(table.draw(wanted, pool, "intercepted", "8.1-int-4")) if wanted else []
    fleet.turn_up(table, drawn)
    decoys = [ship for ship in drawn if ship in ships.DECOYS]
    caught = [ship for ship in drawn if ship not in ships.DECOYS]
    if step.ruling.outputs["coast_defence_intercepted"] and coast_defence_there(state, step.country, step.area):
        caught.append(ships.EIDSVOLL)
    tell_found(table, step, decoys, caught)
    fleet.take_out(table, decoys, ships.REMOVED)
    if caught:
        catch(state, step.country, step.area, caught)
    if not hunting(state, step.country, step.area):
        hide_again(state, step.country, step.area)
    if step.country == ALLIES and not state.round and caught:
        table.push(at_sea.SmokeScreen(step.area, tuple(caught)))


def tell_found(
    table: Table[NorwayState], step: at_sea.InterceptionRuled, decoys: Iterable[int], caught: Sequence[int]
) -> None:
    if caught:
        names = [ships.name(ship) for ship in caught]
        tell_there(table, step, "norway.event.intercepted", "8.1-int-4", step.ruling, ships=names)
    else:
        tell_there(table, step, "norway.event.nothing-intercepted", "8.1-int-4", step.ruling)
    for decoy in decoys:
        table.tell(say("norway.event.decoy-found", ship=ships.name(decoy)), "8.1-int-5", (board.SEAS[step.area],))


def catch(state: NorwayState, country: int, area: int, caught: Iterable[int]) -> None:
    """Ships are intercepted: they go no further and fight in phase 2a (8.1-int-4, 8.1-int-9)."""
    stop_here(state, caught)
    sea = fleet.sea_of(state)
    hunt = Hunt(area, country)
    fleet.change(
        state,
        caught=tuple(sorted({*sea.caught, *caught})),
        hunts=sea.hunts if hunt in sea.hunts else (*sea.hunts, hunt),
    )


def hunting(state: NorwayState, country: int, area: int) -> bool:
    """Whether the country has caught something in the sea area in this turn."""
    return Hunt(area, country) in fleet.sea_of(state).hunts


def hide_again(state: NorwayState, country: int, area: int) -> None:
    """Ships that tried in vain are turned back, unless they have been caught themselves (R46)."""
    caught = fleet.sea_of(state).caught
    fleet.turn_down(state, [ship for ship in fleet.ships_at(state, country, area) if ship not in caught])


# Smoke screen


@steps.asks(at_sea.SmokeScreen)
@rule("7.1-1", "6.2-2")
def smoke_screen(state: NorwayState, step: at_sea.SmokeScreen) -> Iterator[Decision[Any]]:
    """After an Allied interception Germany may answer with Smoke screen (7.1-1, R33)."""
    still_caught = any(ship in fleet.sea_of(state).caught for ship in step.ships)
    if still_caught:
        found = [ship for ship in step.ships if ships.COUNTRY[ship] == GERMANY]
        names = [ships.name(ship) for ship in found]
        refusal = Illegal(say("norway.illegal.smoke", ships=names), "7.1-1")
        space = spaces.ship_space(found, HideInSmoke, refusal)
        yield from hands.offer(state, GERMANY, SMOKE_SCREEN, space, "7.1-1", "smoke", ships=names)


# Germany does without the card, or cannot hold it any more
steps.does(at_sea.SmokeScreen)(nothing)
steps.answer(at_sea.SmokeScreen, to=Pass)(nothing)


@steps.answer(at_sea.SmokeScreen, to=HideInSmoke)
@rule("7.1-1")
def hide_in_smoke(table: Table[NorwayState], step: at_sea.SmokeScreen, role: str, action: HideInSmoke) -> None:
    """One intercepted ship gets away and is turned face down again; without another to fight the hunt is over."""
    ship = ships.INDEX[action.ship]
    hands.use(table, SMOKE_SCREEN)
    text = say("norway.event.smoke", card=hands.card_name(SMOKE_SCREEN), ship=ships.name(ship))
    table.tell(text, "7.1-1", (board.SEAS[step.area],))
    let_go(table.state, ship, step.area)


def let_go(state: NorwayState, ship: int, area: int) -> None:
    sea = fleet.sea_of(state)
    left = tuple(other for other in sea.caught if other != ship)
    still = any(sea.place[other] == area and ships.COUNTRY[other] == GERMANY for other in left)
    hunts = tuple(hunt for hunt in sea.hunts if still or hunt != Hunt(area, ALLIES))
    fleet.change(state, caught=left, hunts=hunts)
    if not hunting(state, GERMANY, area):
        fleet.turn_down(state, (ship,))
    if not still:
        hide_again(state, ALLIES, area)
