"""What does the lesson show? Examples, steps, pitfalls, implementations, exercises."""
