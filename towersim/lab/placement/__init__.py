"""The benchmark `placement-2`: where the next piece goes, if the tower is to be good at something.

Thirty tasks of five families, each built four times by a hand that trembles::

    reach          2 … 4 bricks as far as possible beyond the edge of a ledge
    counterweight  a plank, a heavy and a light piece, as far beyond the edge as possible
    span           three planks across a gap that is wider than any of them
    odd            three awkward pieces as high as possible
    egg            two blocks and an egg, which is to stand on its end

A policy is told the task and says for one piece after the other the pose in which it is let go
(`towersim.lab.placement.episode`). What is standing in the end has a worth in metres; its score is
0 for what is worth no more than the floor, which one piece alone or a flat heap reaches, and 1 for
the optimum (`towersim.lab.placement.oracle`); what fell scores 0. Regret is 1 - score.

The optimum of 2 and 3 bricks is 3/4 and 1 of a brick (Paterson & Zwick 2009). Of 4 bricks, each of
which has to stand at once, it is 9/8, found by exhaustive search, as are those of counterweights
and odd pieces. ``python -m towersim.lab.placement`` finds all of them again.
"""
