"""The page What if: change an item, the weights, or draw a second rater."""
