"""The papers that a study rests on: as a reader cites them, and in BibTeX."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qwk_core.version import __version__


@dataclass(frozen=True)
class Source:
    """A paper.

    Attributes
    ----------
    key : str
        What BibTeX calls it.
    text : str
        The entry of a list of references, in APA style.
    short : str
        How a sentence cites it.
    fields : tuple of tuple of str
        The fields of BibTeX and their values.
    """

    key: str
    text: str
    short: str
    fields: tuple[tuple[str, str], ...]

    def bibtex(self) -> str:
        """Return the entry in BibTeX."""
        return _entry("article", self.key, self.fields)


_COHEN_WEIGHTED = Source(
    "cohen1968weighted",
    "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for scaled "
    "disagreement or partial credit. Psychological Bulletin, 70(4), 213–220.",
    "Cohen, 1968",
    (
        ("author", "Cohen, Jacob"),
        (
            "title",
            "Weighted kappa: Nominal scale agreement with provision for scaled disagreement "
            "or partial credit",
        ),
        ("journal", "Psychological Bulletin"),
        ("year", "1968"),
        ("volume", "70"),
        ("number", "4"),
        ("pages", "213--220"),
    ),
)
_COHEN = Source(
    "cohen1960coefficient",
    "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and "
    "Psychological Measurement, 20(1), 37–46.",
    "Cohen, 1960",
    (
        ("author", "Cohen, Jacob"),
        ("title", "A coefficient of agreement for nominal scales"),
        ("journal", "Educational and Psychological Measurement"),
        ("year", "1960"),
        ("volume", "20"),
        ("number", "1"),
        ("pages", "37--46"),
    ),
)
MEASURE_SOURCES = {
    "quadratic": _COHEN_WEIGHTED,
    "linear": _COHEN_WEIGHTED,
    "unweighted": _COHEN,
}
INTERVAL_SOURCES = (
    Source(
        "fleiss1969large",
        "Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors of kappa "
        "and weighted kappa. Psychological Bulletin, 72(5), 323–327.",
        "Fleiss et al., 1969",
        (
            ("author", "Fleiss, Joseph L. and Cohen, Jacob and Everitt, Brian S."),
            ("title", "Large sample standard errors of kappa and weighted kappa"),
            ("journal", "Psychological Bulletin"),
            ("year", "1969"),
            ("volume", "72"),
            ("number", "5"),
            ("pages", "323--327"),
        ),
    ),
    Source(
        "lin1989concordance",
        "Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility. "
        "Biometrics, 45(1), 255–268. [Fisher’s transformation of this kappa]",
        "Lin, 1989",
        (
            ("author", "Lin, Lawrence I-Kuei"),
            ("title", "A concordance correlation coefficient to evaluate reproducibility"),
            ("journal", "Biometrics"),
            ("year", "1989"),
            ("volume", "45"),
            ("number", "1"),
            ("pages", "255--268"),
        ),
    ),
    Source(
        "agresti1998approximate",
        "Agresti, A., & Coull, B. A. (1998). Approximate is better than “exact” for interval "
        "estimation of binomial proportions. The American Statistician, 52(2), 119–126. [added "
        "items]",
        "Agresti & Coull, 1998",
        (
            ("author", "Agresti, Alan and Coull, Brent A."),
            (
                "title",
                "Approximate is better than ``exact'' for interval estimation of binomial "
                "proportions",
            ),
            ("journal", "The American Statistician"),
            ("year", "1998"),
            ("volume", "52"),
            ("number", "2"),
            ("pages", "119--126"),
        ),
    ),
)
PROGRAM, NUMPY = f"QWK Explorer {__version__}", f"numpy {np.__version__}"
TOOL = f"{PROGRAM} [computer software], with {NUMPY}."
"""The entry of the program itself."""


def tool_bibtex() -> str:
    """Return the program's own entry in BibTeX.

    Returns
    -------
    str

    Examples
    --------
    >>> tool_bibtex().splitlines()[0]
    '@misc{qwkexplorer,'
    """
    fields = (
        ("title", "{QWK Explorer}"),
        ("version", __version__),
        ("note", f"Computer software, with {NUMPY}"),
    )
    return _entry("misc", "qwkexplorer", fields)


def _entry(kind: str, key: str, fields: tuple[tuple[str, str], ...]) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"]) + "\n"
