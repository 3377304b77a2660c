"""The page Plan a study: how many items an interval of a chosen width needs."""
