"""What is said and how: languages, numbers, sentences, formulas, code to copy."""
