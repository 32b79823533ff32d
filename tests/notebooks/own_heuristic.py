# %% [markdown]
# # Test a heuristic of one's own
# A heuristic is a function of a scene that returns the probability that it stands.

# %%
import numpy as np
import pandas as pd

import towersim


# %%
def plumb(scene):
    """A tower falls if what lies above a layer has its centre beyond that layer's edge."""
    x, y, mass = np.array([(each.pose.x, each.pose.y, each.mass) for each in scene.blocks]).T
    room = [0.1]  # in metres
    for height in y:
        above, layer = y > height + 0.005, abs(y - height) < 0.005
        if above.any():
            centre = np.average(x[above], weights=mass[above])
            room += [centre - x[layer].min() + 0.015, x[layer].max() + 0.015 - centre]
    return 1 / (1 + np.exp(-min(room) / 0.005))


if __name__ == "__main__":  # other processes import this file
    evaluation = towersim.evaluate(plumb, workers=1)
    print(evaluation)
    answers = evaluation.to_frame("pandas")
    print(answers.groupby("structure")[["stands", "probability"]].mean().round(2))
    right = answers.stands == (answers.probability >= 0.5)
    bands = pd.cut(answers.margin.abs(), [0, 0.04, 0.12, float("inf")], right=False)
    print(right.groupby(bands, observed=True).agg(["mean", "size"]).round(3))
