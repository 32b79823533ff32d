"""The benchmark `placement-3` (`placement-3.md`): placement of one to three pieces towards a goal.

The tremor follows from a noise seed that is drawn when a ranking begins and printed with its
results. The process of the policy never receives it: the parent plays, the policy answers poses.
"""
