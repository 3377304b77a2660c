"""QWK Explorer: see quadratic weighted kappa happen. Start with ``streamlit run app.py``."""

from pages.ui import frame

frame.run()
