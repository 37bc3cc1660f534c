"""What hex games share above the ground: counters, maps, marching, losses, retreat, edits, pictures, players' field.

    counters      an order of battle by numbers: sides, kinds, names; who stands where
    board         a map with names: printed numbers, places, how a hex is called
    words         refusals and things of answers in the words of a game
    state         what the state of every hex game has
    theatre       what the maps of a game are made of, as one checked value, and the maps kept beside a state
    placing       a counter, then a hex: set-up and entering
    marching      ways hex by hex, the march itself with what interrupts it, and why a hex is out of reach
    attacking     a hex and the counters that attack it
    losses        sharing losses among counters
    retreat       where beaten counters go; retreating and advancing in groups
    sides         the choice of sides by dice
    notation      counters, hexes and ways in the one-line notation
    sentences     what an answer does, as a sentence
    overlays      reach, zones and supply lines laid over the map
    pictures      counters, stacks, battles and holdings of a scene
    umpire        what an umpire names and puts where
    checks        what must hold after every act
    players       a position read once, what could strike where, and exact chances of an attack

It names no game. A title declares its `Theatre` and calls these functions from steps of its own; what is read as a
sentence stands in the title's catalogues, under the keys that the functions name.
"""
