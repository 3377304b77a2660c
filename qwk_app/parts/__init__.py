"""The parts of pages: each page has a module or folder with its name."""
