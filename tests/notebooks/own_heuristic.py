# %% [markdown]
# # Test a heuristic of one's own
# A heuristic is a function of a scene that returns the probability that it stands.

# %%
import pandas as pd

import towersim


# %%
def slender(scene):
    """A tower that is much higher than wide falls."""
    arrays = scene.to_arrays()
    x, y = arrays["pose"][:, 0], arrays["pose"][:, 1]
    return 1 / (1 + (y.max() / (x.max() - x.min() + 0.02) / 4) ** 2)


if __name__ == "__main__":  # other processes import this file
    evaluation = towersim.evaluate(slender, workers=1)
    print(evaluation)
    answers = evaluation.to_frame("pandas")
    print(answers.groupby("structure")[["stands", "probability"]].mean().round(2))
    right = answers.stands == (answers.probability >= 0.5)
    bands = pd.cut(answers.margin.abs(), [0, 0.04, 0.12, float("inf")])
    print(right.groupby(bands, observed=True).agg(["mean", "size"]).round(3))
