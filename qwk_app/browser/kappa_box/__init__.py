"""The picture of kappa: its gaps, the box that they fill, and kappa, the part that stays empty."""
