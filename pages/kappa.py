"""The step called kappa."""

from pages.ui import components, frame

lesson = frame.enter("kappa")
components.matrix(lesson, "weighted_observed")
frame.leave("kappa")
