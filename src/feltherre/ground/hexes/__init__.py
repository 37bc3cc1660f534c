"""A board of hexes. A hex is a number inside (row by row from the top left) and has its printed number at the edges.

    grid          printed numbers, neighbours, directions, distance, lines, outlines
    map           terrain and other layers, hexsides and links, read from plain data and checked
    tables        what each step costs a class of unit
    layers        what units do to hexes, counted, and all of it as bits in one list
    zones         where a unit exerts its zone; placing, lifting and moving its footprint
    stacking      how many may stand together, and who finds no room
    reach         where a unit can go and what it costs; kept results in `reach_cache`
    path          a way given hex by hex, and why a hex cannot be reached
    supply        lines to sources by distance or along links; broken lines in `supply_breaks`
    retreat       where a beaten stack may go
    combat_table  odds columns, results and their exact chances
    derived       how a state keeps maps made from it beside its data

The ground knows no game. It says why something cannot be in the words of `reasons`; the game turns them into its own
texts and rules.
"""
