"""Words without a translation: sources, names of programs, names in files."""

from streamlit.testing.v1 import AppTest

from qwk_core.statistics.scales import READING_SCALES
from qwk_core.study import references
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.pseudo import CODE, texts, words_left
from tests.core.beside import beside

WORDS = beside(__file__, "spoken.toml")
SOURCES = [
    *references.MEASURE_SOURCES.values(),
    *references.COEFFICIENT_SOURCES.values(),
    *(source for each in references.INTERVAL_SOURCES.values() for source in each),
]
CITED = [
    *(source.entry for source in SOURCES),
    references.program(references.NO_ADDRESS).text,
    *(source.short for source in SOURCES),
    *(text for scale in READING_SCALES for text in (scale.source, scale.name)),
    *(references.PROGRAM, references.NUMPY, "BibTeX", "RIS", "GRRAS"),
    *WORDS["errors"],
]
NAMES = {*WORDS["names"].split(), *(rater for each in RATER_EXAMPLES for rater in each.raters)}


def unspoken_in(text: str, *, formula: bool = False) -> set[str]:
    """Return the words of a text that are not translated, and not quoted from a source."""
    for cited in CITED:
        text = text.replace(cited, "")
    return set(words_left(text, formula=formula)) - NAMES


def unspoken(app: AppTest) -> list[tuple[str, str]]:
    """Return the texts of the page that are not translated."""
    found = []
    for where, text in texts(app):
        if where.startswith("code.") and not where.endswith("prose"):
            continue
        if where == "selectbox.options" and text in ("en", CODE):  # readers do not see it
            continue
        formula = where.startswith("latex")
        sentence = text if formula else text.replace("\\", "").replace("\u2060", "")
        if unspoken_in(sentence, formula=formula):
            found.append((where, text))
    return found
