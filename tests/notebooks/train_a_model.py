# %% [markdown]
# # Train a model of scikit-learn
# Random towers are labelled by exact statics. Eleven numbers of each, such as its height and the
# distance of its centre of mass from its foot, are enough to beat a coin.

# %%
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import cross_val_score

import towersim
from towersim.lab.learned import FEATURES, numbers
from towersim.lab.towers import tower

# %%
scenes = [tower(1, index) for index in range(400)]
labels = np.array([towersim.analyse(scene).summary.stable for scene in scenes])
features = np.array([numbers(scene) for scene in scenes])

# %%
model = RandomForestClassifier(random_state=1)
scores = cross_val_score(model, features, labels, cv=5)
constant = max(labels.mean(), 1 - labels.mean())
print(f"right: {scores.mean():.1%}; always the same answer: {constant:.1%}")
assert scores.mean() > constant + 0.1

# %% [markdown]
# Which numbers matter?

# %%
weights = model.fit(features, labels).feature_importances_
for name, weight in sorted(zip(FEATURES, weights, strict=True), key=lambda pair: -pair[1])[:4]:
    print(f"{name:15} {weight:.2f}")
