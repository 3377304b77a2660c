"""Can you compute it yourself? Exercises on kappa; the same seed makes the same exercise."""
