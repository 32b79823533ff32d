"""The benchmark `placement-3`: placement of one to three pieces towards a goal.

600 tasks of ten families (`towersim.lab.placement.families`), each built three times by a hand with
tremor. A policy gets the task and returns for each piece in turn the pose in which it is released
(`towersim.lab.placement.episode`). The worth of the final tower is in metres; its score is 0 for a
worth up to the floor and 1 for the bound (`towersim.lab.placement.benchmark`); a tower that fell
scores 0. `python -m tests.lab.placement.oracle` computes all floors and bounds again.

The tremor follows from a noise seed that is drawn when a ranking begins and printed with its
results. The process of the policy never receives it: the parent plays, the policy answers poses.
"""
