# %% [markdown]
# # Draw the disagreement
# On which towers do the heuristics *centre of mass* and *overlap* disagree most, and who is right?

# %%
from matplotlib.figure import Figure

import towersim
from towersim.lab.sweep import load_sweep, sweep_path
from towersim.lab.trials import Trials

if __name__ == "__main__":  # evaluating starts other processes
    frames = {
        name: towersim.evaluate(name, workers=1).to_frame("pandas").set_index("trial")
        for name in ("centre-of-mass", "overlap")
    }
    chances = {name: frame["probability"] for name, frame in frames.items()}
    apart = (chances["centre-of-mass"] - chances["overlap"]).abs().sort_values(ascending=False)
    scenes = {trial.id: trial.scene() for trial in Trials(load_sweep(sweep_path("quick")))}
    figure = Figure(figsize=(9, 3.4))
    for axes, trial in zip(figure.subplots(1, 3), apart.index[:3], strict=True):
        scenes[trial].plot(axes)
        truth = "stands" if frames["overlap"]["stands"][trial] else "falls"
        said = " ".join(f"{name} {chance[trial]:.2f}" for name, chance in chances.items())
        axes.set_title(f"{truth}\n{said}", fontsize=8)
    figure.savefig("disagreement.png", dpi=150)
    print(apart.head(3).round(2).to_string())
