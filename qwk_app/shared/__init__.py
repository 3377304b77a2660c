"""Parts that several pages share: matrices, charts, tables, colours, fields."""
