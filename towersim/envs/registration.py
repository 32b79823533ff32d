"""The names under which the libraries know the environments; the modules load at first use."""

import gymnasium

ENVIRONMENTS = {
    # id: (environment, several in one process, most steps)
    "towersim/Practice-v0": ("building:PracticeEnv", "batches:attempts", 1000),
    "towersim/Stack-v0": ("building:StackEnv", "batches:stacks", None),
    "towersim/Placement-v0": ("placement:PlacementEnv", "batches:placements", None),
}


def register_gymnasium() -> None:
    """Register the environments with Gymnasium, unless they are."""
    for name, (one, several, most) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                f"towersim.envs.{one}",
                max_episode_steps=most,
                vector_entry_point=f"towersim.envs.{several}",
            )
