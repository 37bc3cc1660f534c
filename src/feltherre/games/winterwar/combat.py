"""The combat phase (turn-4, 1.6-l): air combats first, then attacks in any order; who may attack which hex (turn-4,
1.4-d, 1.6-i, R25, R35, R40, R42, R60). How they are fought is in battle.py, how they end in aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule, rule_of
from feltherre.core.space import Decision, OneOf, Part, Single, Space
from feltherre.core.spaces import Level, Several, Then, Things, one_of
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.actions import AirCombat
from feltherre.games.winterwar.board import GRID, WORDS
from feltherre.games.winterwar.procedures.combat import BARRED, AttackingUnit, may_lead
from feltherre.games.winterwar.state import WinterWarState, flying_over, ground_in
from feltherre.games.winterwar.steps import AirBattle, CombatPhase, PartisanDie, steps
from feltherre.games.winterwar.tables import Crossing
from feltherre.hexgame import course, fighting
from feltherre.hexgame.actions import Attack, EndCombat
from feltherre.hexgame.counters import AWAITED, enemy_of, is_on_map
from feltherre.hexgame.steps import BattleOver, GroundBattle


@rule("1.4-d")
def crossing(here: int, there: int) -> Crossing:
    """What lies between two neighbours (1.4-d, R25)."""
    if not board.is_water(here, there):
        return "none"
    return "bridge" if board.is_linked(here, there) else "water"


@cache
def attacker(unit: int, here: int, there: int) -> AttackingUnit:
    """A ground unit or ship in one hex, seen from a neighbouring hex that it attacks."""
    kind = units.UNITS[unit].type
    assert kind != "air"
    return AttackingUnit(kind, crossing(here, there), board.is_linked(here, there))


def _may_attack(side: int, here: int, there: int) -> bool:
    """Whether a ground unit may attack without others from one hex to the next; artillery like any (R42)."""
    seen = AttackingUnit("artillery", crossing(here, there), board.is_linked(here, there))
    return (
        board.IS_OPEN[here]
        and board.IS_OPEN[there]
        and BARRED.first(units.ROLES[side], seen) is None
        and may_lead(seen)
    )


#: side -> hex -> the hexes that can be attacked from it
FRONTS: Final = tuple(
    fighting.fronts(board.BOARD, partial(_may_attack, side)) for side in (units.FINLAND, units.SOVIET)
)
#: side -> hex -> the neighbouring hexes from which its ground units can attack it (turn-4-f, R25)
ATTACK_HEXES: Final = tuple(fighting.attack_hexes(board.BOARD, fronts) for fronts in FRONTS)


@rule("turn-4-b", "turn-4-e", "turn-4-f", "supply-5", "1.4-d")
def targets(state: WinterWarState) -> dict[int, list[int]]:
    """hex -> the units that can make an attack on it, or take part in one, without the help of others: supplied ground
    units that have not attacked, beside a hex with enemy ground units (turn-4-b, R35, R42, R57), for the Soviet side
    along road or railway (turn-4-f)."""
    spent, cut_off, stopped = state.attacked, state.cut_off, state.stopped
    return fighting.targets(
        *(maps.THEATRE, state, FRONTS[state.side]),
        ready=lambda unit: not (spent[unit] or cut_off[unit]),
        may_join=lambda unit, hex_: hex_ not in stopped and _unpledged(state, unit, hex_),
    )


@rule("1.6-l")
def _unpledged(state: WinterWarState, unit: int, hex_: int) -> bool:
    """A unit named before an air combat attacks that hex only, and only those named attack it (R60)."""
    if not state.air_fought:
        return True
    return state.pledged[unit] == (hex_ if hex_ in state.air_fought else AWAITED)


@rule("turn-4-b", "turn-4-e", "1.6-h")
def obstacle(state: WinterWarState, unit: int, hex_: int) -> tuple[str, str] | None:
    """Why a unit may not take part in an attack on a hex, with the rule; None if it may."""
    here = state.places[unit]
    if not is_on_map(state, unit):
        return "not-on-map", "turn-4-b"
    if units.SIDE[unit] != state.side:
        return "not-yours", "turn-4-b"
    if state.attacked[unit]:
        return "has-attacked", "turn-4-e"
    if units.IS_AIR[unit]:
        return None if here == hex_ and state.flown[unit] else ("not-over", "1.6-h")
    return _ground_obstacle(state, unit, here, hex_)


@rule("turn-4-b", "supply-5", "turn-1-c", "1.4-d", "turn-4-f", "move-8")
def _ground_obstacle(state: WinterWarState, unit: int, here: int, hex_: int) -> tuple[str, str] | None:
    """Ground units and ships attack from beside the hex (turn-4-b, R40)."""
    if hex_ not in GRID.neighbours[here]:
        return "not-beside", "turn-4-b"
    if state.cut_off[unit]:
        return "cut-off", "supply-5"
    if not _unpledged(state, unit, hex_):
        return "not-named" if hex_ in state.air_fought else "named-elsewhere", "1.6-l"
    reason = BARRED.first(units.ROLES[state.side], attacker(unit, here, hex_))
    return None if reason is None else (reason, BARRED.rules[reason])


@rule("1.6-i", "1.4-d")
def why_not_alone(chosen: Sequence[int], hex_: int) -> Illegal:
    """Air units, ships and artillery over water support an attack that another ground unit makes (1.6-i, R25, R40)."""
    if not chosen:
        return WORDS.about_hex("attack.nobody", hex_, "turn-4-b")
    for unit in chosen:
        if units.IS_GROUND[unit]:
            return WORDS.about_hex("attack.artillery-alone", hex_, "1.4-d")
        if units.IS_SHIP[unit]:
            return WORDS.about_hex("attack.ship-alone", hex_, "turn-4-b")
    return WORDS.about_hex("attack.air-alone", hex_, "1.6-i")


@rule("turn-4-b", "turn-4-e", "supply-5")
def _idle(state: WinterWarState, unit: int) -> tuple[str, str]:
    """Why a counter attacks nothing from where it is."""
    if not is_on_map(state, unit):
        return "not-on-map", "turn-4-b"
    if state.attacked[unit]:
        return "has-attacked", "turn-4-e"
    return ("cut-off", "supply-5") if state.cut_off[unit] else ("no-target", "turn-4-b")


@rule("turn-4-b", "1.6-e")
def why_not_hex(state: WinterWarState, hex_: int) -> Illegal:
    """Why a hex cannot be attacked now."""
    if hex_ in state.stopped:
        return WORDS.about_hex("attack.stopped", hex_, "1.6-e")
    if not maps.has_enemy(state, hex_, state.side):
        return WORDS.about_hex("attack.no-enemy", hex_, "turn-4-b")
    if hex_ in state.air_fought:
        return WORDS.about_hex("attack.nobody-named", hex_, "1.6-l")
    return WORDS.about_hex("attack.out-of-reach", hex_, "turn-4-b")


#: hex -> the units that can make an attack on it
Targets = Mapping[int, Sequence[int]]


ATTACKS: Final = fighting.Attacks(
    maps.THEATRE,
    obstacle=obstacle,
    idle=_idle,
    no_target=why_not_hex,
    alone=why_not_alone,
    supports=units.IS_AIR,
    rules=("turn-4-b", "turn-4-c", "turn-4-e"),
)
#: ground units, ships, and the air units over the hex (turn-4-c)
able_units: Final = rule_of(__name__, "turn-4-c")(ATTACKS.able)


#: whether air units at their base in the hex are drawn in
_WORDS = ("flying", "based")
_BASED = Things(_WORDS, lambda word: say(f"winterwar.part.{_WORDS[word]}"), what="line")


def air_combat_space(state: WinterWarState, hexes: Mapping[int, Sequence[bool]], targets: Targets) -> Then[AirCombat]:
    """A hex over which air units meet, whether those at base there are drawn in if that can be chosen, and the ground
    units and ships named to attack it afterwards, if any (R60). `hexes`: hex -> what may be said about air units at
    base there."""

    def able(hex_: int) -> list[int]:
        """Who can be named; air units over the hex need not be."""
        return [unit for unit in able_units(state, hex_) if not units.IS_AIR[unit]] if hex_ in targets else []

    def refuse(hex_: int, chosen: Sequence[int], unit: int | None) -> Illegal:
        if unit is not None and units.IS_AIR[unit]:
            return WORDS.illegal("air.not-named", "1.6-l")
        return ATTACKS.why_not_in_set(state, hex_, chosen, unit) if hex_ in targets else why_not_hex(state, hex_)

    def named(hex_: int, with_based: int) -> Several[AirCombat]:
        def build(chosen: tuple[str, ...]) -> AirCombat:
            return AirCombat(board.number(hex_), chosen, bool(with_based))

        leads = targets.get(hex_, ())

        def ends(chosen: Sequence[int]) -> bool:
            return not chosen or fighting.is_led(leads, chosen)

        return fighting.led_set(WORDS, AirCombat, build, able(hex_), leads, partial(refuse, hex_), "1.6-l", ends)

    def rest(hex_: int) -> Space[AirCombat]:
        """What follows the hex; whom it draws in is asked where there is a choice."""
        if len(hexes[hex_]) == 1:
            return named(hex_, hexes[hex_][0])

        def no_word(name: str) -> Illegal:
            unit = units.COUNTERS.number(name)
            return refuse(hex_, (), unit) if unit >= 0 else WORDS.no_such_unit(name, "1.6-l")

        words = Level(_BASED.refusing(no_word), lambda: hexes[hex_])
        return Then(AirCombat, words, partial(named, hex_), part=lambda action: _WORDS[action.with_based])

    def hex_of_action(action: AirCombat) -> Part:
        """The hex, if what is said about those at base there can be said."""
        choice = hexes.get(WORDS.hex_at(action.hex), ())
        if choice and action.with_based not in choice:
            key = "nobody-at-base" if action.with_based else "only-at-base"
            raise WORDS.about_hex(f"air.{key}", WORDS.hex_at(action.hex), "1.6-l")
        return action.hex

    def no_combat(hex_: int) -> Illegal:
        return WORDS.about_hex("air.fought" if hex_ in state.air_fought else "air.nobody", hex_, "1.6-l")

    def draw(rng: Random) -> AirCombat:
        hex_ = one_of(list(hexes), rng)
        leads = targets.get(hex_, ())
        chosen = fighting.drawn(able(hex_), leads, rng) if leads and rng.random() < 0.8 else []
        return AirCombat(board.number(hex_), units.COUNTERS.ids_of(chosen), one_of(hexes[hex_], rng))

    def sound() -> Iterator[AirCombat]:
        """For each hex: everybody named, one stack, nobody."""
        for hex_, choice in hexes.items():
            sets = [*ATTACKS.sound(state, able(hex_), targets.get(hex_, ()))]
            for with_based in choice:
                for chosen in (*(each for each in sets if each), ()):
                    yield AirCombat(board.number(hex_), units.COUNTERS.ids_of(chosen), with_based)

    first = Level(WORDS.hex_things("1.6-l"), lambda: list(hexes), no_combat)
    return Then(AirCombat, first, rest, part=hex_of_action, draw=draw, sound=sound)


#: the stages of the step
BEGIN, AIR, GROUND = "begin", "air", "ground"

#: hex -> what the attacker may say about air units at base there: leave them out (False), draw them in (True)
Meetings = dict[int, tuple[bool, ...]]


@rule("1.6-l", "1.4-i", "1.6-k")
def air_combats_due(state: WinterWarState) -> Meetings:
    """Where air units of both sides are in flight over a hex and have not fought: they must (1.6-l, R37)."""
    return {hex_: choice for hex_, choice in _meetings(state) if False in choice}


@rule("1.6-l")
def air_combats_open(state: WinterWarState) -> Meetings:
    """Where the attacker may draw in enemy air units at their base, with nobody else in the air (R37)."""
    return {hex_: choice for hex_, choice in _meetings(state) if False not in choice}


def _meetings(state: WinterWarState) -> Iterator[tuple[int, tuple[bool, ...]]]:
    places, flown = state.places, state.flown
    own = {places[unit] for unit in units.AIR_UNITS[state.side] if flown[unit]}
    if not own:
        return
    # (hex, whether it would have to be drawn in) of each enemy air unit
    enemies = {(places[unit], not flown[unit]) for unit in units.AIR_UNITS[enemy_of(state.side)]}
    for hex_ in sorted(own):
        choice = tuple(at_base for at_base in (False, True) if (hex_, at_base) in enemies)
        if choice and hex_ not in state.air_fought:
            yield hex_, choice


def _space(branches: dict[str, Space[Any]]) -> OneOf:
    """An air combat, an attack, or the end of the phase."""

    def closed(kind: str) -> Illegal:
        if kind == "air-combat":
            return WORDS.illegal("air.none", "1.6-l")
        if list(branches) == ["air-combat"]:
            return WORDS.illegal("air-first", "1.6-l")
        return WORDS.illegal("attack.none", "turn-4-b")

    return OneOf(branches, (AirCombat, Attack, EndCombat), closed, WORDS.kind_name)


@steps.asks(CombatPhase)
@rule("turn-4-a", "turn-4-b", "1.6-l")
def attack_or_end(state: WinterWarState, step: CombatPhase) -> Iterator[Decision[Any]]:
    """Air combats come first (1.6-l); then the side attacks in any order, as often as it likes or not at all
    (turn-4-a, turn-4-b)."""
    if step.stage == BEGIN:
        return
    if due := air_combats_due(state):
        space = air_combat_space(state, due, targets(state))
        if space.only() is None:
            yield WORDS.ask(state, state.side, "air", "1.6-l", _space({"air-combat": space}))
    elif len(branches := _branches(state, step)) > 1:
        yield WORDS.ask(state, state.side, "combat", "turn-4-a", _space(branches))


@steps.does(CombatPhase)
def begin_or_end(table: Table[WinterWarState], step: CombatPhase) -> None:
    """The phase begins; or there is only one air combat to fight; or nothing can be attacked any more."""
    state = table.state
    due = air_combats_due(state)
    state.phase = "air" if due else "combat"
    if step.stage == BEGIN:
        table.push(CombatPhase(AIR))
    elif due:
        only = air_combat_space(state, due, targets(state)).only()
        assert only is not None
        fight_in_the_air(table, step, units.ROLES[state.side], only)


course.ends(steps, WORDS, CombatPhase, EndCombat, "combat-over", "turn-4-a")


def _branches(state: WinterWarState, step: CombatPhase) -> dict[str, Space[Any]]:
    """What may be done when no air combat is due; one that is open is fought before the first attack (R60)."""
    branches: dict[str, Space[Any]] = {}
    attackable = targets(state)
    if step.stage == AIR and (meetings := air_combats_open(state)):
        branches["air-combat"] = air_combat_space(state, meetings, attackable)
    if attackable:
        branches["attack"] = ATTACKS.space(state, attackable)
    branches["end-combat"] = Single(EndCombat())
    return branches


@steps.answer(CombatPhase, to=AirCombat)
@rule("1.6-l", "1.6-g", "1.6-k")
def fight_in_the_air(table: Table[WinterWarState], step: CombatPhase, role: str, action: AirCombat) -> None:
    """All air units over the hex fight, those at base there if the attacker wishes (R37); the units he names are to
    attack the hex afterwards, and nothing else (R60)."""
    state = table.state
    hex_, enemy = board.hex_of(action.hex), enemy_of(state.side)
    own = flying_over(state, hex_, state.side)
    drawn_in = [u for u in units.AIR_UNITS[enemy] if state.places[u] == hex_ and (state.flown[u] or action.with_based)]
    named = units.COUNTERS.numbers_of(action.units)
    for unit in named:
        state.pledged[unit] = hex_
    state.air_fought.append(hex_)
    WORDS.tell(table, "air-combat", "1.6-l", [hex_], place=hex_, attackers=own, defenders=drawn_in)
    if named:
        WORDS.tell(table, "pledged", "1.6-l", [hex_], n=len(named), place=hex_, units=named)
    table.push(AirBattle(hex_, tuple(own), tuple(drawn_in)), BattleOver(hex_, tuple(own)), CombatPhase())


@steps.answer(CombatPhase, to=Attack)
@rule("turn-4-b", "turn-4-c", "turn-4-e", "2.1-l")
def attack(table: Table[WinterWarState], step: CombatPhase, role: str, action: Attack) -> None:
    """An attack is declared: those that take part have attacked (turn-4-e), and the strength of partisans on both
    sides is thrown for (2.1-l, R43)."""
    state = table.state
    hex_, chosen, defenders = fighting.declare(table, WORDS, action, ground_in, "turn-4-b")
    unknown = [u for u in (*chosen, *defenders) if units.IS_PARTISAN[u] and not state.strengths[u]]
    table.push(
        *(PartisanDie(unit) for unit in unknown),
        GroundBattle(hex_, chosen),
        BattleOver(hex_, chosen, on_ground=True),
        CombatPhase(GROUND),
    )
