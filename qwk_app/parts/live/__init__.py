"""The page Live: entrance, student’s phone, teacher’s controls, and board."""
