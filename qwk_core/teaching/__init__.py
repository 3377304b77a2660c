"""What the lesson tells: examples, steps, what-ifs, pitfalls, implementations, exercises."""
