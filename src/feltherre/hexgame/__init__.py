"""What hex games share above the ground: counters, maps, marching, fighting, umpire's edits, pictures, players' field.

    counters, board   an order of battle by numbers, and who stands where; a map with names
    words             how a game speaks of sides, counters and hexes; refusals
    state             what the state of every hex game has
    theatre           what the maps of a game are made of, as one checked value, and the maps kept beside a state
    placing           a counter, then a hex: set-up and entering; `sides`: who plays which side, by dice
    marching          who can move, ways hex by hex, the march with what interrupts it, why a hex is out of reach
    fighting          attacks, losses that are shared, retreat, advance; `aftermath`: what is shared of them as steps
    actions, steps    the usual answers and steps, as data
    notation          counters, hexes and ways in the one-line notation
    sentences         what an answer does, as a sentence
    prospects         battles that can be seen coming, and warnings
    overlays          reach, zones and supply lines laid over the map
    pictures          counters, battles and what is off the map in a scene; `drawing`: the drawn map of a board
    plainmap          a map drawn from its hexes alone, where there is no drawing
    umpire            what an umpire names and changes; `desk`: ways that he describes
    course            the phases of a player turn, and the end
    checks            what must hold after every act
    game              what the house asks of any hex game and a title answers with data
    tables            combat tables of a ledger, or of a file in their place; `results`: their codes and what they bring
    field             a position read once, what could strike where, who could come together for an attack: for players;
                      `distances`: how far it is, and what hangs on a road

It names no game. A title declares its `Theatre` and calls these functions from steps of its own; what is read as a
sentence stands in the title's catalogues, under the keys that the functions name.
"""
