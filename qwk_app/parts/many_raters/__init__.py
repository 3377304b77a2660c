"""What the page on many raters shows: their table, the pairs, all together, each rater and item."""
