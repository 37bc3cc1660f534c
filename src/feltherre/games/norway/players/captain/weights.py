"""The numbers the captain weighs with. They were tuned by series of games; docs/games/norway.md has the results."""

from __future__ import annotations

from msgspec import Struct

from feltherre.games.norway import board


class Weights(Struct, frozen=True):
    #: how a battalion's weight for a city falls with each turn of marching
    decay: float = 0.78
    #: weight of battalions around a city against those in it
    around: float = 0.8
    #: battalions in one area beyond the five that throw dice count less (4.2-dice-2)
    depth: float = 0.5
    #: battalions' difference that makes a city fairly safe
    scale: float = 1.6
    #: the same where the others are ahead: such a city is not given up for lost
    scale_behind: float = 3.0
    #: being in the city, early in the game, and more and more towards its end
    hold: float = 2.0
    hold_late: float = 3.0
    #: what it costs that a city may fall to the next attack, early and late
    at_risk: float = 0.4
    at_risk_late: float = 0.8
    #: how far the chance to take a city at one blow counts, early and late
    blow: float = 0.2
    blow_late: float = 0.8
    #: a battalion wherever it stands
    material: float = 0.03
    #: how far new German battalions count before they come
    expected: float = 1.0
    #: least gain for which battalions march or attack
    threshold: float = 0.004
    #: least chance with which an attack is begun before the last turns
    least_chance: float = 0.5
    #: a card's price when it is played for its function
    card_price: float = 1.0
    #: turns that Germany needs for its deck: cards used a turn while it holds all cities, and while it does not
    pace_holding: float = 4.0
    pace_missing: float = 2.5
    #: what a German card is worth as time, in battalions: burnt gladly, or saved
    haste: float = -0.35
    patience: float = 0.4
    #: German battalions for one of the others' at which it can wait a little, and how many more to wait gladly
    equal: float = 1.0
    superior: float = 0.8
    #: turns that Germany wants before a missing city beyond those of the march, and battalions for the assault
    spare_turns: float = 2.0
    storming: int = 5
    #: what a die of an attack card is worth more to Germany, towards the end with a city missing
    last_blow: float = 0.4


#: what comes to a city in the course of the game beyond what stands on the board, in battalions, for Germany
COMING = {
    "oslo": 2.5,
    "kristiansand": 2.0,
    "stavanger": 0.5,
    "bergen": -0.5,
    "trondheim": -0.5,
    "narvik": -1.5,
}
COMING_TO: tuple[float, ...] = tuple(COMING[board.AREAS[city]] for city in board.POINT_CITY)

WEIGHTS = Weights()
