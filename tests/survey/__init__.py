"""Made-up files as people have them, for `python -m tests.survey_files`: a module a family."""
