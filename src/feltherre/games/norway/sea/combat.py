"""Phase 2a, sea battle (8.2): which ships fight, the order of the battles, Bombers over the sea (5.2-3), and what cards
do in a battle (steps 1 to 3; the windows in which they are used are those of combat.py).

A ship that lies face up in a sea area with an interception fights there; the others do not (8.2-caption).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, spaces
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.hands import ask_of, card_name, could_hold, country_name, holds, use
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.sea import fleet, needs, pieces, ships
from feltherre.games.norway.sea import steps as at_sea
from feltherre.games.norway.sea.actions import Bomb, EndSeaCombat, FightAtSea, Join
from feltherre.games.norway.sea.interception import hunting
from feltherre.games.norway.state import ALLIES, GERMANY, NorwayState, enemies, held_airfields, side

BOMBER = cards.INDEX["ger-bomber"]


# who fights


@steps.does(at_sea.SeaCombat)
@rule("8.2-1", "8.2-3", "8.2-seq-0")
def sea_combat(table: Table[NorwayState], step: at_sea.SeaCombat) -> None:
    """A country that has intercepted fights with all its ships there (8.2-3), also those that came later; countries
    that may bring more are asked in every sea area before the first battle (8.2-seq-0)."""
    state = table.state
    for hunt in fleet.sea_of(state).hunts:
        fleet.turn_up(table, fleet.ships_at(state, hunt.country, hunt.area))
    table.push(*joins(state), at_sea.ChooseSeaBattle())


def joins(state: NorwayState) -> list[at_sea.JoinBattle]:
    """Who may bring more ships where: owners of intercepted ships, the attacker first (8.2-2, R76)."""
    sea = fleet.sea_of(state)
    return [
        at_sea.JoinBattle(area, country)
        for area in interception_areas(state)
        for country in (*side(state.country), *enemies(state.country))
        if not hunting(state, country, area)
        and any(sea.place[ship] == area and ships.COUNTRY[ship] == country for ship in sea.caught)
    ]


def interception_areas(state: NorwayState) -> list[int]:
    """Sea areas where ships have been intercepted in this turn and not fought yet."""
    sea = fleet.sea_of(state)
    return sorted({hunt.area for hunt in sea.hunts} - set(sea.done))


@steps.asks(at_sea.JoinBattle)
@rule("8.2-2", "6.1-decoy")
def who_joins(state: NorwayState, step: at_sea.JoinBattle) -> Iterator[Decision[Any]]:
    """Asked is whoever has more cards there, though they may all be decoys, which cannot fight (8.2-2)."""
    if number := fleet.pile(state, step.country, step.area):
        where = ships.place_name(step.area)
        refusal = Illegal(say("norway.illegal.join", sea=where), "8.2-2")
        space = spaces.ships_space(fleet.real(fleet.face_down(state, step.country, step.area)), Join, refusal)
        yield ask_of(state, step.country, "join-battle", "8.2-2", space, sea=where, n=number)


# all its ships there fight already
steps.does(at_sea.JoinBattle)(nothing)


@steps.answer(at_sea.JoinBattle)
@rule("8.2-2")
def join(table: Table[NorwayState], step: at_sea.JoinBattle, role: str, action: Join) -> None:
    """They are shown to be in the battle (8.2-caption)."""
    joining = sorted(ships.INDEX[ship] for ship in action.ships)
    fleet.turn_up(table, joining)
    words: dict[str, Any] = {"country": country_name(step.country), "sea": ships.place_name(step.area)}
    if joining:
        text = say("norway.event.joins", **words, ships=[ships.name(ship) for ship in joining])
    else:
        text = say("norway.event.nobody-joins", **words)
    table.tell(text, "8.2-2", (board.SEAS[step.area],))


@rule("8.2-1", "8.2-3", "8.2-4", "6.1-4")
def fighters(state: NorwayState, area: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(ships of the side in turn, ships of the other) that fight in a sea area: those face up. Eidsvoll & Norge always
    lies face up and so takes part on the Allied side (8.2-4); hidden ships have no part in it."""
    return _shown(state, side(state.country), area), _shown(state, enemies(state.country), area)


def _shown(state: NorwayState, countries: Iterable[int], area: int) -> tuple[int, ...]:
    face_up = fleet.sea_of(state).face_up
    there = [ship for country in countries for ship in fleet.ships_at(state, country, area) if face_up[ship]]
    return ships.best_first(fleet.real(there))


def battle_areas(state: NorwayState) -> list[int]:
    """Sea areas in which a battle is still to be fought."""
    return [area for area in interception_areas(state) if all(fighters(state, area))]


# the order of the battles


@rule("5.1-air-sea", "5.2-3")
def bombing_areas(state: NorwayState) -> list[int]:
    """Where Germany may send a Bomber against ships although there is no battle: in phase 2a of its turn, in range of
    an airfield it holds now, once in a turn (5.1-air-sea, 5.2-3, R57). What lies there everybody sees."""
    if state.country != GERMANY or not state.round:
        return []
    closed = {*fleet.sea_of(state).done, *battle_areas(state)}
    return [
        area
        for area in ships.SEAS
        if area not in closed and in_reach(state, area) and fleet.enemy_ships(state, GERMANY, area)
    ]


@rule("5.1-air-sea")
def in_reach(state: NorwayState, area: int) -> bool:
    """Whether Bomber reaches ships in a sea area (5.1-air-sea)."""
    return board.in_sea_bombing_range(area, held_airfields(state))


@steps.asks(at_sea.ChooseSeaBattle)
@rule("8.2-seq-0", "5.2-3")
def which_sea_battle(state: NorwayState, step: at_sea.ChooseSeaBattle) -> Iterator[Decision[Any]]:
    """The attacker chooses the order of the battles (8.2-seq-0). Germany is asked, too, as long as it might hold a
    Bomber and ships lie in its reach (R57)."""
    battles, targets = battle_areas(state), bombing_areas(state)
    if not could_hold(state, GERMANY, (BOMBER,)):
        targets = []
    if not targets and len(battles) < 2:
        return
    words: dict[str, Any] = {}
    if battles:
        words["seas"] = [ships.place_name(area) for area in battles]
    if targets:
        words["targets"] = [ships.place_name(area) for area in targets]
    what = "choose-sea-battle" if not targets else "fight-or-bomb" if battles else "bomb"
    rule_id = "8.2-seq-0" if battles else "5.2-3"
    space, waiting = battle_space(state, battles, targets), "choose-sea-battle"
    yield ask_of(state, state.country, what, rule_id, space, reaction=not battles, waiting=waiting, **words)


@steps.does(at_sea.ChooseSeaBattle)
def only_sea_battle(table: Table[NorwayState], step: at_sea.ChooseSeaBattle) -> None:
    battles = battle_areas(table.state)
    if battles:
        fight(table, battles[0])
    else:
        end_sea_combat(table)


@steps.answer(at_sea.ChooseSeaBattle, to=FightAtSea)
def chosen_sea_battle(table: Table[NorwayState], step: at_sea.ChooseSeaBattle, role: str, action: FightAtSea) -> None:
    fight(table, board.SEA_INDEX[action.area])


def battle_space(state: NorwayState, battles: Sequence[int], targets: Sequence[int]) -> spaces.Kinds:
    branches: dict[str, Space[Any]] = {}
    if battles:
        branches["fight-at-sea"] = spaces.sea_space(battles, FightAtSea, no_sea_battle)
    if targets and holds(state, BOMBER):
        branches["bomb"] = spaces.sea_space(targets, Bomb, lambda sea: why_not_bomb(state, sea))
    if not battles:
        branches["end-sea-combat"] = Single(EndSeaCombat())

    def closed(kind: str) -> Illegal:
        if kind == "bomb" and targets:
            return spaces.no_card(BOMBER, "5.2-3")
        return Illegal(say(f"norway.illegal.closed.{kind}"), "5.1-air-sea" if kind == "bomb" else "8.2-1")

    return spaces.Kinds(branches, (FightAtSea, Bomb, EndSeaCombat), closed)


def no_sea_battle(sea: str) -> Illegal:
    return Illegal(say("norway.illegal.no-sea-battle", sea=spaces.sea_label(sea)), "8.2-seq-0")


def why_not_bomb(state: NorwayState, sea: str) -> Illegal:
    if in_reach(state, board.SEA_INDEX[sea]):
        return Illegal(say("norway.illegal.nothing-to-bomb", sea=spaces.sea_label(sea)), "5.2-3")
    return Illegal(say("norway.illegal.out-of-bombing-range", sea=spaces.sea_label(sea)), "5.1-air-sea")


def fight(table: Table[NorwayState], area: int) -> None:
    """A battle of the turn; the next is chosen afterwards."""
    table.push(at_sea.ChooseSeaBattle())
    attackers, defenders = fighters(table.state, area)
    begin_sea_battle(table, area, attackers, defenders)


@rule("8.2-seq-0", "8.2-1")
def begin_sea_battle(table: Table[NorwayState], area: int, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    """These ships fight a sea battle through steps 1 to 8, all face up (8.2-seq-0)."""
    state = table.state
    fleet.turn_up(table, (*attackers, *defenders))
    battle = pieces.SeaBattle(area, ships.best_first(tuple(attackers)), ships.best_first(tuple(defenders)))
    fleet.change(state, battle=battle)
    text = say(
        "norway.event.sea-battle",
        sea=ships.place_name(area),
        attackers=[ships.name(ship) for ship in battle.attackers],
        defenders=[ships.name(ship) for ship in battle.defenders],
    )
    table.tell(text, "8.2-1", (board.SEAS[area],))
    table.push(
        at_sea.SeaAttackerCards(),
        *(at_sea.SeaDefenderCards(country) for country in enemies(state.country)),
        at_sea.SeaReactionCards(),
        at_sea.SeaDice(),
        at_sea.SeaBattleOver(),
    )


@steps.answer(at_sea.ChooseSeaBattle, to=Bomb)
@rule("5.2-3", "5.1-air-sea")
def bomb(table: Table[NorwayState], step: at_sea.ChooseSeaBattle, role: str, action: Bomb) -> None:
    """Bomber against ships that are in no battle: the Allies may answer with Fighter, Germany with Fighter-bomber.

    The ships stay hidden, so the battle does not name them (R57).
    """
    state, area = table.state, board.SEA_INDEX[action.area]
    use(table, BOMBER)
    fleet.change(state, battle=pieces.SeaBattle(area, (), (), (pieces.Played(GERMANY, BOMBER, 1),)))
    text = say("norway.event.bombs", country=country_name(GERMANY), card=card_name(BOMBER), sea=ships.place_name(area))
    table.tell(text, "5.2-3", (board.SEAS[area],))
    table.push(
        at_sea.SeaDefenderCards(ALLIES), at_sea.SeaReactionCards(), at_sea.SeaBattleOver(), at_sea.ChooseSeaBattle()
    )


@steps.answer(at_sea.ChooseSeaBattle, to=EndSeaCombat)
@rule("6.1-4", "8.2-seq-8")
def end_sea_combat(table: Table[NorwayState], *answer: Any) -> None:
    """All battles are over: no ship at sea lies face up any more but Eidsvoll & Norge (6.1-4)."""
    state = table.state
    fleet.change(state, caught=(), hunts=())
    fleet.turn_down(state, [ship for ship, place in enumerate(fleet.sea_of(state).place) if place in ships.SEAS])


# what cards do: aircraft and boats strike at ships, Fighter stops Bomber, Fighter-bomber stops Fighter; in the
# nine-April round there is only Dive bomber (7.2a-1)

#: the book's number of each step of a sea battle in which cards are used
NUMBERS: Final = {1: "8.2-seq-1", 2: "8.2-seq-2", 3: "8.2-seq-3"}

#: conditions that a battle may fail to meet -> the reason of the refusal and the rule
IN_BATTLE, REACH, CARRIER = "ships-in-battle", "sea-bombing", "carrier"
UNMET: Final = {
    IN_BATTLE: ("norway.illegal.only-in-sea-battle", "5.2-3"),
    REACH: ("norway.illegal.bomber-out-of-reach", "5.1-air-sea"),
    CARRIER: ("norway.illegal.no-carrier", "5.2-2"),
}
FIGHTER: Final = cards.INDEX["all-fighter"]


def fought(state: NorwayState) -> pieces.SeaBattle:
    battle = fleet.sea_of(state).battle
    assert battle is not None
    return battle


def function(card: int, step: int) -> cards.Function:
    """What a card does in a step of a sea battle: it strikes at ships or stops another card, never both."""
    return cards.functions_in(card, NUMBERS[step])[0]


def strikes(card: int, step: int) -> bool:
    return function(card, step).op == "ship-strike"


def strikes_in_force(battle: pieces.SeaBattle) -> list[int]:
    """Places in the order of play of the cards that strike at ships and have not been stopped."""
    stopped = stopped_cards(battle)
    return [i for i, played in enumerate(battle.played) if i not in stopped and strikes(played.card, played.step)]


@rule("5.1-air-sea", "5.2-2", "5.2-3")
def unmet_condition(state: NorwayState, card: int, number: str, publicly: bool) -> str:
    """What the card needs and the battle has not: Bomber an airfield on the coast (5.1-air-sea), Fighter a carrier in
    the sea area (5.2-2, R58); against a Bomber alone no boat can be sent (R57). Empty if nothing is lacking.

    `publicly`: only what lacks for all to see; where a carrier may lie, none is lacking.
    """
    battle, effect = fought(state), cards.functions_in(card, number)[0]
    if effect.against == IN_BATTLE and not battle.attackers:
        return IN_BATTLE
    if effect.needs == REACH and not in_reach(state, battle.area):
        return REACH
    if card == FIGHTER and not (needs.might_be_carrier_in if publicly else needs.carrier_in)(state, battle.area):
        return CARRIER
    return ""
