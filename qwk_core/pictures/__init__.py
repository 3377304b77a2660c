"""How a matrix looks: what is written in each cell, and how the cell is coloured.

The screen, the report, the notebook and a Plotly figure draw the same cells from here.
"""
