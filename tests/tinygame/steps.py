"""The agenda of Lanterns: what is done in a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from feltherre.core.agenda import decision_id
from feltherre.core.chance import Ruling, Thrown
from feltherre.core.changes import YesNo
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Result, Step
from feltherre.core.steps import Steps, ask
from feltherre.core.table import Table
from feltherre.core.text import say
from tinygame.actions import Bid, Gust, Light, Look, Rest, Shift
from tinygame.lighting import Attempt, light_lantern
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


STEPS = Steps()


@STEPS.does(Round)
def begin_round(table: Table[Town], step: Round) -> None:
    table.state.round = step.number
    table.state.sparks.clear()
    table.tell(say("lanterns.event.round", number=step.number))
    table.push(Bidding(), EndOfRound(step.number))


@STEPS.asks(Bidding)
def bids(state: Town, step: Bidding) -> Iterator[Decision[Any]]:
    for role in ROLES:
        yield ask(state, role, "bid", "L2", BidSpace(state, role), role=role_name(role))


@STEPS.answers(Bidding)
@rule("L2")
def open_bids(table: Table[Town], step: Bidding, actions: Mapping[str, Bid]) -> None:
    for role, bid in actions.items():
        me = number(role)
        table.state.oil[me] -= bid.oil
        if bid.card:
            play(table.state, me, bid.card)
            table.state.sparks.append(me)
        table.tell(say("lanterns.event.bid", role=role_name(role), oil=bid.oil, card=bid.card or "-"), "L2")
    order = sorted(actions, key=lambda role: (-actions[role].oil, number(role)))
    table.push(*(Turn(role) for role in order))


@STEPS.asks(Turn)
def turn(state: Town, step: Turn) -> Iterator[Decision[Any]]:
    space = turn_space(state, step.role, step.looked)
    yield ask(state, step.role, "turn", "L3", space, role=role_name(step.role))


@STEPS.opens(Turn)
def always_open(state: Town, step: Turn) -> bool:
    return True


@STEPS.answer(Turn, to=Shift)
@rule("L3")
def shift(table: Table[Town], step: Turn, role: str, action: Shift) -> None:
    add(table.state, number(role), action.origin, -action.count)
    add(table.state, number(role), action.target, action.count)
    told = say("lanterns.event.shift", role=role_name(role), n=action.count, target=place_name(action.target))
    table.tell(told, "L3", places=(action.origin, action.target))
    table.push(step)


@STEPS.answer(Turn, to=Look)
def look(table: Table[Town], step: Turn, role: str, action: Look) -> None:
    look_at_card(table, number(role), number(action.role))
    table.push(Turn(role, looked=True))


@STEPS.answer(Turn, to=Light)
@rule("L3")
def light(table: Table[Town], step: Turn, role: str, action: Light) -> None:
    table.tell(say("lanterns.event.tries", role=role_name(role), place=place_name(action.place)), "L3")
    table.push(Gusts(role, action.place))


@STEPS.answer(Turn, to=Rest)
@rule("L3")
def rest(table: Table[Town], step: Turn, role: str, action: Rest) -> None:
    table.state.oil[number(role)] += 1
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


@STEPS.asks(Gusts)
def gusts(state: Town, step: Gusts) -> Iterator[Decision[Any]]:
    """The window opens to all who hold cards, whatever cards they are, so that it gives nothing away (L4)."""
    for role in ROLES:
        if role != step.role and hand(state, number(role)):
            prompt = say("lanterns.prompt.gust", role=role_name(step.role), place=place_name(step.place))
            waiting = say("lanterns.wait.gust", role=role_name(role))
            yield Decision(decision_id(state, role), role, prompt, "L4", gust_space(state, role), waiting, True)


@STEPS.does(Gusts)
def nobody_blows(table: Table[Town], step: Gusts) -> None:
    table.push(Lighting(step.role, step.place, 0))


@STEPS.answer(Gusts)
def one_blows(table: Table[Town], step: Gusts, role: str, action: Any) -> None:
    blow(table, step, {role: action})


@STEPS.answers(Gusts)
@rule("L4")
def blow(table: Table[Town], step: Gusts, actions: Mapping[str, Any]) -> None:
    blowing = [role for role, action in actions.items() if isinstance(action, Gust)]
    for role in blowing:
        play(table.state, number(role), "gust")
        table.reveal()
        table.tell(say("lanterns.event.gust", role=role_name(role)), "L4")
    table.push(Lighting(step.role, step.place, len(blowing)))


@STEPS.throws(
    Lighting,
    Lit,
    by=light_lantern,
    thrower=lambda state, step, purpose: step.role,
    changes=lambda state, step: {"lit": YesNo()},
)
def attempt(state: Town, step: Lighting) -> Attempt | None:
    """The attempt to light a lantern; none at a place that is closed."""
    if step.place in state.closed:
        return None
    return Attempt(number(step.role) in state.sparks, step.gusts, state.windy)


@STEPS.alive(Lit)
def is_open(state: Town, step: Lit) -> bool:
    return step.place not in state.closed


@STEPS.does(Lit)
def take_effect(table: Table[Town], step: Lit) -> None:
    outcome = "dark"
    if step.ruling.outputs["lit"]:
        add(table.state, number(step.role), step.place, 1)
        outcome = "lit"
    told = say(f"lanterns.event.{outcome}", role=role_name(step.role), place=place_name(step.place))
    table.tell(told, "L5", places=(step.place,), ruling=step.ruling)


@STEPS.does(EndOfRound)
def end_of_round(table: Table[Town], step: EndOfRound) -> None:
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
