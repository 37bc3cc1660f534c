"""The agenda of Lanterns: what is done in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling, Thrown
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Result, Step
from feltherre.core.table import Table
from feltherre.core.text import say
from tinygame.actions import Bid, Gust, Light, Look, Rest, Shift
from tinygame.lighting import LIGHT_LANTERN, Attempt, Chances, LightLantern
from tinygame.spaces import BidSpace, gust_space, place_name, role_name, turn_space
from tinygame.town import HAND, ROLES, Known, Town, add, hand, number, play, take, total


class Round(Step, frozen=True, tag="round"):
    number: int


class Bidding(Step, frozen=True, tag="bidding"):
    """All watches bid in secret (L2)."""


class Turn(Step, frozen=True, tag="turn"):
    """One watch does what it likes, action by action (L3)."""

    role: str
    looked: bool = False


class Gusts(Step, frozen=True, tag="gusts"):
    """Whoever holds cards may answer with a gust (L4)."""

    role: str
    place: str


class Lighting(Step, frozen=True, tag="lighting"):
    """The throw and the ruling (L5)."""

    role: str
    place: str
    gusts: int
    throws: tuple[Thrown, ...] = ()


class Lit(Step, frozen=True, tag="lit"):
    """The ruling takes effect (L5, L6)."""

    role: str
    place: str
    ruling: Ruling


class EndOfRound(Step, frozen=True, tag="end-of-round"):
    number: int


class RoundRules(StepRules[Town, Round]):
    def proceed(self, table: Table[Town], step: Round) -> None:
        table.state.round = step.number
        table.state.sparks.clear()
        table.tell(say("lanterns.event.round", number=step.number))
        table.push(Bidding(), EndOfRound(step.number))


class BiddingRules(StepRules[Town, Bidding]):
    asks = True

    def decisions(self, state: Town, step: Bidding) -> Sequence[Decision[Any]]:
        return [
            Decision(
                decision_id(state, role),
                role,
                say("lanterns.prompt.bid"),
                "L2",
                BidSpace(state, role),
                say("lanterns.wait.bid", role=role_name(role)),
            )
            for role in ROLES
        ]

    @rule("L2")
    def answers(self, table: Table[Town], step: Bidding, actions: Mapping[str, Bid]) -> None:
        for role, bid in actions.items():
            me = number(role)
            table.state.oil[me] -= bid.oil
            if bid.card:
                play(table.state, me, bid.card)
                table.state.sparks.append(me)
            table.tell(say("lanterns.event.bid", role=role_name(role), oil=bid.oil, card=bid.card or "-"), "L2")
        order = sorted(actions, key=lambda role: (-actions[role].oil, number(role)))
        table.push(*(Turn(role) for role in order))


class TurnRules(StepRules[Town, Turn]):
    asks = True

    def decisions(self, state: Town, step: Turn) -> Sequence[Decision[Any]]:
        space = turn_space(state, step.role, step.looked)
        prompt, waiting = say("lanterns.prompt.turn"), say("lanterns.wait.turn", role=role_name(step.role))
        return (Decision(decision_id(state, step.role), step.role, prompt, "L3", space, waiting),)

    def opens(self, state: Town, step: Turn) -> bool:
        return True

    @rule("L3")
    def answer(self, table: Table[Town], step: Turn, role: str, action: Any) -> None:
        state, me = table.state, number(role)
        match action:
            case Shift(origin, target, count):
                add(state, me, origin, -count)
                add(state, me, target, count)
                told = say("lanterns.event.shift", role=role_name(role), n=count, target=place_name(target))
                table.tell(told, "L3", places=(origin, target))
                table.push(step)
            case Look(other):
                look_at_card(table, me, number(other))
                table.push(Turn(role, looked=True))
            case Light(place):
                table.tell(say("lanterns.event.tries", role=role_name(role), place=place_name(place)), "L3")
                table.push(Gusts(role, place))
            case Rest():
                state.oil[me] += 1
                table.tell(say("lanterns.event.rests", role=role_name(role)), "L3")


@rule("L3")
def look_at_card(table: Table[Town], viewer: int, role: int) -> None:
    """One random card of another watch, seen by the viewer only (L3)."""
    state = table.state
    state.oil[viewer] -= 1
    (card,) = table.draw(1, hand(state, role), "look", "L3")
    seen = Known(viewer, role, card)
    if seen not in state.known:  # a second look may have fallen on the same card
        state.known.append(seen)
        state.known.sort()
    names = {"viewer": role_name(ROLES[viewer]), "role": role_name(ROLES[role])}
    shown = say("lanterns.event.sees", card=card, **names)
    secrets = (Secret(ROLES[viewer], shown), Secret(ROLES[role], shown))
    table.tell(say("lanterns.event.looks", **names), "L3", secrets=secrets)


class GustsRules(StepRules[Town, Gusts]):
    """The window opens to all who hold cards, whatever cards they are, so that it gives nothing away (L4)."""

    asks = True

    def decisions(self, state: Town, step: Gusts) -> Sequence[Decision[Any]]:
        return [
            Decision(
                decision_id(state, role),
                role,
                say("lanterns.prompt.gust", role=role_name(step.role), place=place_name(step.place)),
                "L4",
                gust_space(state, role),
                say("lanterns.wait.gust", role=role_name(role)),
                reaction=True,
            )
            for role in ROLES
            if role != step.role and hand(state, number(role))
        ]

    def proceed(self, table: Table[Town], step: Gusts) -> None:
        table.push(Lighting(step.role, step.place, 0))

    def answer(self, table: Table[Town], step: Gusts, role: str, action: Any) -> None:
        self.answers(table, step, {role: action})

    @rule("L4")
    def answers(self, table: Table[Town], step: Gusts, actions: Mapping[str, Any]) -> None:
        gusts = [role for role, action in actions.items() if isinstance(action, Gust)]
        for role in gusts:
            play(table.state, number(role), "gust")
            table.reveal()
            table.tell(say("lanterns.event.gust", role=role_name(role)), "L4")
        table.push(Lighting(step.role, step.place, len(gusts)))


class LightingRules(Adjudication[Town, Lighting]):
    def alive(self, state: Town, step: Lighting) -> bool:
        return step.place not in state.closed

    def procedure(self, state: Town) -> LightLantern:
        return LIGHT_LANTERN

    def assessment(self, state: Town, step: Lighting) -> Chances:
        return LIGHT_LANTERN.assess(Attempt(number(step.role) in state.sparks, step.gusts, state.windy))

    def effects(self, step: Lighting, ruling: Ruling) -> Lit:
        return Lit(step.role, step.place, ruling)

    def thrower(self, state: Town, step: Lighting, purpose: str) -> str:
        return step.role


class LitRules(StepRules[Town, Lit]):
    def alive(self, state: Town, step: Lit) -> bool:
        return step.place not in state.closed

    def proceed(self, table: Table[Town], step: Lit) -> None:
        outcome = "dark"
        if step.ruling.outputs["lit"]:
            add(table.state, number(step.role), step.place, 1)
            outcome = "lit"
        told = say(f"lanterns.event.{outcome}", role=role_name(step.role), place=place_name(step.place))
        table.tell(told, "L5", places=(step.place,), ruling=step.ruling)


class EndOfRoundRules(StepRules[Town, EndOfRound]):
    def proceed(self, table: Table[Town], step: EndOfRound) -> None:
        state = table.state
        for role in range(len(ROLES)):
            if len(hand(state, role)) < HAND and state.deck:
                deal(table, role, 1, "L7")
        if step.number < state.rounds:
            table.push(Round(step.number + 1))
        else:
            table.finish(most_lanterns(state))


def deal(table: Table[Town], role: int, cards: int, rule: str) -> None:
    state = table.state
    drawn = table.draw(cards, state.deck, "deal", rule)
    for card in drawn:
        state.deck.remove(card)
        take(state, role, card)
    own = say("lanterns.event.you-draw", cards=sorted(drawn))
    public = say("lanterns.event.draws", role=role_name(ROLES[role]), n=cards)
    table.tell(public, rule, secrets=(Secret(ROLES[role], own),))


@rule("L7")
def most_lanterns(state: Town) -> Result:
    """Most lanterns win; equal numbers share it (L7)."""
    best = max(total(state, role) for role in range(len(ROLES)))
    winners = tuple(role for role in ROLES if total(state, number(role)) == best)
    return Result(winners, "clear" if len(winners) == 1 else "shared", best, "L7")


STEPS: dict[type[Step], StepRules[Town, Any]] = {
    Round: RoundRules(),
    Bidding: BiddingRules(),
    Turn: TurnRules(),
    Gusts: GustsRules(),
    Lighting: LightingRules(),
    Lit: LitRules(),
    EndOfRound: EndOfRoundRules(),
}
