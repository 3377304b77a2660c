"""How does a matrix become a DataFrame of pandas? The categories are its labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwk_core.errors import RatingsError, shown
from qwk_core.pictures.panel import VIEWS
from qwk_core.walkthrough import Walkthrough

if TYPE_CHECKING:
    import pandas as pd


def to_frame(walk: Walkthrough, name: str = "observed") -> pd.DataFrame:
    """Return one matrix of a walkthrough as a labelled DataFrame of pandas.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.
    name : str, default "observed"
        ``"observed"``, ``"weights"``, ``"expected"``, ``"weighted_observed"`` or
        ``"weighted_expected"``.

    Returns
    -------
    pandas.DataFrame, shape (N, N)
        The categories are its index, named "actual", and its columns, named "predicted".

    Raises
    ------
    RatingsError
        If there is no matrix of this name.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> frame = walk_through([1, 2, 2], [1, 2, 1]).to_frame("observed")
    >>> frame.loc[2].to_dict(), frame.index.name, frame.columns.name
    ({1: 1, 2: 1}, 'actual', 'predicted')
    """
    if name not in VIEWS:
        raise RatingsError(
            "There is no matrix {name}. The matrices are: {names}.",
            name=shown(name),
            names=", ".join(map(shown, VIEWS)),
        )
    import pandas as pd  # only where somebody asks for a DataFrame

    labels = list(walk.categories)
    return pd.DataFrame(
        getattr(walk, name).copy(),
        index=pd.Index(labels, name="actual"),
        columns=pd.Index(labels, name="predicted"),
    )
