"""Tables of many raters that several tests share."""

import numpy as np
from hypothesis import strategies as st


def table(text):
    """Rows, one an item, from one string a rater; a dot is a missing rating."""
    raters = [[None if c == "." else int(c) for c in rater] for rater in text.split()]
    return [list(row) for row in zip(*raters, strict=True)]


# R irr 0.84.1, data(anxiety)
ANXIETY = table("33345523522615221243 36462424332333221334 21443216111233113322")
# irrCAC (R and Python), raw4raters: Gwet, Handbook of Inter-Rater Reliability, table 2.10
RAW4 = table("123321412... 1233224125.. .33323422513 12332441251.")
# irrCAC, raw5observers
RAW5 = table("112.001122.0131 1130000.2110231 203000222100221 .13....0.10022. 2..0001.2....31")
# Zapf et al. (2016), BMC Medical Research Methodology 16:93, additional file
ZAPF = table(
    "51515114345514544155115541555245331545151544331541 "
    "51535115345414455155115551555344331555151552331551 "
    "41535124345414554155144441454234341444152543331541 "
    "51535115355415555155115541555545341554151553311541"
)
# Wikipedia, "Krippendorff's alpha", the worked example
WIKIPEDIA = table(".....34121133.3 1.213343....... ..21344.21133.4")


def seeded_table():
    generator = np.random.default_rng(1980)
    truth = generator.integers(0, 5, 40)[:, np.newaxis]
    ratings = np.clip(truth + generator.integers(-1, 2, (40, 4)), 0, 4).astype(float)
    ratings[generator.random(ratings.shape) < 0.25] = np.nan
    return ratings


@st.composite
def tables_with_gaps(draw, most_raters=5, most_items=8):
    """Positions on a scale of q categories, with gaps; lopsided ones and empty rows included."""
    q = draw(st.integers(1, 4))
    n_raters = draw(st.integers(2, most_raters))
    rating = st.one_of(st.none(), *[st.integers(0, q - 1)] * 3)
    row = st.lists(rating, min_size=n_raters, max_size=n_raters)
    rows = st.lists(row, min_size=1, max_size=most_items)
    return q, draw(rows.filter(lambda rows: any(x is not None for row in rows for x in row)))
