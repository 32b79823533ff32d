# %% [markdown]
# # A search plays against a bot of the package
# OpenSpiel's IS-MCTS plays Palace against `keeper`. The search deals the cards that it has not
# seen anew; the bot gets its seat's view, and its action is spelled as numbers.

# %%
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import towersim.envs  # noqa: F401 - registers the games
from towersim.bots.base import BotPosition
from towersim.bots.table import bot
from towersim.common.dice import stream
from towersim.common.slices import finished

SEARCH, KEEPER = 0, 1
random = np.random.RandomState(1)
game = pyspiel.load_game("towersim_palace")
keeper, luck = bot("palace", "keeper"), stream(1, "keeper")
search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 1.5, 2, random_state=random)


# %%
def kept(state):
    """Return the numbers of the bot's action, one after the other."""
    view = state.at.rules.view(state.at.state, KEEPER)
    action = finished(keeper.choose(BotPosition(view, luck, None)))
    return state.at.coding.word(action)


def won(most=400):
    """Play a game; return the search's reward, 0 if it does not end within `most` decisions."""
    state = game.new_initial_state()
    for _ in range(most):
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            return state.returns()[SEARCH]
        if state.current_player() == SEARCH:
            state.apply_action(search.step(state))
            continue
        actor, turn = state.at, iter(kept(state))
        while not state.is_chance_node() and state.at.state is actor.state:
            state.apply_action(next(turn))
    return 0.0


# %%
print("the search's reward in two games:", [won(), won()])
