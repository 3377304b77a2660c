"""The step called weights."""

from pages.ui import components, frame

lesson = frame.enter("weights")
components.matrix(lesson, "weights")
frame.leave("weights")
