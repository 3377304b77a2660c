"""The page Other measures: all measures, the relation of three, and a comparison of A and B."""
