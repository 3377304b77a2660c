"""The cells of a notebook, and what they compute."""

import contextlib
import io
import json

from qwk_core.study.notebook import notebook


def cells(study, kind, **settings):
    content = json.loads(notebook(study, **settings))
    return [cell["source"] for cell in content["cells"] if cell["cell_type"] == kind]


def run(study):
    """Run the cells one after the other, as a reader would; return variables and what is said."""
    variables, said = {}, io.StringIO()
    with contextlib.redirect_stdout(said):
        for source in cells(study, "code"):
            exec(compile(source, "cell", "exec"), variables)
    return variables, said.getvalue()
