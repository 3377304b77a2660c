"""The step called observed."""

from pages.ui import components, frame

lesson = frame.enter("observed")
components.matrix(lesson, "observed")
frame.leave("observed")
