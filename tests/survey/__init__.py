"""Realistic made-up files for `python -m tests.survey_files`: one module for each family."""
