"""What forbids an order to fire (03.03.6, 03.03.7, 05.01.3, R38, R59)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import Ammunition, Fire, GunFire
from feltherre.games.civilwar.orders.legality_works import repair_faults
from feltherre.games.civilwar.orders.triggers import OwnDoes, Trigger
from feltherre.games.civilwar.tables import PIECES
from feltherre.ground.tabletop.measure import CM

#: ammunition as the schemas name it
_ROUND: Final[dict[Ammunition, str]] = {"canister": "canister", "shell": "shell", "shot": "solid_shot"}


@rule("03.03.6", "05.01.3")
def fire_faults(facts: OrderFacts, order: Fire) -> Iterator[Illegal]:
    """Small arms: each figure fires once, so the parts are of different companies (05.01.3, R38)."""
    if facts.arm == "artillery":
        yield Illegal(say("civilwar.no.name-ammunition"), "03.03.7")
        return
    counts = [part.companies for part in order.parts]
    if len(counts) > 1 and None in counts:
        yield Illegal(say("civilwar.no.parts-count"), "05.01.3")
    elif sum(count or 0 for count in counts) > facts.companies:
        yield Illegal(say("civilwar.no.companies", n=facts.companies), "05.01.3")
    yield from _waits_for_itself(facts, [part.when for part in order.parts])


@rule("03.03.6", "03.03.7", "03.03.1")
def _waits_for_itself(facts: OrderFacts, waits: Sequence[Trigger]) -> Iterator[Illegal]:
    """A unit that fires does nothing else in the turn (03.03.1), so that fire which waits for its own move never comes;
    one part may wait for the fire of another (05.01.3). Contact is what the enemy may bring."""
    own = [when.event for when in waits if isinstance(when, OwnDoes) and when.unit == facts.unit]
    others_fire = len(own) < len(waits)
    if any(event != "contact" and not (event == "fires" and others_fire) for event in own):
        yield Illegal(say("civilwar.no.own-wait"), "03.03.6")


@rule("03.03.7", "06.02.1", "06.02.5", "06.01.3")
def gun_faults(facts: OrderFacts, order: GunFire) -> Iterator[Illegal]:
    """Guns: ammunition that the piece has, a guess within its range where one is needed (03.03.7, R59, R60), and each
    target of canister once (06.02.1)."""
    if facts.arm != "artillery":
        yield Illegal(say("civilwar.no.small-arms"), "03.03.6")
        return
    reach = PIECES[facts.piece].range(_ROUND[order.ammunition]) if facts.piece in PIECES else None
    if reach is None:
        yield Illegal(say("civilwar.no.piece-round"), "03.03.7")
    elif order.guess is not None and order.guess > reach * CM:
        yield Illegal(say("civilwar.no.guess-range", cm=reach), "03.03.7")
    if order.guess is None and order.ammunition != "canister" and not _goes_on(facts, order):
        yield Illegal(say("civilwar.no.guess-missing"), "03.03.7")
    if len(set(order.targets)) < len(order.targets):
        yield Illegal(say("civilwar.refuse.target-twice"), "06.02.1")
    yield from _waits_for_itself(facts, [order.when])
    yield from repair_faults(facts, order.repairs)
    if order.repairs and len(order.repairs) >= facts.figures:
        yield Illegal(say("civilwar.no.repair-hands", n=facts.figures), "06.01.3")


def _goes_on(facts: OrderFacts, order: GunFire) -> bool:
    """Continued fire at what was hit, with the same ammunition, always hits: no guess is needed (06.02.5, R60)."""
    return order.targets == (facts.laid_on,) and order.ammunition == facts.laid_with
