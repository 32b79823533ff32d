"""The benchmark `placement-2`: placement of pieces towards a goal, such as reach or height.

Thirty tasks of five families, each built four times by a hand with tremor::

    reach          2 … 4 bricks as far as possible beyond the edge of a ledge
    counterweight  a plank, a heavy and a light piece, as far beyond the edge as possible
    span           three planks across a gap that is wider than any of them
    odd            three awkward pieces as high as possible
    egg            two blocks and an egg, which is to stand on its end

A policy gets the task and returns for each piece in turn the pose in which it is released
(`towersim.lab.placement.episode`). The worth of the final tower is in metres; its score is 0 for a
worth up to the floor, which one piece alone or a flat heap reaches, and 1 for the optimum
(`towersim.lab.placement.oracle`); a tower that fell scores 0. Regret is 1 - score.

The optimum of 2 and 3 bricks is 3/4 and 1 brick lengths (Paterson & Zwick 2009). For 4 bricks that
must stand after each placement it is 9/8, found by exhaustive search, as are those of
counterweights and odd pieces. ``python -m towersim.lab.placement.oracle`` recomputes all of them.
"""
