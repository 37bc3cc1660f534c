"""Reinforcements (4.3): what the cards buy, and the boats that strike at convoys."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import say
from feltherre.games.norway.advanced_cards import nine_april_cards
from feltherre.games.norway.cards import PLAY_TYPES
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.battle_table import card_name, card_text
from feltherre.games.norway.procedures.inputs import COUNTRIES, Count, Country, battalions

#: table 4.3: symbols a battalion costs
PRICE = 3

#: cards that strike at convoys: (name, owner, in the nine-April round) -> dice that sink a transport (R41)
CONVOY_CARDS: dict[tuple[str, Country, bool], tuple[int, ...]] = {
    (card.name_en, COUNTRIES[card.country], nine_april): function.success
    for cards, nine_april in ((PLAY_TYPES, False), (nine_april_cards(), True))
    for card in cards
    for function in card.functions
    if function.op == "lose-reinforcement"
}
#: whose sea-borne reinforcements each card acts against (R41)
CONVOY_OF: dict[str, Country] = {"U-boat": "allies", "Submarine": "germany"}
#: battalions lost with a transport (R41)
CONVOY_LOSS = 1


class Purchase(Struct, frozen=True):
    bought: int
    total: int
    symbols_wasted: int


@rule("4.3-1", "4.3-2")
def purchase(symbols: int, free_battalions: int = 0) -> Purchase:
    """Battalions for the added symbols of all cards exchanged; what is left over is lost (4.3-1, 4.3-2, table 4.3)."""
    bought, wasted = divmod(symbols, PRICE)
    return Purchase(bought, bought + free_battalions, wasted)


class PurchaseSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[Count, ...]
    free_battalions: Count


@procedure("reinforcement-purchase")
def reinforcement_purchase(given: PurchaseSituation, desk: Desk) -> Outcome:
    """The battalions that exchanged cards buy, with those that are free (4.3-1, 4.3-2)."""
    found, free = purchase(sum(given.symbols), given.free_battalions), given.free_battalions
    bought, wasted = found.bought, found.symbols_wasted
    if given.symbols:
        symbols = say("norway.count.symbols", n=sum(given.symbols))
        desk.line("purchase.bought", "4.3-2", bought, symbols=symbols, battalions=battalions(bought))
    else:
        desk.line("purchase.nothing", "4.3-1", 0)
    desk.line_if(wasted > 0, "purchase.wasted", "4.3-2", wasted, n=wasted)
    desk.line_if(free > 0, "purchase.free", "3-6" if free > 1 else "4.3-ger-1", free, n=free)
    desk.line("purchase.total", "4.3-1", found.total, n=found.total)
    return {"bought": bought, "total": found.total, "symbols_wasted": wasted}


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    battalions: Count
    by: Literal["sea", "air"]


class ConvoySituation(Struct, frozen=True, forbid_unknown_fields=True):
    card: str
    player: Country
    placing_country: Country
    placed: tuple[Placed, ...]
    chosen_area: str
    nine_april: bool = False
    cards_played_before: Count = 0


@procedure("convoy-attack", die=int)
def convoy_attack(given: ConvoySituation, desk: Desk) -> Resolve:
    """A boat that waits for battalions placed by sea (4.3-cards, 7.3-cards, R41)."""
    card, player = card_name(given.card), given.player
    _check_card(card, given, desk)
    area = names.area(given.chosen_area)
    placed = [structs.replace(entry, area=names.area(entry.area).name) for entry in given.placed]
    by_sea = [i for i, entry in enumerate(placed) if entry.by == "sea" and entry.battalions > 0]
    desk.refuse_if(not by_sea, "nothing-by-sea", "4.3-cards", card=card_text(card))
    struck = next((i for i in by_sea if placed[i].area == area.name), None)
    desk.refuse_if(struck is None, "not-placed-by-sea", "4.3-cards", area=area.text)

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "4.3-cards").values[0]
        success = die in CONVOY_CARDS[card, player, given.nine_april]
        lost = CONVOY_LOSS if success else 0
        desk.line("convoy.play", "4.3-cards", country=names.country(player), card=card_text(card), area=area.text)
        told = "convoy.struck" if success else "convoy.missed"
        desk.line(told, "4.3-cards", die, die=die, area=area.text, n=CONVOY_LOSS)
        desk.line_if(success, "convoy.victory", "1.3-5")
        left = [(entry, entry.battalions - (lost if i == struck else 0)) for i, entry in enumerate(placed)]
        remaining = [{"area": entry.area, "battalions": n, "by": entry.by} for entry, n in left if n > 0]
        return {"success": success, "battalions_removed": lost, "remaining": remaining}

    return resolve


@rule("4.3-cards", "7.3-cards")
def _check_card(card: str, given: ConvoySituation, desk: Desk) -> None:
    """This country may use this card on the reinforcements of that one, once (4.3-cards, 7.3-cards, R41)."""
    player, placing = names.country(given.player), names.country(given.placing_country)
    desk.refuse_if(card not in CONVOY_OF, "convoy-card", "4.3-cards", card=card_text(card))
    if (card, given.player, given.nine_april) not in CONVOY_CARDS or CONVOY_OF[card] != given.placing_country:
        number = "7.3-cards" if given.nine_april else "4.3-cards"
        desk.refuse("convoy", number, card=card_text(card), player=player, placing=placing)
    desk.refuse_if(given.cards_played_before > 0, "convoy-again", "4.3-cards", player=player)
