"""The guide for teachers: plans, links and answers, as a document."""

from qwk_app.frame import frame
from qwk_app.parts.teaching import guide
from qwk_app.words.texts import _

frame.enter("guide")

frame.title(_("The teacher’s guide"))
guide.download()
guide.show()
