"""What cards and guns do in a sea battle and what follows (8.2, steps 1 to 8): ships are struck, sunk and chased, and
the others hidden. And the five Allied ships that are withdrawn when their deck is used up (5.2-1).

Bomber, U-boat, Submarine and Dive bomber strike with one die each; the ship struck is drawn at random and laid aside,
and still fires (R48).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from feltherre.core.chance import Ruling
from feltherre.core.changes import OneOf, SomeOf, Value
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Several
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.april.steps import EvacuatedSailors
from feltherre.games.norway.cards import ships as ship_cards
from feltherre.games.norway.hands import ask_of, card_name, country_name, lose_from_deck
from feltherre.games.norway.procedures.sea_combat import (
    SeaBattleSituation,
    StrikeSituation,
    naval_combat,
    ship_strike,
)
from feltherre.games.norway.procedures.sea_fire import NamedShip
from feltherre.games.norway.procedures.victory import HEAVY, LIGHT, ships_home, ships_home_fault
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import ChaseTo, WithdrawShips
from feltherre.games.norway.sea.combat import fought, function
from feltherre.games.norway.sea.fleet import change, enemy_ships, put, sea_of, take_out, turn_down, turn_up
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.sea.pieces import SeaBattle, Struck
from feltherre.games.norway.sea.steps import (
    ChooseFlight,
    SeaBattleOver,
    SeaDice,
    SeaRuled,
    ShipsWithdrawal,
    StrikeDie,
    StrikeRuled,
)
from feltherre.games.norway.spaces import ships_space, stations_space
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState

_NAMED: tuple[NamedShip, ...] = tuple(NamedShip(card.name, card.ship_class) for card in ship_cards())  # type: ignore[arg-type]


@steps.alive(StrikeRuled, SeaRuled, ChooseFlight, SeaBattleOver)
def is_fought(state: NorwayState, step: Any) -> bool:
    """A step of a sea battle drops out when there is none."""
    return sea_of(state).battle is not None


# the cards of steps 1 and 2 strike


@rule("8.2-seq-4", "5.2-3")
def targets(state: NorwayState, country: int) -> tuple[int, ...]:
    """The ships that a country's cards can strike: the enemy's in the battle that are not laid aside (R48); of a Bomber
    without a battle, all enemy ships in the sea area (R57, R79)."""
    battle = fought(state)
    if not battle.attackers:
        return enemy_ships(state, country, battle.area)
    struck = {hit.ship for hit in battle.struck}
    enemies = battle.defenders if country == state.country else battle.attackers
    return tuple(ship for ship in enemies if ship not in struck)


def striker(state: NorwayState, step: StrikeDie, purpose: str) -> str:
    return ROLES[fought(state).played[step.played].country]


@steps.throws(
    StrikeDie, StrikeRuled, by=ship_strike, thrower=striker, changes={"result": OneOf(("sink", "chase", "none"))}
)
@rule("8.2-seq-1", "8.2-seq-2", "5.2-3", "7.2a-dive-bomber")
def strike_die(state: NorwayState, step: StrikeDie) -> StrikeSituation | None:
    """One die, if there is still a ship to strike; the numbers on which the card sinks and chases are its own
    (8.2-seq-1, 8.2-seq-2, 7.2a-dive-bomber)."""
    battle = sea_of(state).battle
    if battle is None or not targets(state, battle.played[step.played].country):
        return None
    return strike_situation(state, step.played)


def strike_situation(state: NorwayState, number: int) -> StrikeSituation:
    """The card at a place in the order of play, as the procedure ship-strike is asked."""
    played = fought(state).played[number]
    effect = function(played.card, played.step)
    return StrikeSituation(sink_on=effect.sink, chase_on=effect.chase)


@steps.does(StrikeRuled)
@rule("8.2-seq-4", "8.2-seq-7-en", "5.2-3", "7.2a-dive-bomber")
def strike(table: Table[NorwayState], step: StrikeRuled) -> None:
    """A ship drawn at random is laid aside until step 6 (R48); without a battle it is lost or flees at once (R57).
    Eidsvoll & Norge cannot flee (8.2-seq-7-en)."""
    state = table.state
    battle = fought(state)
    played = battle.played[step.played]
    result, pool = step.ruling.outputs["result"], targets(state, played.country)
    who, what, places = country_name(played.country), card_name(played.card), (board.SEAS[battle.area],)
    if result not in ("sink", "chase") or not pool:
        missed = say("norway.event.strike-missed", country=who, card=what, sea=ships.place_name(battle.area))
        table.tell(missed, "8.2-seq-1", places, step.ruling)
        return
    ship = struck_ship(table, result, pool)
    hit = Struck(ship, "sunk" if result == "sink" or ship == ships.EIDSVOLL else "chased")
    turn_up(table, (ship,))
    change(state, battle=structs.replace(battle, struck=(*battle.struck, hit)))
    text = say(f"norway.event.struck.{hit.result}", country=who, card=what, ship=ships.name(ship))
    table.tell(text, "8.2-seq-4", places, step.ruling)
    if not battle.attackers:
        take_losses(table, (hit,))


@rule("8.2-seq-6-en", "8.2-seq-4")
def struck_ship(table: Table[NorwayState], result: str, pool: tuple[int, ...]) -> int:
    """One of the ships at random; in a battle Eidsvoll & Norge is sunk before any other (8.2-seq-6-en, R48, R79)."""
    if result == "sink" and ships.EIDSVOLL in pool and fought(table.state).attackers:
        return ships.EIDSVOLL
    return table.draw(1, pool, "struck", "8.2-seq-4")[0]


# steps 4 and 5: the fire


@rule("6.1-caption")
def situation(battle: SeaBattle) -> SeaBattleSituation:
    """A sea battle as the procedure naval-combat is asked: what a ship needs stands on its card (6.1-caption)."""
    return SeaBattleSituation(
        attacker_ships=tuple(_NAMED[ship] for ship in battle.attackers),
        defender_ships=tuple(_NAMED[ship] for ship in battle.defenders),
        laid_aside=tuple(_NAMED[hit.ship].name for hit in battle.struck),
    )


def gunner(state: NorwayState, step: SeaDice, purpose: str) -> str:
    return ROLES[state.country if purpose == "attacker_dice" else ships.COUNTRY[fought(state).defenders[0]]]


def changes(state: NorwayState, step: SeaRuled) -> dict[str, Value]:
    """Each side's ships that no card has struck, each of them sunk or chased but not both."""
    battle = fought(state)
    struck = {hit.ship for hit in battle.struck}
    found: dict[str, Value] = {}
    for side, fleet in (("attacker", battle.attackers), ("defender", battle.defenders)):
        left = [_NAMED[ship].name for ship in fleet if ship not in struck]
        sunk = step.ruling.outputs[f"{side}_sunk"]
        found[f"{side}_sunk"] = SomeOf(left)
        found[f"{side}_chased"] = SomeOf(
            name for name in left if not isinstance(sunk, list | tuple) or name not in sunk
        )
    return found


@steps.throws(SeaDice, SeaRuled, by=naval_combat, thrower=gunner, changes=changes)
@rule("8.2-seq-4", "8.2-seq-5", "6.1-5", "6.1-coast-defence")
def sea_dice(state: NorwayState, step: SeaDice) -> SeaBattleSituation | None:
    """The side in turn fires first, the best ships first; those struck by cards fire as well (8.2-seq-4, R48)."""
    battle = sea_of(state).battle
    return None if battle is None else situation(battle)


@steps.does(SeaRuled)
@rule("8.2-seq-6", "8.2-seq-7", "8.2-seq-7-en")
def sea_battle_fought(table: Table[NorwayState], step: SeaRuled) -> None:
    """Ships struck by cards and by fire are lost or flee, both sides' together (8.2-seq-6, 8.2-seq-7)."""
    battle = fought(table.state)
    text = say("norway.event.sea-battle-fought", sea=ships.place_name(battle.area))
    table.tell(text, "8.2-seq-4", (board.SEAS[battle.area],), step.ruling)
    take_losses(table, (*battle.struck, *hits(battle, step.ruling)))


def hits(battle: SeaBattle, ruling: Ruling) -> list[Struck]:
    """Ships struck by fire, each once; an umpire may have changed the ruling and named others or nonsense."""
    left = {*battle.attackers, *battle.defenders} - {hit.ship for hit in battle.struck}
    found: list[Struck] = []
    for output in ("defender_sunk", "defender_chased", "attacker_sunk", "attacker_chased"):
        for name in ruling.outputs[output]:
            ship = ships.BY_CARD_NAME.get(name, -1) if isinstance(name, str) else -1
            if ship in left:
                left.remove(ship)
                lost = output.endswith("sunk") or ship == ships.EIDSVOLL
                found.append(Struck(ship, "sunk" if lost else "chased"))
    return found


# steps 6 and 7: ships sunk and chased


@rule("8.2-seq-6", "8.2-seq-7", "7.2a-1")
def take_losses(table: Table[NorwayState], struck: Iterable[Struck]) -> None:
    """Sunk ships leave the game, with the cards they cost; then the chased ones flee (8.2-seq-6, 8.2-seq-7).

    What follows is laid on the agenda first: the last card of a deck may end the game or call the Allies home at once
    (R20, R26). On 9 April the crew of a German ship may still land (7.2a-1).
    """
    state = table.state
    hit = list(struck)
    sunk = [ship.ship for ship in hit if ship.result == "sunk"]
    german = any(ships.COUNTRY[ship] == GERMANY for ship in sunk)
    crews = (EvacuatedSailors(fought(state).area),) if german and not state.round else ()
    table.push(*crews, *flights(state, [ship.ship for ship in hit if ship.result == "chased"]))
    for ship in sunk:
        sink(table, ship, "8.2-seq-6")
        if state.result is not None:
            return


@rule("8.2-seq-7")
def flights(state: NorwayState, chased: Sequence[int]) -> list[ChooseFlight]:
    """Who sends which ships away: Germany the Allied ones; the Allies the German ones, or Norway if Eidsvoll & Norge
    fought alone (8.2-seq-7, R78)."""
    battle = fought(state)
    allied = any(ships.COUNTRY[ship] == ALLIES for ship in (*battle.attackers, *battle.defenders))
    found = []
    for owner, opponent in ((ALLIES, GERMANY), (GERMANY, ALLIES if allied else NORWAY)):
        group = tuple(ship for ship in chased if ships.COUNTRY[ship] == owner)
        if group:
            found.append(ChooseFlight(opponent, group))
    return found


@steps.asks(ChooseFlight)
@rule("8.2-seq-7")
def which_way_out(state: NorwayState, step: ChooseFlight) -> Iterator[Decision[Any]]:
    """The opponent chooses an adjoining sea area for each chased ship (8.2-seq-7)."""
    ways = ways_out(state, step)
    if any(len(areas) > 1 for areas in ways.values()):
        names = [ships.name(ship) for ship in ways]
        incomplete = Illegal(say("norway.illegal.chase-all", ships=names), "8.2-seq-7")
        space = stations_space(ways, ChaseTo, no_flight, incomplete)
        yield ask_of(state, step.country, "chase", "8.2-seq-7", space, ships=names)


@steps.does(ChooseFlight)
def one_way_out(table: Table[NorwayState], step: ChooseFlight) -> None:
    """There is just one way out, or the ships have been withdrawn meanwhile."""
    flee(table, {ship: areas[0] for ship, areas in ways_out(table.state, step).items()})


@steps.answer(ChooseFlight)
def chase(table: Table[NorwayState], step: ChooseFlight, role: str, action: ChaseTo) -> None:
    flee(table, {ships.INDEX[ship]: board.SEA_INDEX[sea] for ship, sea in action.stations})


@rule("8.2-seq-7", "5.1-sea-2")
def ways_out(state: NorwayState, step: ChooseFlight) -> dict[int, tuple[int, ...]]:
    """Where each chased ship can be sent: sea areas that it may enter, never the raid box (8.2-seq-7, R47). A ship that
    could go nowhere stays."""
    area = fought(state).area
    there = [ship for ship in step.ships if sea_of(state).place[ship] == area]
    ways = {ship: sea_targets(ships.COUNTRY[ship], area) for ship in there}
    return {ship: areas for ship, areas in ways.items() if areas}


def no_flight(ship: int, area: int) -> Illegal:
    text = say("norway.illegal.no-flight", ship=ships.name(ship), sea=ships.place_name(area))
    return Illegal(text, "8.2-seq-7")


@rule("8.2-seq-7")
def flee(table: Table[NorwayState], stations: Mapping[int, int]) -> None:
    """Chased ships are moved, and nobody intercepts them where they come (8.2-seq-7, R47)."""
    for area in sorted(set(stations.values())):
        group = [ship for ship, station in sorted(stations.items()) if station == area]
        put(table.state, group, area)
        names = [ships.name(ship) for ship in group]
        places = (board.SEAS[fought(table.state).area], board.SEAS[area])
        text = say("norway.event.chased-to", n=len(group), ships=names, sea=ships.place_name(area))
        table.tell(text, "8.2-seq-7", places)


# step 8


@steps.does(SeaBattleOver)
@rule("8.2-seq-8", "6.1-4", "6.1-5", "7.2-landing-3")
def sea_battle_over(table: Table[NorwayState], step: SeaBattleOver) -> None:
    """Survivors are hidden again where they are, all but Eidsvoll & Norge (8.2-seq-8); whether it has fought in the
    nine-April round is remembered (7.2-landing-3)."""
    state = table.state
    sea, battle = sea_of(state), fought(state)
    fighters = {*battle.attackers, *battle.defenders}
    involved = {*fighters, *(hit.ship for hit in battle.struck)}
    # decoys were shown with the ships that intercepted
    involved |= {ship for ship, place in enumerate(sea.place) if place == battle.area and sea.face_up[ship]}
    change(
        state,
        battle=None,
        done=tuple(sorted({*sea.done, battle.area})),
        caught=tuple(ship for ship in sea.caught if ship not in involved),
        coast_defence_fought=sea.coast_defence_fought or (not state.round and ships.EIDSVOLL in fighters),
    )
    turn_down(state, [ship for ship in sorted(involved) if sea.place[ship] in ships.SEAS])
    if battle.attackers:
        text = say("norway.event.sea-battle-over", sea=ships.place_name(battle.area))
        table.tell(text, "8.2-seq-8", (board.SEAS[battle.area],))


@rule("8.2-seq-6", "8.2-seq-6-loss", "6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor")
def sink(table: Table[NorwayState], ship: int, rule_id: str) -> None:
    """A ship is sunk, by whatever means: two cards for a battleship or carrier, one for others, none for Norway's
    coast-defence ships (8.2-seq-6-loss, R69)."""
    country, place = ships.COUNTRY[ship], sea_of(table.state).place[ship]
    take_out(table, (ship,), ships.SUNK)
    where = (board.SEAS[place],) if place in ships.SEAS else ()
    table.tell(say("norway.event.sunk", country=country_name(country), ship=ships.name(ship)), rule_id, where)
    if ships.CARDS_LOST[ship]:
        lose_from_deck(table, country, ships.CARDS_LOST[ship], "8.2-seq-6-loss")


# five ships go home


@rule("5.2-1")
def allied_ships(state: NorwayState) -> list[int]:
    """All Allied ships in the game, also those not yet on the board (R26)."""
    place = sea_of(state).place
    return [ship for ship in ships.OF_COUNTRY[ALLIES] if place[ship] not in (ships.SUNK, ships.REMOVED)]


@steps.asks(ShipsWithdrawal)
@rule("5.2-1")
def which_go_home(state: NorwayState, step: ShipsWithdrawal) -> Iterator[Decision[Any]]:
    """The Allies choose five of their ships (5.2-1)."""
    left = allied_ships(state)
    number = ships_home(len(left))
    if number < len(left):
        yield ask_of(state, ALLIES, "withdraw-ships", "5.2-1", withdrawal_space(left, number), n=number)


def withdrawal_space(choice: Sequence[int], number: int) -> Several[WithdrawShips]:
    """Five ships of those in the game: at most one minor ship and one heavy cruiser, unless every carrier and
    battleship goes as well (5.2-1, R26)."""

    def can_end(chosen: Sequence[int]) -> bool:
        return lawful(chosen, choice[choice.index(chosen[-1]) + 1 :])

    def fits(chosen: Sequence[int]) -> bool:
        return lawful(chosen, [ship for ship in choice if ship not in chosen])

    def lawful(chosen: Sequence[int], ahead: Sequence[int]) -> bool:
        """Whether these make a lawful five of those chosen: the heavy ones first, then the light."""
        heavy = [ship for ship in ahead if ships.CLASS[ship] in HEAVY]
        light = [ship for ship in ahead if ships.CLASS[ship] in LIGHT]
        has = {ships.CLASS[ship] for ship in chosen}
        one_each = {ships.CLASS[ship]: ship for ship in light if ships.CLASS[ship] not in has}.values()
        wanted = number - len(chosen)
        fives = ([*chosen, *[*heavy, *lighter][:wanted]] for lighter in (one_each, light))
        return any(not ships_home_fault(_by_class(choice), _by_class(five), number) for five in fives)

    refusal = Illegal(say("norway.illegal.withdraw-ships", n=number), "5.2-1")
    return ships_space(choice, WithdrawShips, refusal, number, number, can_end, fits)


def _by_class(some: Sequence[int]) -> Any:
    return Counter(ships.CLASS[ship] for ship in some)


@steps.does(ShipsWithdrawal)
def all_go_home(table: Table[NorwayState], step: ShipsWithdrawal) -> None:
    """There are no more than five: all go (R26)."""
    go_home(table, allied_ships(table.state))


@steps.answer(ShipsWithdrawal)
def some_go_home(table: Table[NorwayState], step: ShipsWithdrawal, role: str, action: WithdrawShips) -> None:
    go_home(table, sorted(ships.INDEX[ship] for ship in action.ships))


@rule("5.2-1", "6.1-3")
def go_home(table: Table[NorwayState], some: Sequence[int]) -> None:
    """Ships leave the game without being sunk; everybody sees which (5.2-1)."""
    if not some:
        return
    take_out(table, some, ships.REMOVED)
    names = [ships.name(ship) for ship in some]
    table.tell(say("norway.event.ships-withdrawn", n=len(names), ships=names), "5.2-1")
