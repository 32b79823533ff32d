"""Palace for PettingZoo; `towersim.envs.palace` has its numbers."""

from towersim.envs.aec import makers
from towersim.envs.palace import CODING

env, raw_env, flat_env, parallel_env = makers(CODING)
