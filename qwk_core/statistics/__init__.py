"""How sure, how sensitive, how else: intervals, shuffles, changes, measures, cut-points, scales.

And how many raters agree: `raters`.
"""
