"""A room in which a class rates together: its data and its rules. It knows no screen.

`codes` makes and reads codes and secrets. `sets` and `clouds` have the items to rate. `pictures`
makes a teacher's pictures safe. `rooms` defines rooms. `store` decides who may do what in a room.
It uses `database`, which opens transactions; `rows`, which finds and changes rows of the tables;
and `replies`, which keeps the activities, ratings and replies. `slowing`
slows down guesses of codes. With `watch`, many people look at a room, but the store reads it once.
`tallies` counts the ratings of a class; `view` is all that may be seen of a room at one moment.
"""
