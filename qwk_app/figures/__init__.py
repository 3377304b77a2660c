"""The pictures: each module draws a kind of figure from numbers of the core."""
