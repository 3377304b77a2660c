"""The papers that a study rests on: as a reader cites them, and in BibTeX."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qwk_core.messages import N_
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
    kind : str
        What it is, as BibTeX says it.
    """

    key: str
    text: str
    short: str
    fields: tuple[tuple[str, str], ...]
    kind: str = "article"

    def bibtex(self) -> str:
        """Return the entry in BibTeX."""
        doi = (("doi", self.doi),) if self.doi else ()
        return _entry(self.kind, self.key, (*self.fields, *doi))

    @property
    def entry(self) -> str:
        """The entry of a list of references, with its address for good."""
        return f"{self.text} https://doi.org/{self.doi}" if self.doi else self.text

    def ris(self) -> str:
        """Return the entry in RIS."""
        return _ris("JOUR" if self.kind == "article" else "BOOK", (*self.fields, ("doi", self.doi)))

    @property
    def doi(self) -> str:
        """Its address for good; empty where it has none."""
        return _DOIS.get(self.key, "")


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
_FLEISS_1969 = Source(
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
)
_LIN_1989 = Source(
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
)
_AGRESTI_1998 = Source(
    "agresti1998approximate",
    "Agresti, A., & Coull, B. A. (1998). Approximate is better than “exact” for interval "
    "estimation of binomial proportions. The American Statistician, 52(2), 119–126. [added "
    "items]",
    "Agresti & Coull, 1998",
    (
        ("author", "Agresti, Alan and Coull, Brent A."),
        (
            "title",
            "Approximate is better than ``exact'' for interval estimation of binomial proportions",
        ),
        ("journal", "The American Statistician"),
        ("year", "1998"),
        ("volume", "52"),
        ("number", "2"),
        ("pages", "119--126"),
    ),
)
COEFFICIENT_SOURCES = {
    "conger": Source(
        "conger1980integration",
        "Conger, A. J. (1980). Integration and generalization of kappas for multiple raters. "
        "Psychological Bulletin, 88(2), 322–328.",
        "Conger, 1980",
        (
            ("author", "Conger, Anthony J."),
            (
                "title",
                "Integration and generalization of kappas for multiple raters",
            ),
            ("journal", "Psychological Bulletin"),
            ("year", "1980"),
            ("volume", "88"),
            ("number", "2"),
            ("pages", "322--328"),
        ),
    ),
    "light": Source(
        "light1971measures",
        "Light, R. J. (1971). Measures of response agreement for qualitative data: Some "
        "generalizations and alternatives. Psychological Bulletin, 76(5), 365–377.",
        "Light, 1971",
        (
            ("author", "Light, Richard J."),
            (
                "title",
                "Measures of response agreement for qualitative data: Some generalizations and "
                "alternatives",
            ),
            ("journal", "Psychological Bulletin"),
            ("year", "1971"),
            ("volume", "76"),
            ("number", "5"),
            ("pages", "365--377"),
        ),
    ),
    "fleiss": Source(
        "fleiss1971measuring",
        "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological "
        "Bulletin, 76(5), 378–382.",
        "Fleiss, 1971",
        (
            ("author", "Fleiss, Joseph L."),
            (
                "title",
                "Measuring nominal scale agreement among many raters",
            ),
            ("journal", "Psychological Bulletin"),
            ("year", "1971"),
            ("volume", "76"),
            ("number", "5"),
            ("pages", "378--382"),
        ),
    ),
    "alpha": Source(
        "krippendorff2013content",
        "Krippendorff, K. (2013). Content analysis: An introduction to its methodology (3rd ed.). "
        "Sage.",
        "Krippendorff, 2013",
        (
            ("author", "Krippendorff, Klaus"),
            ("title", "Content analysis: An introduction to its methodology"),
            ("publisher", "Sage"),
            ("edition", "3"),
            ("year", "2013"),
        ),
        "book",
    ),
    "ac2": Source(
        "gwet2014handbook",
        "Gwet, K. L. (2014). Handbook of inter-rater reliability (4th ed.). Advanced Analytics.",
        "Gwet, 2014",
        (
            ("author", "Gwet, Kilem L."),
            ("title", "Handbook of inter-rater reliability"),
            ("publisher", "Advanced Analytics"),
            ("edition", "4"),
            ("year", "2014"),
        ),
        "book",
    ),
}
"""What to cite for a coefficient of many raters, by its name."""
_EFRON_1993 = Source(
    "efron1993introduction",
    "Efron, B., & Tibshirani, R. J. (1993). An introduction to the bootstrap. Chapman & Hall. "
    "[chapter 11: the jackknife]",
    "Efron & Tibshirani, 1993",
    (
        ("author", "Efron, Bradley and Tibshirani, Robert J."),
        ("title", "An introduction to the bootstrap"),
        ("publisher", "Chapman \\& Hall"),
        ("year", "1993"),
    ),
    "book",
)
_EFRON_1987 = Source(
    "efron1987better",
    "Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American Statistical "
    "Association, 82(397), 171–185.",
    "Efron, 1987",
    (
        ("author", "Efron, Bradley"),
        ("title", "Better bootstrap confidence intervals"),
        ("journal", "Journal of the American Statistical Association"),
        ("year", "1987"),
        ("volume", "82"),
        ("number", "397"),
        ("pages", "171--185"),
    ),
)
_FIELD_2007 = Source(
    "field2007bootstrapping",
    "Field, C. A., & Welsh, A. H. (2007). Bootstrapping clustered data. Journal of the Royal "
    "Statistical Society: Series B, 69(3), 369–390.",
    "Field & Welsh, 2007",
    (
        ("author", "Field, Christopher A. and Welsh, Alan H."),
        ("title", "Bootstrapping clustered data"),
        ("journal", "Journal of the Royal Statistical Society: Series B"),
        ("year", "2007"),
        ("volume", "69"),
        ("number", "3"),
        ("pages", "369--390"),
    ),
)
INTERVAL_SOURCES = {
    "smoothed": (_FLEISS_1969, _LIN_1989, _AGRESTI_1998),
    "formula": (_FLEISS_1969,),
    "bootstrap": (_EFRON_1993,),
    "bca": (_EFRON_1987,),
    "jackknife": (_EFRON_1993, _LIN_1989),
    "cluster": (_FIELD_2007,),
    "fisher": (_EFRON_1993,),
}
"""What to cite for an interval, by the name of its method."""
_DOIS = {
    "cohen1968weighted": "10.1037/h0026256",
    "cohen1960coefficient": "10.1177/001316446002000104",
    "fleiss1969large": "10.1037/h0028106",
    "lin1989concordance": "10.2307/2532051",
    "agresti1998approximate": "10.1080/00031305.1998.10480550",
    "conger1980integration": "10.1037/0033-2909.88.2.322",
    "light1971measures": "10.1037/h0031643",
    "fleiss1971measuring": "10.1037/h0031619",
    "efron1987better": "10.1080/01621459.1987.10478410",
    "field2007bootstrapping": "10.1111/j.1467-9868.2007.00593.x",
}
PROGRAM, NUMPY = f"QWK Explorer {__version__}", f"numpy {np.__version__}"
AUTHOR, YEAR = "QWK Explorer contributors", "2026"
"""Who made the program, and when, as CITATION.cff says it."""
NO_ADDRESS = N_("[address of the program]")
"""What stands in place of the program's address where nobody said it."""


def tool_text(address: str) -> str:
    """Return the program's own entry of a list of references.

    Parameters
    ----------
    address : str
        Where the program is; or `NO_ADDRESS`.

    Returns
    -------
    str

    Examples
    --------
    >>> tool_text("https://example.org").split(". ")[0]
    'QWK Explorer contributors (2026)'
    """
    return f"{AUTHOR} ({YEAR}). {PROGRAM} [Computer software], with {NUMPY}. {address}"


def tool_bibtex(address: str) -> str:
    """Return the program's own entry in BibTeX.

    Parameters
    ----------
    address : str
        Where the program is.

    Returns
    -------
    str

    Examples
    --------
    >>> tool_bibtex("https://example.org").splitlines()[:2]
    ['@misc{qwkexplorer,', '  author = {{QWK Explorer contributors}},']
    """
    return _entry("misc", "qwkexplorer", _tool_fields("{%s}", "{QWK Explorer}", address))


def tool_ris(address: str) -> str:
    """Return the program's own entry in RIS.

    Parameters
    ----------
    address : str
        Where the program is.

    Returns
    -------
    str

    Examples
    --------
    >>> tool_ris("https://example.org").splitlines()[:2]
    ['TY  - COMP', 'AU  - QWK Explorer contributors']
    """
    return _ris("COMP", _tool_fields("%s", "QWK Explorer", address))


def _tool_fields(author: str, title: str, address: str) -> tuple[tuple[str, str], ...]:
    return (
        ("author", author % AUTHOR),
        ("title", title),
        ("version", __version__),
        ("year", YEAR),
        ("note", f"Computer software, with {NUMPY}"),
        ("url", address),
    )


# What RIS calls the fields of BibTeX.
_RIS = {
    "title": "TI",
    "journal": "JO",
    "publisher": "PB",
    "edition": "ET",
    "version": "ET",
    "volume": "VL",
    "number": "IS",
    "year": "PY",
    "note": "N1",
    "url": "UR",
    "doi": "DO",
}


def _ris(kind: str, fields: tuple[tuple[str, str], ...]) -> str:
    lines = [f"TY  - {kind}"]
    for name, value in fields:
        text = value.replace("\\&", "&").replace("``", "“").replace("''", "”")
        if name == "author":
            lines += [f"AU  - {one}" for one in text.split(" and ")]
        elif name == "pages":
            first, _, last = text.partition("--")
            lines += [f"SP  - {first}", f"EP  - {last}"]
        elif text:
            lines.append(f"{_RIS[name]}  - {text}")
    return "\n".join([*lines, "ER  - "]) + "\n"


def _entry(kind: str, key: str, fields: tuple[tuple[str, str], ...]) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"]) + "\n"
