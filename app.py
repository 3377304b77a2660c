"""QWK Explorer: see quadratic weighted kappa happen. Start with ``streamlit run app.py``."""

import streamlit as st

from qwk_app.frame import frame, serving

if __name__ == "__main__":  # Streamlit runs it for a visitor
    frame.run()
else:  # the server imports it as it starts, and takes from here what it needs
    app = st.App(
        __file__, lifespan=serving.warmed, middleware=serving.guards(), routes=serving.routes()
    )
