"""What does a reader take along? The report on a study, its pictures, and all files of it."""
