"""Push for PettingZoo; `towersim.envs.push` has its numbers."""

from towersim.envs.aec import makers
from towersim.envs.push import CODING

env, raw_env, flat_env, parallel_env = makers(CODING)
