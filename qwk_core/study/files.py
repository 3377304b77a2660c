"""A study as files: JSON, and every matrix and table as CSV."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from qwk_core.messages import Message
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.study.checks import find_checks
from qwk_core.study.export import csv_text, json_value, matrix_csv, walkthrough_csv
from qwk_core.study.methods import METHOD_STYLES, bibtex, methods
from qwk_core.study.study import Cutting, Study
from qwk_core.study.words import citation, plain_text, sentence
from qwk_core.walkthrough import Walkthrough

FORMAT = "qwk-study/3"
"""What the JSON of a study calls itself; docs/schema.json describes it."""


def study_json(study: Study) -> str:
    """Return a study as JSON, at full precision; docs/schema.json describes every key.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> content = json.loads(study_json(make_study([[40, 9], [6, 45]])))
    >>> content["n"], content["categories"], content["observed"]
    (100, [0, 1], [[40, 9], [6, 45]])
    >>> sorted(content["interval"])[:3], round(content["schemes"]["linear"]["kappa"], 2)
    (['caution', 'held', 'high'], 0.7)
    """
    walk, pooling = study.walk, study.pooling

    def formatted(message: Message) -> str:
        return plain_text(message, study.decimals)

    content: dict[str, Any] = {
        "format": FORMAT,
        "source": study.source,
        "n": study.n,
        "n_rows": study.n_rows,
        "n_missing": study.n_missing,
        "missing_codes": study.codes,
        "cutting": None if study.cutting is None else _cutting_content(study.cutting),
        "choices": [formatted(choice) for choice in study.choices],
        "categories": walk.categories,
        "observed": walk.observed,
        "actual_totals": walk.actual_totals,
        "predicted_totals": walk.predicted_totals,
        "expected": walk.expected,
        **_scheme_content(walk, study.interval),
        "schemes": {
            scheme: _scheme_content(one, study.intervals[scheme])
            for scheme, one in study.walks.items()
        },
        "groups": [
            {
                "name": name,
                "n": one.n,
                "kappa": one.kappa,
                "undefined_reason": one.undefined_reason,
                "interval": _interval_content(study.group_intervals[name]),
                "observed": one.observed,
            }
            for name, one in study.group_walks.items()
        ],
        "pooling": None if pooling is None else vars(pooling),
        "checks": [
            {"key": one.key, "severity": one.severity, "text": formatted(one.message)}
            for one in find_checks(study)
        ],
        "sentence": formatted(sentence(study)),
        "citation": citation(study),
        "methods": {
            style: " ".join(map(formatted, methods(study, style))) for style in METHOD_STYLES
        },
        "bibtex": bibtex(study),
    }
    return json.dumps(json_value(content), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _cutting_content(cutting: Cutting) -> dict[str, Any]:
    return {
        "way": cutting.way,
        "thresholds": [
            threshold if math.isfinite(threshold) else None for threshold in cutting.thresholds
        ],
        "held_out_kappa": cutting.held_out,
        "folds": cutting.folds,
    }


def _scheme_content(walk: Walkthrough, interval: KappaInterval) -> dict[str, Any]:
    return {
        "scheme": walk.scheme,
        "kappa": walk.kappa,
        "undefined_reason": walk.undefined_reason,
        "interval": _interval_content(interval),
        "weights": walk.weights,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "shares": walk.shares,
        "numerator": walk.numerator,
        "denominator": walk.denominator,
    }


def _interval_content(interval: KappaInterval) -> dict[str, Any]:
    return {
        "low": interval.low,
        "high": interval.high,
        "level": interval.level,
        "method": interval.method,
        "standard_error": interval.standard_error,
        "null_standard_error": interval.null_standard_error,
        "z": interval.z,
        "p_value": interval.p_value,
        "held": interval.held,
        "caution": interval.caution,
    }


def study_csv(study: Study) -> dict[str, str]:
    """Return every matrix and table of a study as CSV, by file name.

    `observed.csv` and `expected.csv`; `weights.csv`, `weighted_observed.csv`,
    `weighted_expected.csv` and `shares.csv` (each cell's part of the numerator) under the scheme
    that is reported; `cells.csv` with all of these, a line for each cell; `kappas.csv` with the
    three schemes; and with groups `groups.csv`, a line for each.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> files = study_csv(make_study([[40, 9], [6, 45]]))
    >>> len(files), files["observed.csv"].splitlines()
    (8, ['actual / predicted,0,1', '0,40,9', '1,6,45'])
    >>> files["kappas.csv"].splitlines()[0]
    'scheme,n,kappa,low,high,level,method,standard_error'
    """
    walk = study.walk
    matrices = {
        "observed": walk.observed,
        "expected": walk.expected,
        "weights": walk.weights,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "shares": walk.shares,
    }
    files = {f"{name}.csv": matrix_csv(one, walk.categories) for name, one in matrices.items()}
    files["cells.csv"] = walkthrough_csv(walk)
    files["kappas.csv"] = _interval_table(
        "scheme", {scheme: (study.n, one) for scheme, one in study.intervals.items()}
    )
    if study.groups:
        files["groups.csv"] = _interval_table(
            "group",
            {name: (study.group_walks[name].n, one) for name, one in study.group_intervals.items()},
        )
    return files


def counts_csv(study: Study) -> str:
    """Return the counts as CSV, a line for each pair of categories that occurs.

    The columns are actual, predicted and count: what "Your data" and the command read again.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> counts_csv(make_study([[40, 0], [6, 45]])).splitlines()
    ['actual,predicted,count', '0,0,40', '1,0,6', '1,1,45']
    """
    categories = study.categories
    rows, columns = np.nonzero(study.observed)
    counts = study.observed[rows, columns].tolist()
    pairs = zip(rows.tolist(), columns.tolist(), counts, strict=True)
    lines = ([categories[row], categories[column], count] for row, column, count in pairs)
    return csv_text([["actual", "predicted", "count"], *lines])


def _interval_table(first: str, intervals: Mapping[str, tuple[int | float, KappaInterval]]) -> str:
    columns = ["kappa", "low", "high", "level", "method", "standard_error"]
    rows = (
        [name, n, *(getattr(interval, column) for column in columns)]
        for name, (n, interval) in intervals.items()
    )
    return csv_text([[first, "n", *columns], *rows])
