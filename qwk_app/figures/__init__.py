"""The pictures: each module draws one kind of figure from numbers that the core computed."""
