"""The sea battle (8.2): cards that strike ships, fire of both sides, ships sunk and chased, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.procedure import Desk, Planned, Resolve, procedure
from feltherre.core.text import say
from feltherre.games.norway.procedures import sea_fire

#: a face of a die
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]

Fleet: TypeAlias = Sequence[sea_fire.NamedShip]


class StrikeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    sink_on: tuple[Face, ...]
    chase_on: tuple[Face, ...]


@procedure("ship-strike", die=int)
def ship_strike(given: StrikeSituation, desk: Desk) -> Resolve:
    """What the die of a card does to a ship, which is then drawn at random (8.2-seq-1, 8.2-seq-2, 5.2-3)."""

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "8.2-seq-1").values[0]
        result = sea_fire.strike_result(die, given.sink_on, given.chase_on)
        desk.line(f"strike.{result}", "8.2-seq-1", die, die=die)
        desk.line_if(result != "none", "strike.drawn", "8.2-seq-4")
        return {"result": result}

    return resolve


class SeaBattleSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attacker_ships: tuple[sea_fire.NamedShip, ...]
    defender_ships: tuple[sea_fire.NamedShip, ...]
    #: names of ships of either side that cards have struck before the fire (R48); not one of the ledger's inputs
    laid_aside: tuple[str, ...] = ()


@procedure(
    "naval-combat",
    attacker_dice=list[int],
    defender_dice=list[int],
    attacker_draws=list[str],
    defender_draws=list[str],
)
@rule("8.2-seq-4", "8.2-seq-5")
def naval_combat(given: SeaBattleSituation, desk: Desk) -> Resolve:
    """Steps 4 to 8 of a sea battle: the attacker fires first; then all ships of the defender, also those just struck
    (8.2-seq-4, 8.2-seq-5). Ships laid aside by cards fire like the others; what those cards did to them, and the cards
    it costs, is no part of the outputs."""
    attackers, defenders = _side(given.attacker_ships, desk), _side(given.defender_ships, desk)
    aside = [sea_fire.ship_name(name) for name in given.laid_aside]
    _check_laid_aside(attackers, defenders, aside, desk)
    attackers_afloat, defenders_afloat = _targets(attackers, aside), _targets(defenders, aside)
    desk.will_throw = (
        Planned("attacker_dice", len(attackers), sea_fire.STEP["attacker"]),
        Planned("defender_dice", len(defenders), sea_fire.STEP["defender"]),
    )
    desk.folds = lambda: _outputs(
        sea_fire.side_odds(attackers, attackers_afloat, defenders),
        sea_fire.side_odds(defenders, defenders_afloat, attackers),
    )

    def resolve(chance: Chance) -> Outcome:
        attack, defenders_after = sea_fire.volley("attacker", attackers, defenders_afloat, chance)
        defence, attackers_after = sea_fire.volley("defender", defenders, attackers_afloat, chance)
        desk.line_if(bool(aside), "sea.laid-aside", "8.2-seq-4", n=len(aside), ships=aside)
        _tell_fire("attacker", attackers, attack, desk)
        _tell_fire("defender", defenders, defence, desk)
        attackers_lost = _tell_losses("attacker", attackers, attackers_after, desk)
        defenders_lost = _tell_losses("defender", defenders, defenders_after, desk)
        desk.line("sea.hidden", "8.2-seq-8")
        return _outputs(
            (list(attackers_after.sunk), list(attackers_after.chased), attackers_lost),
            (list(defenders_after.sunk), list(defenders_after.chased), defenders_lost),
        )

    return resolve


def _outputs(attackers: Sequence[object], defenders: Sequence[object]) -> Outcome:
    """The outputs from what befalls each side: ships sunk, ships chased, cards lost."""
    return {
        "attacker_sunk": attackers[0],
        "attacker_chased": attackers[1],
        "defender_sunk": defenders[0],
        "defender_chased": defenders[1],
        "attacker_cards_lost": attackers[2],
        "defender_cards_lost": defenders[2],
    }


def _side(given: Fleet, desk: Desk) -> tuple[sea_fire.NamedShip, ...]:
    """The ships of a side with the names on their cards; they stand best first (8.2-seq-4)."""
    ships = tuple(sea_fire.NamedShip(sea_fire.ship_name(ship.name), ship.ship_class) for ship in given)
    desk.refuse_if(not ships, "no-ships", "8.2-1")
    order = [ship.ship_class for ship in ships]
    desk.refuse_if(not sea_fire.best_first(order), "firing-order", "8.2-seq-4")
    desk.refuse_if(order.count(sea_fire.COAST_DEFENCE) > 1, "coast-defence", "6.1-coast-defence")
    classes: dict[str, str] = {}
    for ship in ships:
        folded = fold(ship.name)
        desk.refuse_if(not folded, "ship-name", "6.1-1", name=ship.name)
        known = classes.setdefault(folded, ship.ship_class)
        desk.refuse_if(known != ship.ship_class, "two-classes", "6.1-1", name=ship.name)
    return ships


def _check_laid_aside(attackers: Fleet, defenders: Fleet, aside: Sequence[str], desk: Desk) -> None:
    sides = [[fold(ship.name) for ship in side] for side in (attackers, defenders)]
    struck = [fold(name) for name in aside]
    for name, folded in zip(aside, struck, strict=True):
        desk.refuse_if(all(folded in side for side in sides), "both-sides", "8.2-seq-4", name=name)
        there = sum(side.count(folded) for side in sides)
        desk.refuse_if(struck.count(folded) > there, "not-in-battle", "8.2-seq-4", name=name)


def _targets(ships: Fleet, laid_aside: Sequence[str]) -> sea_fire.Targets:
    aside = [fold(name) for name in laid_aside]
    afloat = []
    for ship in ships:
        if fold(ship.name) in aside:
            aside.remove(fold(ship.name))
        else:
            afloat.append(ship.name)
    coast_defence = next((ship.name for ship in ships if ship.ship_class == sea_fire.COAST_DEFENCE), None)
    return sea_fire.Targets(tuple(afloat), coast_defence)


def _tell_fire(side: sea_fire.Side, ships: Fleet, shots: Sequence[sea_fire.Shot], desk: Desk) -> None:
    for ship, shot in zip(ships, shots, strict=False):
        number, what, words = sea_fire.STEP[side], str(shot.result), {"ship": ship.name, "die": shot.die}
        if shot.struck is None:
            desk.line("sea.misses", number, shot.die, **words)
            continue
        if shot.struck == shot.targets.coast_defence:
            what, number = ("first", "8.2-seq-6-en") if shot.result == "sink" else ("no-flight", "8.2-seq-7-en")
        desk.line(f"sea.{what}", number, shot.die, **words, target=shot.struck)
    desk.line_if(len(shots) < len(ships), "sea.enough", "8.2-seq-5", side=say(f"norway.side.{side}"))


def _tell_losses(side: sea_fire.Side, ships: Fleet, after: sea_fire.Targets, desk: Desk) -> int:
    """What befalls a side; gives back the cards that it loses with its sunk ships (8.2-seq-6-loss)."""
    who, sunk, chased = say(f"norway.side.{side}"), list(after.sunk), list(after.chased)
    classes = {ship.name: ship.ship_class for ship in ships}
    lost = sea_fire.cards_lost(classes[name] for name in sunk)
    desk.line_if(bool(sunk), "sea.sunk", "8.2-seq-6", len(sunk), side=who, n=len(sunk), ships=sunk)
    desk.line_if(bool(sunk), "sea.cards-lost", "8.2-seq-6-loss", lost, side=who, n=lost)
    desk.line_if(bool(chased), "sea.chased", "8.2-seq-7", len(chased), side=who, n=len(chased), ships=chased)
    desk.line_if(not (sunk or chased), "sea.unharmed", "6.1-5", side=who)
    return lost
