"""The page Implementations: seven programs, their answers, their traps, and a race."""
