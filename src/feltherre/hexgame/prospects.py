"""Battles that can be seen coming, as odds; and what a player may not want though the rules allow it, under the keys
`<game>.warning.*`. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from msgspec import Struct

from feltherre.core.procedure import Desk, Procedure
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame.actions import Attack, EndCombat
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.results import worth
from feltherre.hexgame.sentences import coded
from feltherre.hexgame.theatre import S, Theatre
from feltherre.hexgame.words import Words, is_known


def battle(
    words: Words,
    hex_: int,
    title: Text,
    by: Procedure[Any],
    situation: Struct,
    assumption: Text,
    table: CombatTable,
    heading: str,
    tell: Callable[[str, Desk], None],
) -> Prospect:
    """A throw on the column of this heading of a combat table; `tell`: what a result means."""
    column = table.headings.index(heading)
    found = dict.fromkeys(row[column] for row in table.cells)
    return Prospect(
        title=title,
        place=words.board.number(hex_),
        procedure=by.name,
        situation=situation,
        by=by,
        assumption=assumption,
        outputs={"result": say(f"{words.game}.odds.result")},
        values={result: coded(words.game, result, lambda desk, told=result: tell(told, desk)) for result in found},  # type: ignore[misc]
    )


def assumption(words: Words, could: bool) -> Text:
    """What is taken for granted about who takes part."""
    return say(f"{words.game}.odds.{'as-it-stands' if could else 'those-chosen'}")


#: an attack that is worth a word when the phase ends without it: at least so many to one
GOOD_ODDS = 2


class Weighed(NamedTuple):
    """An attack as things stand, and what is known of it before the die."""

    situation: Struct
    attack: int
    defence: int
    column: str
    modifier: int
    #: how many there are on each side whom its result can harm
    attackers: int
    defenders: int


class Foresight(NamedTuple, Generic[S]):
    """How attacks of a title's side in turn are seen coming: declared once."""

    words: Words
    #: state -> hex -> the counters that can attack it; (state, hex) -> all that may take part
    targets: Callable[[S], Mapping[int, Sequence[int]]]
    able: Callable[[S, int], Sequence[int]]
    #: (state, hex, side) -> those of a side that defend it
    defend: Callable[[S, int, int], Sequence[int]]
    #: (state, hex, attackers) -> their attack; None if it is none
    weighed: Callable[[S, int, Sequence[int]], Weighed | None]
    #: state -> the procedure that rules on it, and its table
    by: Callable[[S], tuple[Procedure[Any], CombatTable]]
    #: (state, hex) -> what tells what a result means
    tell: Callable[[S, int], Callable[[str, Desk], None]]

    def prospects(
        self, state: S, hex_: int, chosen: Sequence[int], could: bool, assumed: Text | None = None
    ) -> list[Prospect]:
        """An attack; `could`: nobody has named it yet; `assumed`: what else than usual is taken for granted."""
        words, seen = self.words, self.weighed(state, hex_, chosen)
        if seen is None:
            return []
        by, table = self.by(state)
        title = say(
            f"{words.game}.odds.{'could-attack' if could else 'attack'}",
            side=words.side_name(state.side),
            place=words.board.name(hex_),
            attackers=words.counters.names(chosen),
            defenders=words.counters.names(self.defend(state, hex_, enemy_of(state.side))),
            attack=seen.attack,
            defence=seen.defence,
            column=seen.column,
        )
        granted, tell = assumed or assumption(words, could), self.tell(state, hex_)
        return [battle(words, hex_, title, by, seen.situation, granted, table, seen.column, tell)]

    def open_attacks(self, state: S) -> dict[int, Sequence[int]]:
        """hex -> all that can attack it now, the attack that is worth most first."""
        attacks = {hex_: self.able(state, hex_) for hex_ in sorted(self.targets(state))}
        best = sorted(attacks, key=lambda hex_: self._worth(state, hex_, attacks[hex_]), reverse=True)
        return {hex_: attacks[hex_] for hex_ in best}

    def _worth(self, state: S, hex_: int, chosen: Sequence[int]) -> int:
        """What the enemy suffers in an attack, less what the attackers do, summed over the faces of the die."""
        seen = self.weighed(state, hex_, chosen)
        if seen is None:
            return 0
        _, table = self.by(state)
        ways = table.chances(table.headings.index(seen.column), seen.modifier)
        return worth(ways, seen.attackers, seen.defenders)

    def of_end_combat(self, state: S, side: int, action: EndCombat) -> Iterator[Text]:
        """A phase ends without attacks at good odds that could be made."""
        attacks = ((hex_, self.weighed(state, hex_, self.able(state, hex_))) for hex_ in sorted(self.targets(state)))
        good = [hex_ for hex_, seen in attacks if seen and seen.attack >= GOOD_ODDS * seen.defence]
        return of_some(self.words, "attacks", good, "places")

    def of_attack(self, state: S, side: int, action: Attack) -> Iterator[Text]:
        """An attack by the weaker side."""
        hex_, chosen = self.words.hex_at(action.hex), [self.words.counters.number(name) for name in action.units]
        seen = self.weighed(state, hex_, chosen) if chosen and is_known(hex_, *chosen) else None
        if seen is not None and seen.attack < seen.defence:
            yield self.words.warning("poor-odds", attack=seen.attack, defence=seen.defence)


# warnings


def of_march(theatre: Theatre[S], state: S, side: int, action: Any, values: Sequence[int]) -> Iterator[Text]:
    """The same for a way: towns on it are its side's."""
    words = theatre.words
    unit, path = words.counters.number(action.unit), [words.hex_at(part) for part in action.path]
    if path and is_known(unit, *path) and is_on_map(state, unit):
        after = state.clone()
        theatre.put(after, unit, path[-1])
        for hex_ in path:
            if words.board.town_at[hex_] >= 0:
                after.owners[words.board.town_at[hex_]] = side
        yield from of_move(theatre, state, after, side, unit, values)


def of_move(theatre: Theatre[S], state: S, after: S, side: int, unit: int, values: Sequence[int]) -> Iterator[Text]:
    """A counter goes where it has no line of supply, or leaves others without theirs, or a town that enemies can
    reach. `after`: the position when it has moved; `values`: what the towns are worth."""
    words, start = theatre.words, state.places[unit]
    if not theatre.is_supplied(after, unit):
        yield words.warning("cut-off", unit=unit, place=after.places[unit])
    before = theatre.without_line(state, side)
    for other in theatre.without_line(after, side):
        if other != unit and other not in before:
            yield words.warning("cuts-off", unit=other, place=after.places[other])
    town = words.board.town_at[start]
    if town >= 0 and state.owners[town] == side and is_left_open(theatre, after, side, start):
        yield words.warning("town-open", town=town, points=values[town])


def is_left_open(theatre: Theatre[S], state: S, side: int, hex_: int) -> bool:
    """Nobody of a side stands in a hex that an enemy ground unit can reach in its next movement."""
    if theatre.has_own(state, hex_, side):
        return False
    enemies = theatre.counters.ground_of_side[enemy_of(side)]
    return any(is_on_map(state, unit) and hex_ in theatre.reach_of(state, unit) for unit in enemies)


def of_some(words: Words, key: str, those: Sequence[int], called: str = "units") -> Iterator[Text]:
    """What is to be said of some counters, if there are any, or of hexes (`called` places)."""
    if those:
        yield words.warning(key, **{called: those}, n=len(those))
