"""A minimal Streamlit app: a text field, and Plotly's default heatmaps of it.

`tests.benchmarks.pages` runs it. The link contains the number of heatmaps: `?charts=3`.
"""

import plotly.graph_objects as go
import streamlit as st

ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]

predicted = [int(rating) for rating in st.text_input("Predicted", "0,4,1,0,4,0,1,1,2,1").split(",")]
size = max(ACTUAL + predicted) + 1
for chart in range(int(st.query_params["charts"])):
    counts = [[0] * size for _ in range(size)]
    for row, column in zip(ACTUAL, predicted, strict=True):
        counts[row][column] += chart + 1
    st.plotly_chart(go.Figure(go.Heatmap(z=counts)))
