"""The picture of kappa: the gaps fill a box, and kappa is the part that stays empty."""
