"""How else can kappa be computed, and where does that go wrong? Seven ways, traps and a race."""
