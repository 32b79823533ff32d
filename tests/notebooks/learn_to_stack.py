# %% [markdown]
# # Learn to stack
# The cross-entropy method finds three numbers with which bricks of `Stack-v0` are put on each
# other: x = a + b · (x of the top brick), and the angle.

# %%
import gymnasium
import numpy as np

import towersim.envs  # noqa: F401 - registers the environments

BRICKS, SIZE, BEST, ROUNDS = 12, 20, 5, 4
MARGIN = 6.0
"""The learner puts at least so many bricks more on each other than chance, on average."""
env = gymnasium.make("towersim/Stack-v0", bricks=BRICKS)
random = np.random.default_rng(1)


# %%
def learned(weights, seen):
    """Return the action for what is seen."""
    top_x = seen["blocks"][seen["mask"].sum() - 1, 0] / 0.1
    return np.clip([weights[0] + weights[1] * top_x, weights[2]], -1, 1).astype(np.float32)


def bricks(choose, seed):
    """Return the number of bricks that stand at the end of an episode."""
    seen, _ = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        seen, reward, ended, cut, _ = env.step(choose(seen))
        total, over = total + reward, ended or cut
    return total


# %%
mean, spread = np.zeros(3), np.full(3, 0.5)
for number in range(ROUNDS):
    tried = random.normal(mean, spread, (SIZE, 3))
    worth = [bricks(lambda seen, w=w: learned(w, seen), seed) for seed, w in enumerate(tried)]
    best = tried[np.argsort(worth)[-BEST:]]
    mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
    print(f"round {number + 1}: {np.mean(worth):.1f} bricks")

# %%
by_chance = np.mean([bricks(lambda _: env.action_space.sample(), seed) for seed in range(40)])
by_learning = np.mean([bricks(lambda seen: learned(mean, seen), seed) for seed in range(40, 50)])
print(f"by chance {by_chance:.1f}, learned {by_learning:.1f} of {BRICKS} bricks")
if by_learning < by_chance + MARGIN:
    raise SystemExit("nothing was learned")
