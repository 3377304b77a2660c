"""Which beliefs about weighted kappa are wrong? What really happens, computed on the spot."""
