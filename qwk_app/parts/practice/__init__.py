"""The page Practice: exercises and the results so far."""
