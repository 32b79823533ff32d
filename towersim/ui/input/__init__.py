"""Input: mouse, keyboard, gamepad and touch, and the key bindings that they share."""
