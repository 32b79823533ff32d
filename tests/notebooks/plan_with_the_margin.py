# %% [markdown]
# # Plan with the margin
# Where should a counterweight lie on a beam that reaches over the edge of its post? The margin is
# the tangent of the tilt that the structure withstands; its maximum is the safest place.

# %%
import numpy as np

import towersim
from towersim import Scene

# %%
post, beam, load = (
    [0, 0.03, 0, 0.03, 0.06],
    [0.03, 0.065, 0, 0.12, 0.01],
    [0.08, 0.08, 0, 0.02, 0.02],
)


def with_counterweight(x):
    """Return the crane with a counterweight of steel at x metres."""
    return Scene.boxes([post, beam, load, [x, 0.08, 0, 0.02, 0.02]], density=[700, 700, 700, 7850])


places = np.linspace(-0.02, 0.06, 81)
margins = [towersim.analyse(with_counterweight(x)).summary.margin or 0.0 for x in places]
best = places[int(np.argmax(margins))]
print(f"safest at {1000 * best:.0f} mm: it withstands a margin of {max(margins):.3f}")

# %% [markdown]
# The simulation confirms the plan.

# %%
assert towersim.stand(with_counterweight(best)).verdict == "stood"
towersim.analyse(with_counterweight(best)).plot().figure.savefig("crane.png")
