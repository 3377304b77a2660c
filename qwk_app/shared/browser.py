"""Components whose JavaScript lies in qwk_app/browser, handed out as files.

Streamlit would send a component's code again with every edit; a file is fetched once.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.components.v2.types import ComponentRenderer

_ROOM = Path(__file__).parents[1] / "browser"
_OWNER = "qwk"


def show(name: str, *, key: str, data: Mapping[str, Any], **on: Any) -> None:
    """Show the component whose code is `name`.js and whose style is `name`.css.

    `data` is what it is handed, ready for JSON; `on` are callbacks, named as Streamlit names them.
    """
    full = f"{_OWNER}.{name}"
    manager = get_bidi_component_manager()
    # An app that starts over knows no components, so this asks with every run.
    if manager.get_component_asset_root(full) is None:
        config = ComponentConfig(name, _ROOM.name)
        manager.register_from_manifest(ComponentManifest(_OWNER, "1", [config]), _ROOM.parent)
    # In a list: Streamlit would look for a table in each field of a mapping, which takes long.
    _made(full, name)(key=key, data=[data], **on)


@cache
def _made(full: str, name: str) -> ComponentRenderer:
    """Make a component, once: Streamlit looks for its files on the disk."""
    return component(full, js=f"{name}.js", css=f"{name}.css")
