"""Ships and coastal artillery against each other (1.6, 4.1-e to 4.1-g): who can fire at whom, the table, the throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.asks import Ask
from feltherre.core.chance import Chance, Outcome
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.prospect import Prospect
from feltherre.core.spaces import Then
from feltherre.core.text import say
from feltherre.games.normandy import board, units
from feltherre.games.normandy.actions import Duel
from feltherre.games.normandy.battle import SELDOM, tell_code
from feltherre.games.normandy.board import SHORE, WORDS
from feltherre.games.normandy.state import NavalTable, NormandyState, Weather
from feltherre.games.normandy.tables import NAVAL, Count, Side
from feltherre.games.normandy.units import ALLIED, BATTERIES, ROLES, SHIPS, SIDE, UNITS
from feltherre.hexgame import fighting, prospects
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.desk import refuse_twice
from feltherre.hexgame.results import Code, parse_result

Kind = Literal["ship", "coastal-artillery"]
#: whose they are
SIDE_OF: Final[Mapping[Kind, Side]] = {"ship": "allied", "coastal-artillery": "german"}


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: Kind
    strength: Count
    loss_value: Count
    losses: Count = 0


class Gunfire(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ships fire at the coastal artillery in a hex, or the reverse. `attacking_side`: whose combat phase it is."""

    attacking_side: Annotated[Side | UnsetType, SELDOM] = UNSET
    attackers: Annotated[tuple[Gun, ...], Ask(word="firing")]
    already_attacked: Annotated[tuple[str, ...], SELDOM] = ()
    defenders: Annotated[tuple[Gun, ...], Ask(word="fired_at")]
    weather: Annotated[Weather, SELDOM] = "clear"
    table: NavalTable = "printed"

    @property
    def kind(self) -> Kind:
        return self.attackers[0].kind


#: what fire that is none has for outputs
_NOTHING: Final = dict.fromkeys(
    ("attack_points", "column", "result", "attacker_losses", "defender_losses", "defenders_eliminated")
)


@rule("4.1-g", "STEP-5-e", "1.8-storm")
def no_fire(given: Gunfire) -> tuple[str, str] | None:
    """Why nobody fires, with the rule: it is not the attackers' combat phase (R6), or one has attacked already (R37).
    Weather does not matter (R49)."""
    if given.attacking_side not in (UNSET, SIDE_OF[given.kind]):
        return "wrong-side", "4.1-g"
    attacked = any(unit.id in given.already_attacked for unit in given.attackers)
    return ("already-attacked", "STEP-5-e") if attacked else None


@procedure("naval-vs-coastal", "result", dice=list[int] | None)
@rule("1.6-a", "4.1-g")
def naval_vs_coastal(given: Gunfire, desk: Desk) -> Resolve | Outcome:
    """Ships against coastal artillery and the reverse: a column by the points that attack, a die (1.6, R5, R6)."""
    desk.refuse_if(not given.attackers, "nobody-fires", "1.6-a")
    desk.refuse_if(not given.defenders, "nobody-fired-at", "1.6-a")
    kinds = ({unit.kind for unit in given.attackers}, {unit.kind for unit in given.defenders})
    desk.refuse_if(max(map(len, kinds)) > 1 or kinds[0] == kinds[1], "two-kinds", "1.6-a")
    if barred := no_fire(given):
        desk.line(f"naval.no.{barred[0]}", barred[1])
        return {"legal": False, "reason": barred[0], **_NOTHING}
    refuse_twice(desk, (unit.id for unit in (*given.attackers, *given.defenders)), "unit-twice", "STEP-5-e")
    table, points = NAVAL[given.table], sum(unit.strength for unit in given.attackers)
    column = table.value_column(points)
    desk.line("naval.points", "1.6-a", points, n=points, column=column + 1)
    desk.line_if(given.table == "smoothed", "naval.smoothed", "1.6-a")
    desk.known |= {"legal": True, "reason": None, "attack_points": points, "column": column + 1}

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "1.6-a").values[0]
        result = table.result(column, die)
        code = parse_result(result) or Code()
        desk.line("naval.die", "1.6-a", die, die=die, result=result)
        tell_result(result, desk)
        return {
            "result": result,
            "attacker_losses": code.attacker.losses,
            "defender_losses": code.defender.losses,
            "defenders_eliminated": code.defender.everyone,
        }

    return resolve


def tell_result(result: str, desk: Desk) -> None:
    """What a result of table 1.6 does to both sides."""
    desk.line_if(result == "-", "naval.nothing", "1.6-a")
    tell_code(parse_result(result) or Code(), "", desk)


# in the game


@rule("4.1-g", "4.1-e", "STEP-5-e", "1.4-coast", "1.4-channel")
def duels(state: NormandyState) -> dict[int, list[int]]:
    """hex -> the ships beside the coastal artillery in it, or the coastal artillery that controls the coast hex with
    ships, that can fire at it in this combat phase (R6, R47, R48); in any weather (R49)."""
    own, foes = (SHIPS, BATTERIES) if state.side == ALLIED else (BATTERIES, SHIPS)
    enemies = {state.places[foe] for foe in foes if is_on_map(state, foe)}
    found: dict[int, list[int]] = {}
    for unit in own:
        if is_on_map(state, unit) and not state.attacked[unit]:
            for hex_ in SHORE[state.places[unit]]:
                if hex_ in enemies:
                    found.setdefault(hex_, []).append(unit)
    return found


@rule("4.1-g", "1.6-a")
def fired_at(state: NormandyState, hex_: int, side: int) -> list[int]:
    """What the fire on a hex hits of a side: all its ships or all its coastal artillery there (R6)."""
    return [unit for unit in (SHIPS if side == ALLIED else BATTERIES) if state.places[unit] == hex_]


@rule("1.6-a", "4.1-g")
def situation(state: NormandyState, hex_: int, chosen: Sequence[int]) -> Gunfire | None:
    """The fire of these units on a hex, as the procedure asks for it; None if nobody is left to fire or to be fired
    at."""
    firing, there = still_firing(state, hex_, chosen), fired_at(state, hex_, enemy_of(state.side))
    if not firing or not there:
        return None
    return Gunfire(
        attacking_side=ROLES[state.side],
        attackers=tuple(_gun(state, unit) for unit in firing),
        defenders=tuple(_gun(state, unit) for unit in there),
        weather=state.weather,
        table=state.rules.naval_table,
    )


def still_firing(state: NormandyState, hex_: int, chosen: Sequence[int]) -> list[int]:
    return [unit for unit in chosen if is_on_map(state, unit) and hex_ in SHORE[state.places[unit]]]


def _gun(state: NormandyState, unit: int) -> Gun:
    one = UNITS[unit]
    return Gun(
        one.id, "ship" if units.IS_SHIP[unit] else "coastal-artillery", one.strength, one.loss_value, state.losses[unit]
    )


# as an answer


def _why_not(state: NormandyState, unit: int, hex_: int) -> Illegal:
    """Why a unit does not take part in the fire on a hex."""
    if SIDE[unit] != state.side or not is_on_map(state, unit):
        return WORDS.not_yours(unit, "4.1-g")
    if unit not in (*SHIPS, *BATTERIES):
        return WORDS.illegal("duel.neither", "1.6-a", unit=unit)
    if state.attacked[unit]:
        return WORDS.about_unit("attack.has-attacked", unit, hex_, "STEP-5-e")
    return WORDS.about_unit("attack.not-beside", unit, hex_, "4.1-g")


def duel_space(state: NormandyState, open_to: Mapping[int, Sequence[int]]) -> Then[Duel]:
    """A hex with coastal artillery or with ships, then those that fire at it; any of them, alone or together."""

    def refuse(hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        assert unit is not None  # one is enough
        return WORDS.named_twice(unit, "STEP-5-e") if unit in chosen else _why_not(state, unit, hex_)

    def sound(hex_: int) -> list[tuple[int, ...]]:
        """The strongest so many: one alone, two..."""
        return [tuple(open_to[hex_][: n + 1]) for n in range(len(open_to[hex_]))]

    return fighting.attack_space(
        *(WORDS, Duel, Duel, open_to, open_to.__getitem__, ("4.1-g", "1.6-a")),
        no_target=lambda hex_: WORDS.about_hex("duel.no-target", hex_, "4.1-g"),
        not_first=lambda unit: WORDS.illegal("attack.hex-first", "4.1-g", unit=unit),
        refuse=lambda hex_: partial(refuse, hex_),
        sound=sound,
    )


def seen(state: NormandyState, hex_: int, chosen: Sequence[int], could: bool) -> list[Prospect]:
    """The chances of the fire of these units on a hex, before the die."""
    seen = situation(state, hex_, chosen)
    if seen is None or no_fire(seen):
        return []
    column = naval_vs_coastal.assess(seen).known["column"]
    title, assumption = say("normandy.odds.duel", place=board.hex_name(hex_)), prospects.assumption(WORDS, could)
    table = NAVAL[state.rules.naval_table]
    return [prospects.battle(WORDS, hex_, title, naval_vs_coastal, seen, assumption, table, str(column), tell_result)]
