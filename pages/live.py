"""Live: a class rates the same items on its phones, and sees its own kappa."""

from classroom.errors import RoomError
from qwk_app.frame import frame
from qwk_app.parts.live import board, entrance, session, student, teacher
from qwk_app.words.texts import _

frame.enter("live")
place = session.visit()

try:
    if not place.code:
        session.database_url()  # rooms that would land elsewhere are not offered
        frame.title(_("Live: the κ of your class"))
        entrance.enter()
    else:
        seen = session.look_or_last(place.code)
        if place.secret:
            teacher.show(place, seen)
        elif place.token:
            student.show(place, seen)
        elif place.board:
            frame.title(_("Room {code}", code=place.code))
            board.show(seen)
        else:
            frame.title(_("Live"))
            entrance.join(place.code)
except RoomError as error:
    frame.title(_("Live"))
    entrance.no_room(error)
