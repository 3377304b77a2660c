"""What the app shows: every page's frame, words, figures and parts. Pages import from here."""
