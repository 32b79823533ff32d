"""Fawlty Towers for PettingZoo; `towersim.envs.fawlty_towers` has its numbers."""

from towersim.envs.aec import makers
from towersim.envs.fawlty_towers import CODING

env, raw_env, flat_env, parallel_env = makers(CODING)
