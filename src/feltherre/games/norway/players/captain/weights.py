"""The numbers the captain weighs with, for Germany and for its enemies.

They were tuned by series of games; docs/games/norway.md has the results.
"""

from __future__ import annotations

from msgspec import Struct, structs


class Weights(Struct, frozen=True):
    # around a city
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
    #: what comes to each city in the course of the game beyond what stands on the board, for Germany, in battalions:
    #: Oslo, Kristiansand, Stavanger, Bergen, Trondheim, Narvik
    coming: tuple[float, ...] = (2.5, 2.0, 0.5, -0.5, -0.5, -1.5)
    #: what it costs that a city may fall to the next attack, early and late
    at_risk: float = 0.4
    at_risk_late: float = 0.8
    #: how far the chance to take a city at one blow counts, early and late
    blow: float = 0.2
    blow_late: float = 0.8
    #: what small stacks next to large ones stand to lose, in battalions
    exposed: float = 0.0
    #: a battalion wherever it stands
    material: float = 0.03
    #: how far new German battalions count before they come
    expected: float = 1.0

    # attacks and marches
    #: least gain for which battalions march or attack
    threshold: float = 0.004
    #: least chance with which an attack is begun before the last turns
    least_chance: float = 0.65

    # cards and time
    #: a card's price when it is played for its function, in what its symbols buy
    card_price: float = 2.6
    #: price of a card that the plan has given to a battle, when the battle comes
    meant: float = 0.3
    #: what cards are kept for, against the table of prices
    keeping: float = 1.5
    #: German cards used a turn while Germany holds all cities, and while it does not
    pace_holding: float = 4.0
    pace_missing: float = 2.5
    #: what a German card is worth as time, in battalions: burnt gladly, or saved
    haste: float = -0.35
    patience: float = 0.4
    #: German battalions for one of the others' at which Germany can wait a little, and how many more to wait gladly
    equal: float = 1.0
    superior: float = 0.8
    #: turns that Germany wants before a missing city beyond those of the march, and battalions for the assault
    spare_turns: float = 2.0
    storming: float = 5.0
    #: what a die of an attack card is worth more to Germany, towards the end with a city missing
    last_blow: float = 0.4
    #: four battalions go home when the 28 Allied cards are used up: what a card costs in battalions (2.4-all-3)
    recall: float = 0.12


FOR_GERMANY = Weights()
FOR_OTHERS = structs.replace(FOR_GERMANY, card_price=1.0, keeping=1.0, exposed=0.3)

#: by country
WEIGHTS: list[Weights] = [FOR_GERMANY, FOR_OTHERS, FOR_OTHERS]
