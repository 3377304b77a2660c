"""The step called expected."""

from pages.ui import components, frame

lesson = frame.enter("expected")
components.matrix(lesson, "expected")
frame.leave("expected")
