"""PettingZoo is imported as the package does it, which keeps the audio driver of the process."""

import towersim.envs  # noqa: F401 - imported before the tests import the library themselves
