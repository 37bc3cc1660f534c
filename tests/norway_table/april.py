"""The nine-April round, begun anew or at any step of it, so that a test of chapter 7 begins where it gets interesting.

play = april_game()                                       the choice of cards is open
play = april_position(2, ships_at={"I": ["KMS Emden"]}, hands={"norway": ["Coastal fort"]})
play("land ships KMS Emden > Oslo")
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from feltherre.games.norway import board, cards
from feltherre.games.norway.april.phases import fill_box
from feltherre.games.norway.april.steps import AprilPhase
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import new_sea, sea_of
from feltherre.games.norway.state import GERMANY, ROLES, NorwayState, bring_on
from norway_table import Playing, deal

Forces = Mapping[str, int]
PLACES = {"home": ships.HOME, "hand": ships.IN_HAND, "sunk": ships.SUNK}


def april_game() -> Playing:
    """A new advanced game: everybody chooses nine-April cards."""
    return _playing((AprilPhase(0),), new_sea(), {}, {}, {})


def april_position(
    phase: int = 1,
    ships_at: Mapping[str, Sequence[str]] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    germany: Forces | None = None,
    norway: Forces | None = None,
    steps: Sequence[Any] = (),
    sea: Mapping[str, Any] | None = None,
    decks: Mapping[str, int] | None = None,
) -> Playing:
    """The nine-April round at the start of a phase, or with these `steps` to come. `hands` are nine-April cards; ships
    by sea area ("I" to "VIII", "home", "hand"), those not named are out of the game; Norway has a battalion in Finnmark
    if nothing is said."""
    lies = dict.fromkeys(range(ships.SHIP_COUNT), ships.REMOVED)
    for place, names in (ships_at or {}).items():
        for name in names:
            lies[ships.NAMES.find(name)] = PLACES[place] if place in PLACES else board.find_sea(place)
    values: dict[str, Any] = {
        "place": tuple(lies.values()),
        "face_up": tuple(place == ships.REMOVED or ship == ships.EIDSVOLL for ship, place in lies.items()),
        **(sea or {}),
    }
    forces = {"germany": germany or {}, "norway": {"Finnmark": 1} if norway is None else norway}
    return _playing(
        steps or (AprilPhase(phase),), structs.replace(new_sea(), **values), forces, hands or {}, decks or {}, phase
    )


def _playing(
    steps: Sequence[Any],
    sea: Any,
    forces: Mapping[str, Forces],
    hands: Mapping[str, Sequence[str]],
    decks: Mapping[str, int],
    phase: int = 0,
) -> Playing:
    state = NorwayState()
    state.round, state.country, state.phase = 0, GERMANY, phase
    state.first_allies_landed = True
    state.sea = sea
    for role, placed in forces.items():
        for area, count in placed.items():
            bring_on(state, ROLES.index(role), board.find_area(area), count)
    deal(state, {}, decks)
    fill_box(state)
    for role, names in hands.items():
        for name in names:
            card = april_card(role, name)
            state.deck[card] -= 1
            state.hand[card] += 1
            state.hand_size[ROLES.index(role)] += 1
    state.agenda.extend(reversed(steps))
    return Playing(state)


def april_card(role: str, name: str) -> int:
    return next(card for card in cards.APRIL_OF_COUNTRY[ROLES.index(role)] if cards.TYPES[card].name_en == name)


def april_hand(play: Playing, role: str) -> list[str]:
    own = cards.APRIL_OF_COUNTRY[ROLES.index(role)]
    return [cards.TYPES[card].name_en for card in own for _ in range(play.state.hand[card])]


def in_hand(play: Playing, role: str) -> list[str]:
    """Ships that are drawn or dealt and not yet deployed."""
    places = sea_of(play.state).place
    return [ships.NAMES.name(ship) for ship in ships.OF_COUNTRY[ROLES.index(role)] if places[ship] == ships.IN_HAND]


def everywhere(stations: Mapping[str, str], rest: Sequence[str], elsewhere: str) -> str:
    """A line that deploys some ships as said and the rest in one sea area."""
    placed = {**dict.fromkeys(rest, elsewhere), **stations}
    return "deploy " + ", ".join(f"{ship} > {sea}" for ship, sea in placed.items())


#: all German ships and decoys, as the notation writes them
GERMAN_SHIPS: tuple[str, ...] = tuple(ships.NAMES.name(ship) for ship in ships.OF_COUNTRY[GERMANY])
