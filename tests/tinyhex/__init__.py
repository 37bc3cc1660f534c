"""The Ford: a small hex game of our own, made of the ground of hexes as tests/ground/hexes/skirmish.py is, but whole.

Two sides march over a map of a few hexes, fight for a ford and two villages. No client knows it: it is drawn and played
from its board, its scenes and what its spaces say of their choices.

S1  North and South have five counters each: three foot (2-2-4), horse (2-1-6) and a gun (3-1-3): attack, defence, move.
S2  A turn: the North marches and fights, then the South. Each counter marches once and attacks once in its turn.
S3  Open ground costs 1, forest 2, along a road 1/2; the river costs 3, but at the ford. A hex holds one counter. A
    counter that comes beside an enemy stops. None enters the lake.
S4  Counters beside an enemy attack it together. One die + their attack - its defence (+1 in a forest or village): 1 or
    less repels the attack, and the first of the attackers takes a loss; 2 or 3: nothing; 4 or 5: the defender falls
    back one hex, or takes a loss; 6 or more: it takes a loss, then falls back. With nowhere to go to it takes a loss
    instead of falling back.
S5  The first loss turns a counter over: 1 less attack and defence. The second destroys it.
S6  A village is held by whoever entered it last. The South wins when it holds both; after the last turn whoever holds
    Elm. A side without counters has lost.
"""

from tinyhex.game import Ford

GAME = Ford()
