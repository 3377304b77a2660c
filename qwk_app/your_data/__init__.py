"""The page Your data: read a file, ask what is unclear, show kappa, hand it over."""
