"""Text on the screen: languages, numbers, sentences, formulas, code to copy."""
