"""Who sees what in Lanterns: view, scene and redeal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any

from msgspec import Struct

from feltherre.core import scene
from feltherre.core.chance import Ruling
from feltherre.core.state import Result, Sealed
from feltherre.core.text import say
from tinygame.spaces import place_name, role_name
from tinygame.steps import STEPS, Lit
from tinygame.town import DECK, PLACES, ROLES, Held, Known, Town, at, hand, number


class TownSeen(Struct, frozen=True):
    """All that one seat may know."""

    round: int
    rounds: int
    windy: bool
    oil: tuple[int, ...]
    lanterns: tuple[int, ...]
    closed: tuple[str, ...]
    sparks: tuple[int, ...]
    deck: int
    discard: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    #: the hands of the seat's own roles
    hands: dict[str, tuple[str, ...]]
    #: what the seat's roles have seen of other hands
    known: tuple[Known, ...]
    #: roles whose sealed answer is in, and the seat's own answers
    answered: tuple[str, ...]
    answers: tuple[Sealed, ...]
    #: a ruling that waits at the gate (the umpire's view only)
    at_gate: Ruling | None
    result: Result | None
    dice: str
    umpire: bool
    special_rules: tuple[str, ...]
    seconds: tuple[int, ...]


def view(state: Town, roles: Collection[str], all_seeing: bool) -> TownSeen:
    own = ROLES if all_seeing else tuple(role for role in ROLES if role in roles)
    numbers = [number(role) for role in own]
    gate = next((step.ruling for step in reversed(state.agenda) if isinstance(step, Lit)), None)
    return TownSeen(
        round=state.round,
        rounds=state.rounds,
        windy=state.windy,
        oil=tuple(state.oil),
        lanterns=tuple(state.lanterns),
        closed=tuple(state.closed),
        sparks=tuple(state.sparks),
        deck=len(state.deck),
        discard=tuple(state.discard),
        hand_sizes=tuple(len(hand(state, role)) for role in range(len(ROLES))),
        hands={role: tuple(hand(state, number(role))) for role in own},
        known=tuple(known for known in state.known if known.viewer in numbers),
        answered=tuple(sealed.role for sealed in state.sealed),
        answers=tuple(sealed for sealed in state.sealed if sealed.role in own),
        at_gate=gate if all_seeing else None,
        result=state.result,
        dice=state.dice,
        umpire=state.umpire,
        special_rules=tuple(state.special_rules),
        seconds=tuple(state.seconds),
    )


def board() -> scene.Board:
    """Three places on the river; every client draws it as it can."""
    return scene.Board(
        kind="areas",
        title=say("lanterns.title"),
        box=(0, 0, 300, 200),
        places=tuple(
            scene.Place(id=place, name=place_name(place), at=at, path=path, ground="land", label=(at[0], at[1] - 40))
            for place, at, path in zip(PLACES.ids, MIDDLES, RIMS, strict=True)
        ),
        sides=tuple(
            scene.Side(id=role, name=role_name(role), sign=role[0].upper(), outline=outline)
            for role, outline in zip(ROLES, ("square", "cut", "round"), strict=True)
        ),
        kinds=tuple(
            scene.Kind(id=role, side=role, name=say("lanterns.lantern", role=role_name(role)), lot=True)
            for role in ROLES
        ),
        cards=tuple(_card(card) for card in dict.fromkeys(DECK)),
        unit=24,
        layers=(
            scene.Layer(kind="water", path="M0,0H300V200H0Z"),
            *(scene.Layer(kind="land", path=rim) for rim in RIMS),
            scene.Layer(kind="coast", form="line", path="".join(RIMS)),
        ),
        legend=(
            *(scene.Legend(kind=role, text=role_name(role), sign=role[0].upper()) for role in ROLES),
            scene.Legend(kind="closed", text=say("lanterns.legend.closed"), sign="x"),
        ),
        intro={
            role: tuple(say(f"lanterns.intro.{word}") for word in ("aim", "turn", *(["how"] if role else [])))
            for role in (*ROLES, "")
        },
        tips=scene.tips(
            "lanterns",
            dict.fromkeys(ROLES, (("light", "bid", "bridge"), ("dark", "bid"))),
        ),
        order="light bridge",
        cues=scene.Cues(chances=("light",)),
    )


def _card(card: str) -> scene.Card:
    effect = scene.Effect(when=say(f"lanterns.card-when.{card}"), text=say(f"lanterns.card-does.{card}"))
    return scene.Card(id=card, side="", name=say(f"lanterns.card.{card}"), effects=(effect,))


#: where the places lie on the sheet
MIDDLES = ((60, 60), (150, 120), (240, 60))
RIMS = ("M10,10H110V110H10Z", "M110,80H190V160H110Z", "M190,10H290V110H190Z")


def position(state: Town, roles: Collection[str], all_seeing: bool) -> scene.Scene:
    own = ROLES if all_seeing else tuple(role for role in ROLES if role in roles)
    standing = {
        place: tuple(scene.Lot(role, n) for role in ROLES if (n := at(state, number(role), place)))
        for place in PLACES.ids
    }
    hands = tuple(
        scene.Holding(
            side=role,
            kind="hand",
            count=len(hand(state, number(role))),
            items=tuple(hand(state, number(role))) if role in own else (),
        )
        for role in ROLES
    )
    oil = tuple(say("lanterns.display.oil", role=role_name(role), oil=state.oil[number(role)]) for role in ROLES)
    step = state.agenda[-1] if state.agenda else None
    acting = getattr(step, "role", "")
    return scene.Scene(
        status=scene.Status(
            turn=say("lanterns.display.title", round=state.round),
            phase=say("lanterns.phase.turn", role=role_name(acting)) if acting else say("lanterns.phase.bidding"),
            side=acting,
            notes=oil,
        ),
        stacks=tuple(scene.Stack(place, lots) for place, lots in standing.items() if lots),
        places={"closed": tuple(state.closed)} if state.closed else {},
        holdings=(
            *hands,
            scene.Holding(side="", kind="deck", count=len(state.deck)),
            scene.Holding(side="", kind="used", count=len(state.discard), items=tuple(state.discard)),
        ),
        answered=tuple(sealed.role for sealed in state.sealed),
        outcome=None if state.result is None else _outcome(state.result),
        notes=tuple(say("core.plain", text=rule) for rule in state.special_rules),
    )


def _outcome(result: Result) -> scene.Outcome:
    winners = [role_name(role) for role in result.winners]
    return scene.Outcome(winners=result.winners, headline=say("lanterns.outcome", roles=winners))


def redeal(state: Town, roles: Collection[str], rng: Random) -> Town:
    """Deal deck, other hands and other sealed answers again, as far as these roles do not know them."""
    other = state.clone()
    own = [number(role) for role in roles]
    strangers = [role for role in range(len(ROLES)) if role not in own]
    seen = {role: _seen_in(state, own, role) for role in strangers}
    hidden = {role: Counter(hand(state, role)) - seen[role] for role in strangers}
    pool = sorted([*state.deck, *(card for cards in hidden.values() for card in cards.elements())])
    rng.shuffle(pool)
    other.hands = [held for held in state.hands if held.role in own]
    for role in strangers:
        cards = [*seen[role].elements(), *(pool.pop() for _ in range(hidden[role].total()))]
        other.hands.extend(Held(role, card) for card in cards)
    other.hands.sort()
    other.deck = sorted(pool)
    other.known = [known for known in state.known if known.viewer in own]
    other.sealed = [sealed if sealed.role in roles else _another_answer(other, sealed, rng) for sealed in state.sealed]
    return other


def _seen_in(state: Town, viewers: list[int], role: int) -> Counter[str]:
    """The cards of a hand that at least one of the viewers has seen."""
    seen: Counter[str] = Counter()
    for viewer in viewers:
        seen |= Counter(known.card for known in state.known if (known.viewer, known.role) == (viewer, role))
    return seen


def _another_answer(state: Town, sealed: Sealed, rng: Random) -> Sealed:
    step: Any = state.agenda[-1]
    decisions = STEPS[type(step)].decisions(state, step)
    space = next(decision.space for decision in decisions if decision.role == sealed.role)
    return Sealed(sealed.role, space.sample(rng))
