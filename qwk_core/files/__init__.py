"""How ratings come out of files: formats, layouts, labels, columns, queries for engines."""
