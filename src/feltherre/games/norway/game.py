"""Norway 1940 (basic rules) as a game of the house: everything the rest of the software asks of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, ClassVar

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Edit, Game, Setup
from feltherre.core.marks import rule
from feltherre.core.state import Result, Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import (
    aftermath,
    board,
    cards,
    combat,
    movement,
    new_cards,
    reinforcement,
    sabotage,
    steps,
    turns,
)
from feltherre.games.norway import view as views
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.hands import BY_SHORT_ID, country_name, draw_to_limit
from feltherre.games.norway.notation import NOTATION
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    COUNTRIES,
    GERMANY,
    NORWAY,
    ROLES,
    NorwayState,
    at,
    attacked_areas,
    bring_on,
    enemy_held,
    groups_at,
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
    steps.DropAnswer: movement.DropAnswerRules(),
    steps.FlightAnswer: movement.FlightAnswerRules(),
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
    steps.SaveLost: aftermath.SaveLostRules(),
    steps.CompareSums: aftermath.CompareSumsRules(),
    steps.LeaveBySea: aftermath.LeaveBySeaRules(),
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
        super().check_setup(setup)
        check_seats(setup)

    def begin(self, setup: Setup, table: Table[NorwayState]) -> None:
        state = table.state
        state.one_seat = any({"norway", "allies"} <= set(seat.roles) for seat in setup.seats)
        place_starting_battalions(state)
        shuffle_decks(table)
        table.push(steps.Turn(GERMANY))

    def view(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> views.NorwayView:
        return views.view(state, roles, all_seeing)

    def redeal(self, state: NorwayState, roles: Collection[str], rng: Random) -> NorwayState:
        return views.redeal(self, state, roles, rng)

    def display(self, state: NorwayState, roles: Collection[str], *, all_seeing: bool = False) -> Any:
        return views.display(state, roles, all_seeing)

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


@rule("1.2-1", "1.2-2", "1.2-3")
def check_seats(setup: Setup) -> None:
    """Three seats with a country each, or two: Germany, and Norway with the Allies (1.2-1, 1.2-2).

    A team is several people on one seat (1.2-3).
    """
    held = sorted(tuple(sorted(seat.roles)) for seat in setup.seats)
    three = [("allies",), ("germany",), ("norway",)]
    two = [("allies", "norway"), ("germany",)]
    if held not in (three, two) or len({seat.name for seat in setup.seats}) != len(setup.seats):
        raise BadInput(say("norway.bad.seats"))


@rule("3-3", "3-4", "3-5")
def place_starting_battalions(state: NorwayState) -> None:
    """Germany and Norway start with given battalions on the board (3-3)."""
    for country, setup in ((GERMANY, board.german_setup()), (NORWAY, board.norwegian_setup())):
        for area, battalions in enumerate(setup):
            bring_on(state, country, area, battalions)


@rule("3-1", "2.4-ger-1", "2.4-nor-1", "2.4-all-1", "1.2-2")
def shuffle_decks(table: Table[NorwayState]) -> None:
    """Three decks, face down, and each country draws its first hand (3-1, R17); hands stay apart (1.2-2, R55)."""
    for card in range(cards.TYPE_COUNT):
        table.state.deck[card] = cards.COUNT[card]
    for country in range(len(COUNTRIES)):
        draw_to_limit(table, country)


# what an umpire may change


def edit_battalions(table: Table[NorwayState], country_id: str, area_id: str, change: int) -> None:
    state = table.state
    country, area = edited_country(country_id), edited_area(area_id)
    if change == 0 or at(state, country, area) + change < 0:
        raise Illegal(say("norway.illegal.edit-count", area=area_name(area), n=at(state, country, area)))
    if change > 0 and enemy_held(state, country, area):
        raise Illegal(say("norway.illegal.edit-enemy", area=area_name(area)))
    if change > 0:
        bring_on(state, country, area, change)
    else:
        take_off(state, country, area, -change)
        if country == state.country:
            state.moved[area] = min(state.moved[area], at(state, country, area))
    leave_battle_without_defenders(table)
    key = "norway.event.umpire-places" if change > 0 else "norway.event.umpire-removes"
    table.tell(say(key, n=abs(change), country=country_name(country), area=area_name(area)), "umpire", (area_id,))
    check_destruction(table)


def leave_battle_without_defenders(table: Table[NorwayState]) -> None:
    """A battle whose defenders an umpire has taken away is not fought: its steps drop out."""
    state = table.state
    if state.battle is not None and not enemy_held(state, state.country, state.battle.area):
        area = state.battle.area
        state.battle = None
        if groups_at(state, area):
            sabotage.occupy(table, area)


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
