"""Lanterns: a small game of our own, on which the contract of the core is proven.

Three watches light lanterns in a town at night. It has what the contract speaks of and little else: a hidden hand,
sealed bids, a window for reactions, dice with a second throw, a look at somebody's card, an umpire, a clock.

L1  Each watch begins with 4 oil and 3 cards (spark, gust, hush) from one deck.
L2  Each round all watches bid oil in secret, and may lay a spark with the bid. Bids are opened together and paid.
L3  In the order of their bids (the earlier role first where they are equal) the watches have their turn: shift own
    lanterns (at most 2 at a time), look at a random card of another watch once for 1 oil, then light a lantern or rest
    (and get 1 oil).
L4  When a watch lights a lantern, every other watch that holds cards may blow a gust against it.
L5  Two dice: 7 or more lights it; +1 for a laid spark, -2 for each gust, -1 where the scenario is windy. A total of
    just 7 flickers: one more die, and on 1 or 2 it goes out.
L6  A place holds 3 lanterns, and none once it is closed.
L7  After each round a watch with fewer than 3 cards draws one. After the last round most lanterns win.
"""

from tinygame.game import Lanterns

GAME = Lanterns()
