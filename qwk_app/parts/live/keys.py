"""The space key: it does the next step, as a clicker for slides does."""

from streamlit.components.v2 import component

# Only without a focus: the key belongs to a text field or a button that has the focus.
_SPACE = """
let press = null;
export default function () {
  if (press) document.removeEventListener("keydown", press);
  press = (event) => {
    if (event.key !== " " || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const focus = document.activeElement;
    if (focus && focus !== document.body && focus.dataset.testid !== "stMain") return;
    const button = document.querySelector(".st-key-live-next button");
    if (!button) return;
    event.preventDefault();  // or the page would scroll
    button.click();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
"""


def space() -> None:
    """Let the space key press the button of the next step, if it is on the page."""
    component("qwk_space", js=_SPACE)(key="live-space")
