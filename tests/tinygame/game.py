"""Lanterns as the house knows it: the contract carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from feltherre.core import engine
from feltherre.core.clock import Clock, ClockEvent, Paused, TimeAdded, TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import NOBODY_SEATED, Game, Option, Setup
from feltherre.core.marks import rule
from feltherre.core.notation import Form, Named, Notation
from feltherre.core.scene import Board, Scene
from feltherre.core.state import Result
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from tinygame import sight, steps
from tinygame.actions import (
    AnyAction,
    AnyEdit,
    Bid,
    ClosePlace,
    Gust,
    LetBe,
    Light,
    Look,
    PlaceLantern,
    RemoveLantern,
    Rest,
    SetOil,
    Shift,
)
from tinygame.lighting import light_lantern
from tinygame.sight import TownSeen
from tinygame.spaces import place_name, role_name
from tinygame.steps import STEPS, Bidding, Round, Turn, deal, most_lanterns
from tinygame.town import DECK, FULL, HAND, NIGHT, PLACES, ROLES, WATCH, Town, add, at, number, open_places

NOTATION = Notation(
    [
        Form(Bid, "bid {oil:number}", {"card": ""}),
        Form(Bid, "bid {oil:number} with {card:word}"),
        Form(Shift, "shift {origin:place} > {target:place} {count:number}"),
        Form(Look, "look {role:word}"),
        Form(Light, "light {place:place}"),
        Form(Rest, "rest"),
        Form(Gust, "gust"),
        Form(LetBe, "let be"),
    ],
    {"place": Named(PLACES)},
)


class Lanterns(Game[Town]):
    id = "lanterns"
    title = "Lanterns"
    roles = ROLES
    options = (Option("rounds", ("1", "3", "6"), "3"),)
    scenarios = ("calm", "windy")
    has_clocks = True
    rules_version = "1"
    package = "tinygame"

    state_type = Town
    action_type = AnyAction
    edit_type = AnyEdit
    view_type = TownSeen
    steps = STEPS.complete(steps)
    notation = NOTATION
    procedures = {"light-lantern": light_lantern}

    def seatings(self, setup: Setup = NOBODY_SEATED) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """A seat for each watch, or two people of whom one has two watches."""
        return (("amber",), ("blue",), ("coral",)), (("amber",), ("blue", "coral"))

    @rule("L1")
    def begin(self, setup: Setup, table: Table[Town]) -> None:
        """Cards and oil (L1)."""
        state = table.state
        state.rounds = int(self.option(setup, "rounds"))
        state.windy = setup.scenario == "windy"
        state.deck = sorted(DECK)
        for role in range(len(ROLES)):
            deal(table, role, HAND, "L1")
        table.push(Round(1))

    def view(self, state: Town, roles: Collection[str], *, all_seeing: bool = False) -> TownSeen:
        return sight.view(state, roles, all_seeing)

    def redeal(self, state: Town, roles: Collection[str], rng: Random) -> Town:
        return sight.redeal(state, roles, rng)

    def board(self, setup: Setup) -> Board:
        return sight.board()

    def scene(self, state: Town, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        return sight.position(state, roles, all_seeing)

    def invariants(self, state: Town) -> Sequence[str]:
        cards = Counter([*state.deck, *state.discard, *(held.card for held in state.hands)])
        wrong = [] if cards == Counter(DECK) else [f"cards are {cards}"]
        wrong += [f"oil is {state.oil}"] * (min(state.oil) < 0)
        wrong += [f"{held} is too many" for held in state.hands if _cards(state, held.role) > HAND]
        for place in PLACES.ids:
            standing = [at(state, role, place) for role in range(len(ROLES))]
            wrong += [f"{standing} lanterns at {place}"] * (min(standing) < 0 or sum(standing) > FULL)
        return wrong

    def edit(self, table: Table[Town], edit: AnyEdit) -> None:
        state = table.state
        match edit:
            case PlaceLantern(role, place):
                if place not in open_places(state):
                    raise Illegal(say("lanterns.illegal.no-room"), "L6")
                add(state, number(role), place, 1)
            case RemoveLantern(role, place):
                if place not in PLACES.ids or not at(state, number(role), place):
                    raise Illegal(say("lanterns.illegal.no-lantern-there"), "L3")
                add(state, number(role), place, -1)
            case SetOil(role, oil):
                if role not in ROLES or oil < 0:
                    raise Illegal(say("lanterns.illegal.oil", oil=0), "L1")
                state.oil[number(role)] = oil
            case ClosePlace(place):
                state.closed.append(place)

    def clock(self, table: Table[Town], event: ClockEvent) -> None:
        match event:
            case Paused():
                pass
            case TimeAdded("night", seconds):
                table.state.night += seconds
            case TimeAdded(_, seconds, _, role):
                table.state.seconds[number(role)] += seconds
            case TimeUp("night"):
                table.tell(say("lanterns.event.dawn"))
                table.finish(most_lanterns(table.state))
            case TimeUp(_, role):
                self._time_up(table, role)

    def clocks(self, state: Town) -> Sequence[Clock]:
        """Each watch has its time in each round, while it is asked; the night is everyone's."""
        asked = {decision.role for decision in engine.open_decisions(self, state)}
        asked -= {sealed.role for sealed in state.sealed}
        night = Clock("night", "", NIGHT + state.night, running=True)
        watches = [
            Clock("watch", role, WATCH + added, role in asked, state.round)
            for role, added in zip(ROLES, state.seconds, strict=True)
        ]
        return [night, *watches]

    def _time_up(self, table: Table[Town], role: str) -> None:
        """A watch that has no time left bids nothing, or rests."""
        state = table.state
        decisions = engine.open_decisions(self, state)
        if role in [sealed.role for sealed in state.sealed] or role not in [d.role for d in decisions]:
            raise Illegal(say("lanterns.illegal.not-late", role=role))
        answers: dict[type, AnyAction] = {Bidding: Bid(0), Turn: Rest()}
        answer = answers.get(type(state.agenda[-1]), LetBe())
        table.tell(say("lanterns.event.time-up", role=say(f"lanterns.role.{role}")))
        engine.carry_out(table, decisions, role, answer)

    def tell_action(self, state: Town, role: str, action: AnyAction) -> Text:
        match action:
            case Bid(oil, card):
                with_card = {"card": say(f"lanterns.card.{card}")} if card else {}
                return say(f"lanterns.action.{'bid-with' if card else 'bid'}", oil=oil, **with_card)
            case Shift(origin, target, count):
                places = {"origin": place_name(origin), "target": place_name(target)}
                return say("lanterns.action.shift", count=count, **places)
            case Look(other):
                return say("lanterns.action.look", role=role_name(other))
            case Light(place):
                return say("lanterns.action.light", place=place_name(place))
            case Rest() | Gust() | LetBe():
                return say(f"lanterns.action.{type(action).__struct_config__.tag}")
        return super().tell_action(state, role, action)

    def turns(self, state: Town) -> int:
        return state.round

    def resign(self, table: Table[Town], roles: Sequence[str]) -> None:
        winners = tuple(role for role in ROLES if role not in roles)
        table.tell(say("lanterns.event.resigns", roles=[say(f"lanterns.role.{role}") for role in roles]))
        table.finish(Result(winners, "resigned", 0, "resign"))


def _cards(state: Town, role: int) -> int:
    return sum(held.role == role for held in state.hands)
