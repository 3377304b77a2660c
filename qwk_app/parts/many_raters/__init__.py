"""The page on many raters: their table, the pairs, all together, each rater and item."""
