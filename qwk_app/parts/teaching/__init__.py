"""The page Teaching: a lesson to start, links made to measure, and the guide."""
