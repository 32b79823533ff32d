# %% [markdown]
# # Label 1,000 random scenes
# A column of three to eight cubes, each offset from the one below, is an array. Exact statics
# labels it in a few milliseconds.

# %%
import numpy as np

import towersim
from towersim import Scene

# %%
noise = np.random.default_rng(1)
SIDE = 0.02


def column(count, spread):
    """Return a column of cubes as n x 5 numbers: x, y, angle, width, height."""
    x = np.cumsum(noise.uniform(-spread, spread, count)) * SIDE
    y = (np.arange(count) + 0.5) * SIDE
    return np.column_stack([x, y, np.zeros(count), np.full((count, 2), SIDE)])


scenes = [Scene.boxes(column(noise.integers(3, 9), noise.uniform(0.1, 0.5))) for _ in range(1000)]
labels = np.array([towersim.analyse(scene).summary.stable for scene in scenes])
print(f"{labels.mean():.1%} of {len(labels):,} columns stand")

# %% [markdown]
# A notebook draws the last expression of a cell: blocks, contact forces, thrust line and mechanism.

# %%
analysis = towersim.analyse(scenes[0])
analysis

# %% [markdown]
# Arrays keep a scene without loss.

# %%
np.savez("scene.npz", **scenes[0].to_arrays())
assert Scene.from_arrays(np.load("scene.npz")) == scenes[0]
