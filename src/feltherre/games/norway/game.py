"""Norway 1940 (basic rules) as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, ClassVar

from feltherre.core.chance import Line
from feltherre.core.errors import Illegal
from feltherre.core.game import Edit, Game, Option, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.state import Result, Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import (
    aftermath,
    board,
    cards,
    chart,
    combat,
    evacuation,
    movement,
    movement_air,
    new_cards,
    opening,
    reinforcement,
    sabotage,
    steps,
    turns,
)
from feltherre.games.norway import view as views
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.hands import BY_SHORT_ID, country_name
from feltherre.games.norway.notation import NOTATION
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.prospects import prospects as battles_ahead
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    GERMANY,
    NORWAY,
    ROLES,
    NorwayState,
    at,
    attacked_areas,
    bring_on,
    enemies,
    enemy_held,
    take_off,
    total,
)
from feltherre.games.norway.victory import check_destruction, german_point_cities


class PlaceBattalions(Edit, frozen=True, tag="place"):
    """The umpire puts battalions on the board."""

    country: str
    area: str
    count: int


class RemoveBattalions(Edit, frozen=True, tag="remove"):
    """The umpire takes battalions off the board."""

    country: str
    area: str
    count: int


class SetHand(Edit, frozen=True, tag="set-hand"):
    """The umpire gives a country these cards; those it held go back into its deck."""

    country: str
    cards: tuple[str, ...]


NorwayEdit = PlaceBattalions | RemoveBattalions | SetHand

STEPS: dict[type[Step], Any] = {
    steps.Turn: turns.TurnRules(),
    steps.Phase: turns.PhaseRules(),
    steps.NextTurn: turns.NextTurnRules(),
    steps.Movement: movement.MovementRules(),
    steps.DropAnswer: movement_air.DropAnswerRules(),
    steps.FlightAnswer: movement_air.FlightAnswerRules(),
    steps.Sabotage: sabotage.SabotageRules(),
    steps.SabotageAnswer: sabotage.SabotageAnswerRules(),
    steps.ChooseBattle: combat.ChooseBattleRules(),
    steps.AttackerCards: combat.AttackerCardsRules(),
    steps.DefenderCards: combat.DefenderCardsRules(),
    steps.ReactionCards: combat.ReactionCardsRules(),
    steps.BattleDice: combat.BattleDiceRules(),
    steps.BattleRuled: aftermath.BattleRuledRules(),
    steps.ChooseLosses: aftermath.ChooseLossesRules(),
    steps.GermanyChoosesLosses: aftermath.GermanyChoosesLossesRules(),
    steps.SaveLost: evacuation.SaveLostRules(),
    steps.CompareSums: aftermath.CompareSumsRules(),
    steps.LeaveBySea: evacuation.LeaveBySeaRules(),
    steps.Withdrawal: aftermath.WithdrawalRules(),
    steps.GermanyChoosesRetreat: aftermath.GermanyChoosesRetreatRules(),
    steps.BattleOver: aftermath.BattleOverRules(),
    steps.FirstAllies: reinforcement.FirstAlliesRules(),
    steps.Exchange: reinforcement.ExchangeRules(),
    steps.ConvoyAnswer: reinforcement.ConvoyAnswerRules(),
    steps.ConvoyDie: reinforcement.ConvoyDieRules(),
    steps.ConvoyRuled: reinforcement.ConvoyRuledRules(),
    steps.ForcedDiscard: new_cards.ForcedDiscardRules(),
    steps.DrawCards: new_cards.DrawCardsRules(),
    steps.AlliedWithdrawal: new_cards.AlliedWithdrawalRules(),
}


class NorwayGame(Game[NorwayState]):
    id: ClassVar[str] = "norway"
    title: ClassVar[str] = "Norway 1940"
    roles: ClassVar[tuple[str, ...]] = ROLES
    options: ClassVar[tuple[Option, ...]] = (opening.RULES,)
    scope: ClassVar[str | None] = "basic"
    rules_version: ClassVar[str] = "basic-1"
    package: ClassVar[str] = "feltherre.games.norway"

    state_type = NorwayState
    action_type = NorwayAction
    edit_type = NorwayEdit
    view_type = views.NorwayView
    steps = STEPS
    notation = NOTATION
    procedures = PROCEDURES

    def check_setup(self, setup: Setup) -> None:
        opening.check_version(setup)
        opening.check_seats(setup)
        super().check_setup(setup)

    def seatings(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return opening.SEATINGS

    def begin(self, setup: Setup, table: Table[NorwayState]) -> None:
        state = table.state
        state.one_seat = opening.one_plays_both(setup)
        opening.place_starting_battalions(state)
        opening.shuffle_decks(table)
        table.push(steps.Turn(GERMANY))

    def view(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> views.NorwayView:
        return views.view(state, roles, all_seeing)

    def redeal(self, state: NorwayState, roles: Collection[str], rng: Random) -> NorwayState:
        return views.redeal(self, state, roles, rng)

    def display(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> Any:
        return views.display(state, roles, all_seeing)

    def turns(self, state: NorwayState) -> int:
        return state.round

    def prospects(self, state: NorwayState, roles: Collection[str]) -> Sequence[Prospect]:
        return battles_ahead(state)

    def about(self, name: str) -> Sequence[Line]:
        return chart.about(name)

    def invariants(self, state: NorwayState) -> Sequence[str]:
        return [problem for check in INVARIANTS for problem in check(state)]

    def edit(self, table: Table[NorwayState], edit: Any) -> None:
        match edit:
            case PlaceBattalions():
                edit_battalions(table, edit.country, edit.area, edit.count)
            case RemoveBattalions():
                edit_battalions(table, edit.country, edit.area, -edit.count)
            case SetHand():
                edit_hand(table, edit)
            case _:
                super().edit(table, edit)

    def resign(self, table: Table[NorwayState], roles: Sequence[str]) -> None:
        """A side that gives up loses clearly."""
        winners = ("norway", "allies") if "germany" in roles else ("germany",)
        names = [country_name(ROLES.index(role)) for role in roles]
        table.tell(say("norway.event.resigns", countries=names))
        table.finish(Result(winners, "clear", german_point_cities(table.state), "resigned"))


# what an umpire may change


def edit_battalions(table: Table[NorwayState], country_id: str, area_id: str, change: int) -> None:
    state = table.state
    country, area = edited_country(country_id), edited_area(area_id)
    if change == 0 or at(state, country, area) + change < 0:
        raise Illegal(say("norway.illegal.edit-count", area=area_name(area), n=at(state, country, area)))
    if change > 0 and enemy_held(state, country, area):
        raise Illegal(say("norway.illegal.edit-enemy", area=area_name(area)))
    if change > 0 and country in enemies(state.country) and any(group.origin == area for group in state.groups):
        raise Illegal(say("norway.illegal.edit-origin", area=area_name(area)))
    if change > 0:
        bring_on(state, country, area, change)
    else:
        take_off(state, country, area, -change)
        if country == state.country:
            state.moved[area] = min(state.moved[area], at(state, country, area))
    combat.break_off(table)
    key = "norway.event.umpire-places" if change > 0 else "norway.event.umpire-removes"
    table.tell(say(key, n=abs(change), country=country_name(country), area=area_name(area)), "umpire", (area_id,))
    check_destruction(table)


def edit_hand(table: Table[NorwayState], edit: SetHand) -> None:
    state = table.state
    country = edited_country(edit.country)
    wanted = [0] * cards.TYPE_COUNT
    for name in edit.cards:
        if name not in BY_SHORT_ID[country]:
            raise Illegal(say("norway.illegal.no-such-card", card=name))
        wanted[BY_SHORT_ID[country][name]] += 1
    own = cards.OF_COUNTRY[country]
    if len(edit.cards) > cards.HAND_LIMIT[country]:
        raise Illegal(say("norway.illegal.edit-hand-limit", n=cards.HAND_LIMIT[country]))
    if any(wanted[card] > state.hand[card] + state.deck[card] for card in own):
        raise Illegal(say("norway.illegal.edit-hand"))
    for card in own:
        state.deck[card] += state.hand[card] - wanted[card]
        state.hand[card] = wanted[card]
    state.hand_size[country] = len(edit.cards)
    state.known[:] = [known for known in state.known if known.country != country]
    table.tell(say("norway.event.umpire-deals", country=country_name(country)), "umpire")


def edited_country(country: str) -> int:
    if country not in ROLES:
        raise Illegal(say("norway.illegal.no-such-country", country=country))
    return ROLES.index(country)


def edited_area(area: str) -> int:
    board.check_ids((area,))
    return board.INDEX[area]


# what must hold after every action


def cards_conserved(state: NorwayState) -> list[str]:
    problems = []
    for card in range(cards.TYPE_COUNT):
        counts = (state.hand[card], state.deck[card], state.used[card])
        if min(counts) < 0 or sum(counts) != cards.COUNT[card]:
            problems.append(f"{cards.IDS[card]}: {counts} are not {cards.COUNT[card]} cards")
    for country in range(3):
        held = sum(state.hand[card] for card in cards.OF_COUNTRY[country])
        if held != state.hand_size[country] or held > cards.HAND_LIMIT[country]:
            problems.append(f"{ROLES[country]} holds {held} cards, noted {state.hand_size[country]}")
    return problems


def battalions_conserved(state: NorwayState) -> list[str]:
    problems = [f"negative battalions at {i}" for i, n in enumerate(state.battalions) if n < 0]
    for country in range(3):
        if total(state, country) != state.raised[country] - state.removed[country]:
            problems.append(f"{ROLES[country]}: {total(state, country)} on the board, books say otherwise")
    return problems


def nobody_shares_with_enemies(state: NorwayState) -> list[str]:
    return [
        f"enemies rest together in {board.AREAS[area]}"
        for area in range(AREAS)
        if at(state, GERMANY, area) and (at(state, NORWAY, area) or at(state, ALLIES, area))
    ]


def attacks_are_attacks(state: NorwayState) -> list[str]:
    problems = []
    if state.groups and state.phase > 2:
        problems.append("attackers are left after combat")
    for area in attacked_areas(state):
        fought_now = state.battle is not None and state.battle.area == area
        if not enemy_held(state, state.country, area) and not fought_now:
            problems.append(f"attackers without an enemy at {board.AREAS[area]}")
    if any(group.battalions < 1 for group in state.groups):
        problems.append("an empty group")
    return problems


def moved_are_there(state: NorwayState) -> list[str]:
    return [
        f"{board.AREAS[area]}: {state.moved[area]} have moved, {at(state, state.country, area)} are there"
        for area in range(AREAS)
        if state.phase == 1 and state.moved[area] > at(state, state.country, area)
    ]


INVARIANTS = (cards_conserved, battalions_conserved, nobody_shares_with_enemies, attacks_are_attacks, moved_are_there)

GAME = NorwayGame()
