"""The page How sure: the interval around kappa, the test against chance, what to report."""
