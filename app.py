"""QWK Explorer: see quadratic weighted kappa happen. Start with ``streamlit run app.py``."""

import streamlit as st

from qwk_app.frame import frame, serving

if st.runtime.exists():
    frame.run()
else:  # the server is starting, and takes from here what it needs to be ready for visitors
    app = st.App(__file__, lifespan=serving.warmed, middleware=serving.guards())
