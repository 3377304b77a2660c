"""Sharing with a class: a link, a QR code for the projector, a frame for a course page."""

from functools import partial
from html import escape
from io import BytesIO
from typing import Any, Literal

import streamlit as st

from qwk_app.frame.link import LONGEST_LINK
from qwk_app.frame.state import SCREEN, SHARE
from qwk_app.shared import components
from qwk_app.words.numbers import number
from qwk_app.words.texts import _

_MOST = 2_331  # bytes of the largest QR code with error correction M (ISO/IEC 18004)
_BORDER = 4  # modules: the quiet zone that the standard requires
_QR = 440  # pixels: a laptop shows it without scrolling
_SCREEN_STYLE = "<style>.st-key-qr-screen { max-width: 78vh; margin: 0 auto; }</style>"
_FRAME = 700  # pixels: the height of a frame on a course page


def open_dialog() -> None:
    """Show how to share, until it is closed. For callbacks."""
    st.session_state[SHARE] = True


def _close_dialog() -> None:
    st.session_state[SHARE] = False


def dialog(address: str | None, title: str) -> None:
    """Show in a dialog how to share a page's address; None if it would be too long."""

    @st.dialog(_("Share this example"), width="medium", on_dismiss=_close_dialog)
    def show() -> None:
        if address is None:
            st.markdown(
                _(
                    "This example is too long for a link: some servers cut off addresses beyond "
                    "{most} characters. Enter it as a table of counts to share it.",
                    most=number(LONGEST_LINK),
                )
            )
            return
        offer(address, title, key=SHARE)
        st.markdown(
            _(
                "Whoever opens this link sees this example, on this page. What you chose further "
                "down the page is in the browser's address, which you can share as well."
            )
        )

    show()


def offer(address: str, title: str, *, key: str) -> None:
    """Offer an address as a link, as a QR code, or as a frame to paste; one at a time."""
    link, code, frame = st.tabs(
        [_("Link"), _("QR code"), _("Embed")], key=f"{key}-offer", on_change="rerun"
    )
    if link.open:
        link.code(address, language=None, wrap_lines=True)
    if code.open:
        with code:
            _qr(address, title, key)
    if frame.open:
        with frame:
            st.code(frame_code(address, title), language=None, wrap_lines=True)
            st.markdown(
                _(
                    "Paste it where your course page takes HTML. The frame is as wide as "
                    "the page allows."
                )
            )


def _qr(address: str, title: str, key: str) -> None:
    size = len(address.encode())
    if size > _MOST:
        st.info(
            _(
                "This link has {size} characters, and the largest QR code holds {most}. Share the "
                "link itself; or enter the example as a table of counts, which is shorter.",
                size=number(size),
                most=number(_MOST),
            ),
            icon=":material/qr_code:",
        )
        return
    _code(address, title, _QR)
    with st.container(horizontal=True):
        st.button(
            _("Fill the screen"),
            icon=":material/fullscreen:",
            on_click=partial(_fill_screen, address, title),
            key=f"{key}-fill",
        )
        components.download(
            _("QR code as a picture"),
            lambda: qr_png(address),
            "qwk-lesson.png",
            "image/png",
            key=f"{key}-qr",
        )


def _code(address: str, title: str, width: int | Literal["stretch"]) -> None:
    st.image(
        qr_svg(address),
        width=width,
        alt=_("A QR code that opens “{title}”: the same address as under Link", title=title),
    )


def _fill_screen(address: str, title: str) -> None:
    st.session_state[SCREEN] = address, title
    _close_dialog()
    st.rerun()  # a full run: the QR code replaces the whole page


def screen() -> bool:
    """Show the QR code in place of the page, if the reader asked for it; tell whether it is shown.

    The page is not drawn, so nothing that was revealed before is beside the code.
    """
    shown: tuple[str, str] | None = st.session_state.get(SCREEN)
    if shown is None:
        return False
    address, title = shown
    st.html(_SCREEN_STYLE)
    with st.container(key="qr-screen", horizontal_alignment="center"):
        _code(address, title, "stretch")
        st.button(
            _("Back to the page"),
            icon=":material/close:",
            shortcut="Esc",
            on_click=partial(st.session_state.pop, SCREEN, None),
            key="qr-close",
        )
    return True


def qr_svg(address: str) -> str:
    """Return the QR code of an address as SVG without a fixed size."""
    return _qr_file(address, "svg", omitsize=True, xmldecl=False).decode()


def qr_png(address: str) -> bytes:
    """Return the QR code of an address as a PNG, large enough for a slide."""
    return _qr_file(address, "png", scale=16)


def _qr_file(address: str, kind: str, **options: Any) -> bytes:
    import segno  # imported only for a page with a QR code

    file = BytesIO()
    # M corrects 15% of a code that is smudged, or partly behind a head in the front row. It stays
    # black on white in the dark theme: some phones cannot read the opposite.
    segno.make_qr(address, error="m").save(
        file, kind, dark="#000", light="#fff", border=_BORDER, **options
    )
    return file.getvalue()


def frame_code(address: str, title: str) -> str:
    """Return the HTML that shows an address in a frame of another page.

    >>> print(frame_code("https://host/kappa?row=4&column=0", "Kappa"))
    <iframe src="https://host/kappa?row=4&amp;column=0&amp;embed=true"
      title="QWK Explorer: Kappa" width="100%" height="700" style="border: 0"
      loading="lazy" allow="clipboard-write; fullscreen"></iframe>
    """
    joint = "&" if "?" in address else "?"
    source = escape(f"{address}{joint}embed=true")
    name = escape(_("QWK Explorer: {title}", title=title))
    return (
        f'<iframe src="{source}"\n  title="{name}" width="100%" height="{_FRAME}" '
        'style="border: 0"\n  loading="lazy" allow="clipboard-write; fullscreen"></iframe>'
    )
