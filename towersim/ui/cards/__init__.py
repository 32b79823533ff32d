"""The card kit: one retained table for all card games; it knows no game.

A card game's room holds one `CardTable` (`table.py`), whose methods are pure: from a `TableState` —
what the watcher knows, what that person has chosen, where everything lies — its `nodes` are a flat
list from the lowest to the topmost thing on the table. A `Node` (`nodes.py`) has a key, a zone, a
place, a face or a painter, marks, and what it does, or why not. `CardScreen` (`screen.py`) does the
rest for every game:

* it draws nodes in order and finds what is under the mouse in reverse order;
* `gestures.py`: clicks, double clicks and cards pulled onto nodes that say what a drop does;
* `pointing.py`: what mouse and keyboard point at; the keyboard walks along a zone, to the next
  zone, or to what can be done;
* `motion.py`: two lists of nodes are compared key by key, and what moved, turned, came or went
  flies there; an event's `Showing` says where new cards come from and where others go;
* `staging.py`: one `EventQueue` (`ui/events.py`) shows event after event at the players' pace, and
  skips to the end, each as long as its `Showing` says;
* `overlay.py`, `performances.py`: large words, and what is staged instead of them;
* `curtain.py`, `since.py`: between two people at one screen hangs a curtain, and
  behind it one is told what has happened since one's last turn.

A node says in one value what it does: an `Action` of the rules, an `Answer` (another selection,
actions, words), `Undo`, or `Say`, why it does not go. Keys and buttons ask for the same; what costs
to find out is a function of the `TableState`, called when it is asked for. An action that is
`held` waits in the window for a moment, and the match has not heard of it; where the rules say that
an action can be undone, the match takes it back. What `is_free` is done at once, also while others
act.

How cards look: `card_faces.py` (a `Face` is all that the kit knows of a card), `draw_cards.py`,
`draw_plates.py`, `draw_felt.py`; where they lie: `places.py`. `sketch.py` is what the pictures
beside the rules are drawn on. `game_ui.py` draws a match without a window, and makes of a table all
that the window has to know of its game.

The smallest complete example, rules and window, is `tests/ui/cards/high_card.py`; what every table
keeps to is in `tests/ui/cards/test_contract.py`.
"""
