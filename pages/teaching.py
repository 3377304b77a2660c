"""Teaching: a lesson to start, links made to measure, and the way to the guide."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.teaching import lesson as lessons
from qwk_app.parts.teaching import prepare
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("teaching")

frame.title(_("Teaching: let the class guess first"))
st.markdown(
    _(
        "Choose a lesson and present it. The right arrow key reveals what is hidden, then opens "
        "the next page."
    )
)
with lessons.show():
    frame.link_to("guide", _("The guide: plans, what to say, answers"))
    frame.link_to("live", _("The class rates on its phones: Live"))

if place := fold("lesson-share", _("Share it: link, QR code, frame for a course page")):
    with place:
        lessons.share()
if place := fold("lesson-change", _("Change the lesson")):
    with place:
        lessons.change()
if place := fold("prepare", _("Prepare a link of your own")):
    with place:
        prepare.prepare(lesson, lessons.add)
