"""The card kit: what all card games share, on the keyed nodes of `ui/nodes/`.

A card game's room holds one `CardTable` (`table.py`), whose methods are pure: from a `TableState`
(redacted view, selection, layout …) its `nodes` are a flat list in drawing order. `CardScreen`
(`screen.py`) does the rest for every game: it draws the nodes, points at them, executes their
commands, and lets the pump (`ui/nodes/pump.py`) show the events. Beside it:

* `overlay.py`: prompt, tooltips and dragged cards; animated effects;
* `curtain.py`: the curtain between two persons at one screen, and the log lines since
  a person's last turn.

A node's command is one value: an `Action` of the rules, an `Reaction` (another selection, actions,
a text), `Undo`, or `Say`, the reason of a refusal. Keys and buttons have the same commands. A
command that is expensive to compute is a function of the `TableState`, called when it is given. An
action that is `held` waits in the window for a moment before it is submitted to the match; where
the rules allow undo, the match takes an action back. A command that `is_free` is executed even
while others act.

Drawing: `card_faces.py` (a `Face` is the appearance of a card; the felt), `nodes.py` (seat plates,
fans, piles, and where they lie). `sketch.py` is the canvas of the pictures beside the rules.
`screen.py` also draws a match without a window, and makes the `GameUI` of a table.

The smallest complete example, rules and window, is `tests/ui/cards/high_card.py`; the contract of
every table is tested in `tests/ui/cards/test_contract.py`.
"""
