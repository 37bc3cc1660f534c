"""Battles that can be seen coming, as odds; and what a player may not want though the rules allow it, under the keys
`<game>.warning.*`. Warnings are not rules: a client may leave them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from feltherre.core.procedure import Desk, Procedure
from feltherre.core.prospect import Prospect
from feltherre.core.text import Text, say
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame.actions import Attack
from feltherre.hexgame.counters import enemy_of, is_on_map
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


def title(
    words: Words, side: int, hex_: int, sets: tuple[Sequence[int], Sequence[int]], known: Mapping[str, Any], could: bool
) -> Text:
    """An attack of a side: attackers and defenders (`sets`) with their strengths and the column, from what is `known`
    of it; `could`: nobody has named it yet."""
    return say(
        f"{words.game}.odds.{'could-attack' if could else 'attack'}",
        side=words.side_name(side),
        place=words.board.name(hex_),
        attackers=words.counters.names(sets[0]),
        defenders=words.counters.names(sets[1]),
        attack=known["attack_total"],
        defence=known["defence_total"],
        column=known["column"],
    )


def assumption(words: Words, could: bool) -> Text:
    """What is taken for granted about who takes part."""
    return say(f"{words.game}.odds.{'as-it-stands' if could else 'those-chosen'}")


# warnings

#: an attack that is worth a word when the phase ends without it: at least so many to one
GOOD_ODDS = 2


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


def of_some(words: Words, key: str, those: Sequence[int]) -> Iterator[Text]:
    """What is to be said of some counters, if there are any."""
    if those:
        yield words.warning(key, units=those, n=len(those))


def of_good_attacks(words: Words, attacks: Iterable[tuple[int, tuple[int, int]]]) -> Iterator[Text]:
    """A phase ends without attacks at good odds: (hex, (attack, defence)) of each that could be made."""
    good = [hex_ for hex_, (attack, defence) in attacks if attack >= GOOD_ODDS * defence]
    if good:
        yield words.warning("attacks", places=good, n=len(good))


def of_poor_odds(
    words: Words, action: Attack, strengths: Callable[[int, Sequence[int]], tuple[int, int]]
) -> Iterator[Text]:
    """An attack by the weaker side. `strengths`: (attack, defence) of an attack on a hex by some counters."""
    hex_, chosen = words.hex_at(action.hex), [words.counters.number(name) for name in action.units]
    if chosen and is_known(hex_, *chosen):
        attack, defence = strengths(hex_, chosen)
        if attack < defence:
            yield words.warning("poor-odds", attack=attack, defence=defence)
