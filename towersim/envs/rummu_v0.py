"""Rummü for PettingZoo; `towersim.envs.rummu` has its numbers."""

from towersim.envs.aec import makers
from towersim.envs.rummu import CODING

env, raw_env, flat_env, parallel_env = makers(CODING)
