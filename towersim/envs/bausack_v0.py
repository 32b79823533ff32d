"""Bausack for PettingZoo; `towersim.envs.bausack` has its numbers."""

from towersim.envs.aec import makers
from towersim.envs.bausack import CODING

env, raw_env, flat_env, parallel_env = makers(CODING)
