"""The page Other measures: all of them, what ties three together, and A against B."""
