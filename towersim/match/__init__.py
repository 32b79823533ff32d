"""Games in progress: `Game` reads, `Match` acts, and a record keeps both.

`towersim.new` begins a game. The seat to move, `actor`, chooses one of `legal`: `submit` does it,
`put` places a block by the seat's trembling hand, `drop` releases one directly. Deck, die and
gravity then move at once. `view(seat)` and `history(seat)` have what a seat knows, and for the seat
None what everybody knows. `table.scene()` is the table at rest, for `towersim.analyse`. `clone`
copies a match at rest. A game of Bausack:

>>> import towersim
>>> from towersim.common import dice
>>> from towersim.rules.base import Place, StartTower
>>> names = ["Ann", "Bob"]
>>> match = towersim.new("bausack", names, seed=2)
>>> choices = dice.stream(2, "choices")
>>> while match.outcome is None:
...     action = choices.choice(match.legal)
...     if isinstance(action, StartTower):
...         events = match.drop(action, match.setup.spots[action.tower], 0.0)
...     elif isinstance(action, Place):
...         events = match.put(action)
...     else:
...         events = match.submit(action)
>>> match
Match(bausack, seed 2, 15 actions, over: Only one tower is left.)
>>> for event in match.history(None)[-3:]:
...     print(match.rules.describe(event, names))
Bob's tower is lost: its 2 pieces go back to the supply.
Bob is out of the game.
Only one tower is left. Ann wins (opponents outlasted: Ann 1, Bob 0).
"""
