"""One module a format. Each finds its layout, returns its first rows, and reads its blocks."""
