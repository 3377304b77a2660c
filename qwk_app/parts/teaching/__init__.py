"""The page Teaching: a lesson to start, a link to prepare, and the guide."""
