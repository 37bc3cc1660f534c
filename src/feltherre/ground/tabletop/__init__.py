"""The table of the miniatures games: places in whole 0.1 mm, directions in whole 0.1 degree, time in ticks.

    measure      centimetres, degrees and turns as people write them, and as whole numbers
    angles       turning and directions by a table of sines in whole numbers (`sines.json`)
    shapes       which side, what meets, what lies inside: convex outlines; areas of any shape in `polygons`
    bodies       a formation on the table: outline, front, flanks, rear, bases; columns that bend
    formations   how bases are laid out: ranks and files, gaps, squares, trains
    distance     distances, contact, nearest places
    index        who is near, for one body or all
    arcs         arcs from the wings, the edge that a line meets, who stands behind a front line
    firelines    bodies and ranks on a line of fire, bases in contact
    terrain      objects as data, checked; the whole table in `table`: what is under a place, a body or a way
    sight        lines of sight with screens, crests and dead ground; many at once in `sight_lines` and `sight_all`
    tracks       marches, wheels and halts as legs; where a body is at a tick
    motion       the first tick at which bodies meet each other or an object, or are clear; by `movers`
    schedule     a time line of events, as plain data

What decides is whole numbers; the floating point only proposes where to look. The ground knows no game. It says why
something cannot be in the words of `reasons`; the game turns them into its own texts and rules.
"""
