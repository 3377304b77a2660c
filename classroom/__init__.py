"""A room in which a class rates together: what is kept, and the rules. It knows no screen.

`codes` makes and reads codes and secrets, `sets` and `clouds` hold what is rated, `pictures` makes
those that a teacher brings safe, `rooms` says what a room is, `store` keeps rooms and enforces
their rules, `together` writes the taps of a moment at once, `watch` lets many look at the price of
one, `tallies` counts what a class gave.
"""
