"""The card kit: how cards look, lie, fly and change hands in any game; it knows no game.

What a card game's room builds on, from the card up:

* `faces.py`: a `Face` is all that the kit knows of a card: `paper_face` for French suits,
  `colour_face` for cards that are painted in their colour. `face_picture` and `back_picture`
  draw one at a height in pixels; a card is 5 wide and 7 high. A game has a function from its
  own card to a `Face`.
* `places.py`: a `Spot` is where a card lies; a `Fan` lays cards side by side or in an arc into
  a rectangle, as close as needed, and tells which one is at a point.
* `draw_cards.py`: `draw_card` and `draw_fan` with a `Look` for each card: legal ones shine,
  others are dimmed, chosen ones lie higher and are ticked. `draw_pile` and `draw_place` are for
  piles with their number and for empty places.
* `flights.py`: `Flights` lets cards fly from `Spot` to `Spot`; while anything is in the air its
  key is in `away` and the table leaves it out. Nothing flies if the settings say so. `Gliding`
  smooths small shifts, as of the cards in a hand.
* `drag.py`: a `Drag` tells a click from a card pulled somewhere, by mouse.
* `draw_felt.py`, `draw_plates.py`: the table, and the plates of the seats round it.
* `play.py`: a `CardPlay` is a `Play` that knows who looks: `view()` is what that one may know,
  `news()` and the log tell events as that one sees them. A game says what is left of its view
  if nobody looks (`closed`).
* `screen.py`: a `CardScreen` is a `GameScreen` with flights, drag and the curtain: bots wait
  until everything has landed, then either the hand of the next person is open, or the
  `Curtain` (`curtain.py`) asks that the screen be passed on. A game calls `self.fly(...)` in
  `happened`, draws its table and last of all `self.flights.draw(target)`.

Who looks: with one person at the table always that one; with more, the one who opened the
curtain, until the next has to act; while bots move then, and among bots, nobody.
"""
