"""What the page Live shows: the way in, a student’s phone, the teacher’s controls, the board."""
