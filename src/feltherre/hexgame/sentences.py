"""What an answer does, as a sentence: ways, losses and advances. What an answer names may be anything a client made up;
then it is told as it was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from feltherre.core.procedure import Desk
from feltherre.core.sentences import Teller
from feltherre.core.text import Text, say
from feltherre.ground.hexes.reach import Mover
from feltherre.hexgame.actions import Attack, Move
from feltherre.hexgame.counters import enemy_of, is_on_map
from feltherre.hexgame.marching import cost_of
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import S, Theatre
from feltherre.hexgame.words import Words, is_known

#: so many units are named in a short sentence
MOST_NAMED = 2

Named = dict[str, tuple[str, Callable[[Any], Any]]]


def named(words: Words) -> Named:
    """Field of an action -> the word of its sentence, and what stands there."""
    return {
        "unit": ("unit", words.unit_text),
        "hex": ("place", words.hex_text),
        "units": ("units", lambda ids: units_text(words, ids)),
        "side": ("side", lambda role: words.side_name(words.roles.index(role))),
    }


def units_text(words: Words, ids: Iterable[str]) -> list[Text]:
    return [words.unit_text(id_) for id_ in ids]


def tell_way(theatre: Theatre[S], key: str, mover: Callable[[S, int], Mover], amount: Callable[[int], str]) -> Teller:
    """A path names its end, what it leads through where there is more than one hex, and what it costs, of how much,
    where it can be gone. `mover`: how a counter goes; `amount`: how points are written."""
    words = theatre.words
    action_key = f"{words.game}.action"

    def tell(state: S, side: int, action: Any) -> Text:
        unit, path = words.unit_text(action.unit), action.path
        if not path:
            return say(f"{action_key}.move-nowhere", unit=unit)
        start, target = _place_of(words, state, action.unit), words.hex_text(path[-1])
        if len(path) == 1:
            told = say(f"{action_key}.{key}", unit=unit, origin=start, target=target)
        else:
            way = " > ".join(path[:-1])
            told = say(f"{action_key}.{key}-by", unit=unit, origin=start, target=target, way=way)
        number, hexes = words.counters.number(action.unit), [words.hex_at(part) for part in path]
        if not is_known(number, *hexes) or not is_on_map(state, number):
            return told
        spent = cost_of(theatre, state, number, hexes, mover(state, number))
        if spent is None:
            return told
        points = amount(theatre.allowance(state, number))
        return say(f"{action_key}.with-cost", move=told, used=amount(spent), all=points)

    return tell


def _place_of(words: Words, state: HexGameState, id_: str) -> Text:
    unit = words.counters.number(id_)
    hex_ = state.places[unit] if unit >= 0 else -1
    return words.board.name(hex_) if hex_ >= 0 else say(f"{words.game}.action.off-map")


def tell_attack(words: Words, defends: Callable[[Any, int, int], Sequence[int]], key: str = "attack") -> Teller:
    """Who attacks a hex, and who defends it: those of a side that do."""

    def tell(state: HexGameState, side: int, action: Any) -> Text:
        hex_ = words.hex_at(action.hex)
        defenders = words.counters.names(defends(state, hex_, enemy_of(side))) if is_known(hex_) else []
        told = {"place": words.hex_text(action.hex), "units": units_text(words, action.units)}
        return say(f"{words.game}.action.{key}", **told, defenders=defenders)

    return tell


def tell_losses(words: Words, outlasts: Callable[[Any, int], int]) -> Teller:
    """Who takes the losses, and who of these does not outlast it. `outlasts`: how many losses leave a counter on the
    map."""

    def tell(state: HexGameState, side: int, action: Any) -> Text:
        told = say(f"{words.game}.action.losses", units=units_text(words, action.units), n=len(action.units))
        taken = {id_: (words.counters.number(id_), n) for id_, n in Counter(action.units).items()}
        lost = [id_ for id_, (unit, n) in taken.items() if n > (outlasts(state, unit) if unit >= 0 else 0)]
        if not lost:
            return told
        return say(f"{words.game}.action.losses-destroyed", losses=told, units=units_text(words, lost), n=len(lost))

    return tell


def tell_advance(words: Words) -> Teller:
    def tell(state: HexGameState, side: int, action: Any) -> Text:
        if not action.units:
            return say(f"{words.game}.action.no-advance")
        return say(f"{words.game}.action.advance", units=units_text(words, action.units), n=len(action.units))

    return tell


def tell_short(words: Words, action: Any) -> Text | None:
    """A march or an attack in a few words; None of any other answer."""
    if isinstance(action, Move) and action.path:
        return say("core.order.go", unit=words.unit_text(action.unit), place=words.hex_text(action.path[-1]))
    if not isinstance(action, Attack):
        return None
    place, count = words.hex_text(action.hex), len(action.units)
    if count > MOST_NAMED:
        return say("core.order.attack-many", place=place, n=count)
    return say("core.order.attack", place=place, units=units_text(words, action.units))


def coded(game: str, result: str, tell: Callable[[Desk], None]) -> Text:
    """A result with what it means, sentence after sentence, as its procedure tells it."""
    desk = Desk(game)
    tell(desk)
    if not desk.lines:
        return say("core.plain", text=result)
    told = (line.text for line in desk.lines)
    meaning = reduce(lambda first, then: say(f"{game}.odds.and-then", first=first, then=then), told)
    return say(f"{game}.odds.code", code=result, meaning=meaning)
