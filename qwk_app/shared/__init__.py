"""What several pages show alike: matrices, tables for the eye and the ear, colours, fields."""
