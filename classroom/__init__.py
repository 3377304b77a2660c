"""A room in which a class rates together: what is kept, and the rules. It knows no screen.

`codes` makes and reads codes and secrets, `sets` and `clouds` hold what is rated, `pictures` makes
those that a teacher brings safe, `rooms` says what a room is. `store` says who may do what in a
room. It stands on `database`, which opens transactions, `rows`, which finds and changes what is in
the tables, `answers`, which keeps taps, and `replies`, which keeps what a class does beside rating.
`slowing` slows guesses down, `watch` lets many look at the price of one, `tallies` counts what a
class gave.
"""
