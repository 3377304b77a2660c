"""What a reader takes along about their own data: study, checks, export, notebook, report."""
