"""How sure, how sensitive, how else: intervals, shuffles, changes, measures, cut-points, scales."""
