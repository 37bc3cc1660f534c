"""Raiding (7.2): which German ships may go, what they cost the Allies, and what brings them back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct, field

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import say
from feltherre.games.norway.procedures.inputs import Count, SeaArea
from feltherre.games.norway.procedures.ships import RAIDING_SEAS, class_text

#: cards that each raiding ship costs the Allies (7.2-raiding-2); no other class raids (7.2-raiding-1)
RAID_COST: dict[str, int] = {"battleship": 2, "heavy-cruiser": 1}
#: symbols that call all raiding ships back (7.2-raiding-3)
RECALL_PRICE = 6

AnyClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor", "coast-defence", "decoy"]


@rule("7.2-raiding-1")
def may_raid(ship_class: str, sea_area: str) -> bool:
    """Whether a German ship may raid: a battleship or heavy cruiser in VI, VII or VIII (7.2-raiding-1)."""
    return ship_class in RAID_COST and sea_area in RAIDING_SEAS


@rule("7.2-raiding-2")
def raid_cost(classes: Iterable[str]) -> int:
    """Cards the Allies lose to these raiders (7.2-raiding-2)."""
    return sum(RAID_COST[ship_class] for ship_class in classes)


@rule("7.2-raiding-3")
def recalls(symbols: int) -> bool:
    """Whether the symbols exchanged in one German phase 1 call the raiding ships back, all together (R52)."""
    return symbols >= RECALL_PRICE


class Raider(Struct, frozen=True, forbid_unknown_fields=True):
    ship_class: AnyClass = field(name="class")
    sea_area: SeaArea


class RaidSituation(Struct, frozen=True, forbid_unknown_fields=True):
    raiders: tuple[Raider, ...]


@procedure("raid")
def raid(given: RaidSituation, desk: Desk) -> Outcome:
    """Whether these ships may raid, and what they cost the Allies (7.2-raiding-1, 7.2-raiding-2)."""
    legal = all(may_raid(raider.ship_class, raider.sea_area) for raider in given.raiders)
    lost = raid_cost(raider.ship_class for raider in given.raiders) if legal else 0
    for raider in given.raiders:
        _tell_raider(raider, desk)
    if not given.raiders:
        desk.line("raid.nobody", "7.2-raiding-1", 0)
    elif not legal:
        desk.line("raid.not-legal", "7.2-raiding-1", 0)
    else:
        desk.line("raid.total", "7.2-raiding-2", lost, n=lost)
    return {"legal": legal, "allied_cards_lost": lost}


def _tell_raider(raider: Raider, desk: Desk) -> None:
    ship, sea = class_text(raider.ship_class), say(f"norway.sea.{raider.sea_area}")
    if raider.ship_class not in RAID_COST:
        desk.line("raid.class", "7.2-raiding-1", ship=ship)
    elif raider.sea_area not in RAIDING_SEAS:
        desk.line("raid.sea", "7.2-raiding-1", ship=ship, sea=sea)
    else:
        cost = RAID_COST[raider.ship_class]
        desk.line("raid.ship", "7.2-raiding-2", cost, ship=ship, sea=sea, n=cost)


class RecallSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[Count, ...]


@procedure("raid-recall")
def raid_recall(given: RecallSituation, desk: Desk) -> Outcome:
    """Whether the symbols exchanged call the raiding ships back (7.2-raiding-3, R52)."""
    total = sum(given.symbols)
    symbols, recalled, over = say("norway.count.symbols", n=total), recalls(total), total - RECALL_PRICE
    desk.line_if(not recalled, "recall.too-few", "7.2-raiding-3", symbols=symbols, price=RECALL_PRICE)
    desk.line_if(recalled, "recall.recalled", "7.2-raiding-3", symbols=symbols)
    desk.line_if(over > 0, "recall.wasted", "7.2-raiding-3", over, n=over)
    return {"recalled": recalled}
