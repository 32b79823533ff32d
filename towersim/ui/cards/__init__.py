"""The card kit: a retained scene graph of keyed nodes, shared by all card games.

A card game's room holds one `CardTable` (`table.py`), whose methods are pure: from a `TableState`
(redacted view, selection, layout …) its `nodes` are a flat list in drawing order. A `Node`
(`nodes.py`) has a key, a zone, a place, a face or a painter, marks, and commands or refusals.
`CardScreen` (`screen.py`) does the rest for every game:

* it draws the nodes in order, and hit-tests them in reverse order;
* `gestures.py`: clicks, double clicks, drag and drop onto nodes with a `drop` command;
* `pointing.py`: the node at the mouse or keyboard focus; the keyboard walks within a zone, between
  zones, or through the nodes with a command;
* `motion.py`: animation by diffing two lists of nodes key by key: cards that moved, turned, came or
  went fly; an event's `Showing` names the nodes where new cards start and removed ones end;
* `staging.py`: one `EventQueue` (`ui/events.py`) shows the events in order, at the players' pace
  and with the timing of their `Showing`, and skips to the end on request;
* `overlay.py`, `performances.py`: prompt, tooltips and dragged cards; animated effects;
* `curtain.py`, `since.py`: the curtain between two persons at one screen, and the log lines since
  a person's last turn.

A node's command is one value: an `Action` of the rules, an `Answer` (another selection, actions,
a text), `Undo`, or `Say`, the reason of a refusal. Keys and buttons have the same commands. A
command that is expensive to compute is a function of the `TableState`, called when it is given. An
action that is `held` waits in the window for a moment before it is submitted to the match; where
the rules allow undo, the match takes an action back. A command that `is_free` is executed even
while others act.

Drawing: `card_faces.py` (a `Face` is the appearance of a card), `draw_cards.py`, `draw_plates.py`,
`draw_felt.py`; geometry: `places.py`. `sketch.py` is the canvas of the pictures beside the rules.
`game_ui.py` draws a match without a window, and makes the `GameUI` of a table.

The smallest complete example, rules and window, is `tests/ui/cards/high_card.py`; the contract of
every table is tested in `tests/ui/cards/test_contract.py`.
"""
