"""The end of the game (1.3), and the Allies' recall to France (2.4; with ships 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.norway.board import POINT_CITY
from feltherre.games.norway.procedures.inputs import Count, Version, battalions

#: point cities of the board (2.3-point-1)
POINT_CITIES = len(POINT_CITY)
#: table 1.3: Germany wins clearly against at most so many enemy battalions, its enemies with at least so many cities
FEW_BATTALIONS = 3
CLEAR_CITIES = 2

#: what the Allies must send home when their deck is used up (2.4-all-3, 5.2-1)
BATTALIONS_HOME, SHIPS_HOME = 4, 5

Winner = Literal["", "germany", "norway-allies"]
Degree = Literal["", "clear", "narrow"]


class Verdict(Struct, frozen=True):
    """Whether the game is over, who has won and how; the reason is for the explanation."""

    over: bool
    winner: Winner = ""
    degree: Degree = ""
    reason: str = "goes-on"
    rule: str = "1.3-1"


GOES_ON = Verdict(False)


@rule("1.3-1", "1.3-2", "1.3-3", "1.3-4", "1.3-5", "1.3-6")
def degree_of_victory(
    german_face_down: int, german_battalions: int, enemy_battalions: int, german_point_cities: int
) -> Verdict:
    """The result at this moment (1.3, table 1.3). Destruction comes before point cities (R25); a point city that no
    German battalion holds counts as Norwegian (1.3-4)."""
    if german_battalions == 0:
        return Verdict(True, "norway-allies", "clear", "germans-destroyed", "1.3-5")
    if enemy_battalions == 0:
        return Verdict(True, "germany", "clear", "enemies-destroyed", "1.3-5")
    if german_face_down > 0:
        return GOES_ON
    if german_point_cities == POINT_CITIES:
        degree: Degree = "clear" if enemy_battalions <= FEW_BATTALIONS else "narrow"
        return Verdict(True, "germany", degree, f"all-cities-{degree}", "1.3-6")
    degree = "clear" if POINT_CITIES - german_point_cities >= CLEAR_CITIES else "narrow"
    return Verdict(True, "norway-allies", degree, f"cities-held-{degree}", "1.3-6")


class VictorySituation(Struct, frozen=True, forbid_unknown_fields=True):
    nine_april_done: bool
    german_face_down: Count
    german_battalions: Count
    norwegian_battalions: Count
    allied_battalions: Count
    german_point_cities: Annotated[int, Meta(ge=0, le=POINT_CITIES)]


@procedure("victory-check")
def victory_check(given: VictorySituation, desk: Desk) -> Outcome:
    """Whether the game is over, who has won and how (1.3); nobody wins before 9 April is over (1.3-5)."""
    enemies, cities = given.norwegian_battalions + given.allied_battalions, given.german_point_cities
    verdict = Verdict(False, reason="nine-april", rule="1.3-5")
    if given.nine_april_done:
        verdict = degree_of_victory(given.german_face_down, given.german_battalions, enemies, cities)
    desk.line(
        f"victory.{verdict.reason}",
        verdict.rule,
        cards=given.german_face_down,
        battalions=battalions(enemies),
        cities=POINT_CITIES - cities,
    )
    return {"over": verdict.over, "winner": verdict.winner, "degree": verdict.degree}


ShipClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor"]
HEAVY: tuple[ShipClass, ...] = ("carrier", "battleship")
#: of these only one may be among the ships sent home while heavy ones are left (5.2-1)
LIGHT: tuple[ShipClass, ...] = ("heavy-cruiser", "minor")


@rule("2.4-all-3", "5.2-1")
def battalions_home(battalions_on_board: int) -> int:
    """Allied battalions that leave when their deck is used up (2.4-all-3, R26)."""
    return min(BATTALIONS_HOME, battalions_on_board)


@rule("5.2-1")
def ships_home(ships: int) -> int:
    """Allied ships that leave with them in the advanced game (5.2-1, R26)."""
    return min(SHIPS_HOME, ships)


@rule("5.2-1")
def ships_home_fault(ships: Mapping[ShipClass, int], chosen: Mapping[ShipClass, int], number: int) -> str:
    """What is wrong with the ships that are to go, nothing if all is well: they are so many, they are there, and at
    most one minor and one heavy cruiser is among them unless no heavier ship is kept (5.2-1)."""
    if sum(chosen.values()) != number:
        return "number"
    if any(n > ships.get(ship, 0) for ship, n in chosen.items()):
        return "missing"
    few_light = all(n <= 1 for ship, n in chosen.items() if ship in LIGHT)
    all_heavy = all(chosen.get(ship, 0) == ships.get(ship, 0) for ship in HEAVY)
    return "" if few_light or all_heavy else "too-light"


class WithdrawalSituation(Struct, frozen=True, forbid_unknown_fields=True):
    version: Version
    battalions: Count
    ships: dict[ShipClass, Count] = {}
    chosen_ships: dict[ShipClass, Count] = {}


@procedure("allied-withdrawal")
def allied_withdrawal(given: WithdrawalSituation, desk: Desk) -> Outcome:
    """What the Allies send home when their deck is used up (2.4-all-3, 5.2-1, R26)."""
    advanced = given.version == "advanced"
    home, ships = battalions_home(given.battalions), ships_home(sum(given.ships.values())) if advanced else 0
    fault = ships_home_fault(given.ships, given.chosen_ships, ships)
    desk.line("withdrawal.battalions", "2.4-all-3", home, n=home)
    desk.line_if(advanced, "withdrawal.ships", "5.2-1", ships, n=ships)
    desk.line_if(advanced and not fault, "withdrawal.valid", "5.2-1")
    desk.line_if(bool(fault), f"withdrawal.{fault}", "5.2-1")
    return {"battalions_removed": home, "ships_to_remove": ships, "valid": not fault}
