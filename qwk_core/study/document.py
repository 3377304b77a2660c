"""A study as JSON: what docs/schema.json describes."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

from qwk_core.messages import Message
from qwk_core.statistics.difference import KappaDifference
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.study.cautions import find_cautions
from qwk_core.study.checklist import checklist
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.export import json_value
from qwk_core.study.methods import METHOD_STYLES, bibtex, methods, ris
from qwk_core.study.raw import raw_agreement
from qwk_core.study.sentences import citation, plain_text, sentence
from qwk_core.study.study import Cutting, Study
from qwk_core.study.two_models import compare_with_reference
from qwk_core.walkthrough import Walkthrough

FORMAT = "qwk-study/4"
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
    >>> from qwk_core.study.study import make_rater_study, make_study
    >>> content = json.loads(study_json(make_study([[40, 9], [6, 45]])))
    >>> content["n"], content["categories"], content["observed"]
    (100, [0, 1], [[40, 9], [6, 45]])
    >>> sorted(content["interval"])[:3], round(content["schemes"]["linear"]["kappa"], 2)
    (['caution', 'degrees_of_freedom', 'held'], 0.7)
    >>> content = json.loads(study_json(make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])))
    >>> content["raters"], round(content["kappa"], 3), content["all_raters"]["pair_counts"][0]
    (['A', 'B', 'C'], 0.538, [3, 3, 3])
    """
    walk, pooling = study.walks.get(study.scheme), study.pooling
    content: dict[str, Any] = {
        "format": FORMAT,
        "source": study.source,
        "raters": study.raters,
        "roles": study.roles,
        "n": study.n,
        "n_rows": study.n_rows,
        "n_missing": study.n_missing,
        "missing_codes": study.codes,
        "cutting": None if study.cutting is None else _cutting_content(study.cutting),
        "choices": [plain_text(choice, study.decimals) for choice in study.remarks],
        "categories": study.categories,
        **_attributes(walk, ("observed", "actual_totals", "predicted_totals", "expected")),
        **_scheme_content(study, study.scheme),
        "schemes": {scheme: _scheme_content(study, scheme) for scheme in study.intervals},
        "reference": None if study.reference is None else study.raters[study.reference],
        "against": _against_content(study),
        "difference": _difference_content(study),
        "groups": [_group_content(name, group) for name, group in study.groups.items()],
        "pooling": None if pooling is None else vars(pooling),
        "all_raters": _raters_content(study),
        **_texts(study),
        "agreement": _agreement_content(study),
        "diagnostic_accuracy": _diagnostic_content(study),
        "bibtex": bibtex(study),
        "ris": ris(study),
    }
    return json.dumps(json_value(content), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _texts(study: Study) -> dict[str, Any]:
    """Return what is said of a study, in English."""

    def formatted(message: Message) -> str:
        return plain_text(message, study.decimals)

    return {
        "checks": [
            {"key": one.key, "severity": one.severity, "text": formatted(one.message)}
            for one in find_cautions(study)
        ],
        "sentence": formatted(sentence(study)),
        "citation": citation(study),
        "methods": {
            style: " ".join(map(formatted, methods(study, style))) for style in METHOD_STYLES
        },
        "details": study.details,
        "checklist": [
            {
                "number": item.number,
                "item": formatted(item.text),
                "where": formatted(item.where),
                "answered": item.answered,
            }
            for item in checklist(study)
        ],
    }


def _cutting_content(cutting: Cutting) -> dict[str, Any]:
    return {
        "way": cutting.way,
        "thresholds": [
            threshold if math.isfinite(threshold) else None for threshold in cutting.thresholds
        ],
        "held_out_kappa": cutting.held_out,
        "folds": cutting.folds,
    }


def _attributes(walk: Walkthrough | None, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: None if walk is None else getattr(walk, name) for name in names}


def _scheme_content(study: Study, scheme: str) -> dict[str, Any]:
    walk, interval = study.walks.get(scheme), study.intervals[scheme]
    matrices = ("weights", "weighted_observed", "weighted_expected", "shares")
    return {
        "scheme": scheme,
        "kappa": interval.kappa,
        "undefined_reason": study.undefined_reason if walk is None else walk.undefined_reason,
        "interval": _pair_interval_content(study, interval, scheme),
        **_attributes(walk, (*matrices, "numerator", "denominator")),
    }


_ENDS = ("low", "high", "level")
_DRAWN = ("method", "standard_error", "n_draws", "n_undefined", "caution")


def _sure_content(
    found: KappaInterval | KappaDifference, *more: str, **settings: object
) -> dict[str, Any]:
    """Return what every interval has, and more of it by name."""
    content = {name: getattr(found, name) for name in (*_ENDS, *more)}
    return content | settings | {"degrees_of_freedom": found.df or None}


def _interval_content(interval: KappaInterval, seed: int, *more: str) -> dict[str, Any]:
    return _sure_content(interval, *_DRAWN, *more, seed=seed if interval.n_draws else None)


def _pair_interval_content(study: Study, interval: KappaInterval, scheme: str) -> dict[str, Any]:
    tests = ("null_standard_error", "z", "p_value", "held")
    return _interval_content(interval, study.choice.seed, *tests) | {
        "independent_items": study.effective.get(scheme),
        "standard_errors": {
            "formula": interval.formula_standard_error,
            "null": interval.null_standard_error,
            "interval": interval.standard_error,
        },
    }


def _difference_content(study: Study) -> dict[str, Any] | None:
    compared = compare_with_reference(study)
    if compared is None:
        return None
    found = compared.difference
    return {
        "first": compared.names[1],
        "second": compared.names[2],
        "n": found.n,
        "kappas": [found.first.kappa, found.second.kappa],
        "difference": found.difference,
        **_sure_content(found),
        "caution": found.caution,
    }


def _part_content(name: str, part: Study) -> dict[str, Any]:
    """Return what is said of the kappa of a group, or of a rater with the truth."""
    return {
        "name": name,
        "n": part.n,
        "kappa": part.kappa,
        "undefined_reason": part.undefined_reason,
        "interval": _pair_interval_content(part, part.interval, part.scheme),
    }


def _against_content(study: Study) -> list[dict[str, Any]]:
    return [
        _part_content(name, one) | {"agreement": _agreement_content(one)}
        for name, one in study.against.items()
    ]


def _group_content(name: str, group: Study) -> dict[str, Any]:
    return {
        **_part_content(name, group),
        **_attributes(group.walks.get(group.scheme), ("observed",)),
        "all_raters": _raters_content(group),
        "against": _against_content(group),
    }


def _agreement_content(study: Study) -> dict[str, Any]:
    raw = raw_agreement(study)
    return asdict(raw) | {"degrees_of_freedom": raw.degrees_of_freedom or None}


def _diagnostic_content(study: Study) -> list[dict[str, Any]]:
    return [
        {"name": name, "positive": one.positive}
        | {of: asdict(share) for of, share in one.shares.items()}
        | {"level": study.level, "method": one.method, "caution": one.caution}
        for name, one in diagnostics(study).items()
    ]


def _raters_content(study: Study) -> dict[str, Any] | None:
    """Return what there is where each rater's ratings are known: every pair, every coefficient."""
    if study.agreement is None:
        return None
    agreement, intervals = study.agreement, study.coefficient_intervals
    return {
        "n_ratings": agreement.n_ratings,
        "pairs": agreement.pairs,
        "pair_counts": agreement.pair_counts,
        **agreement.coefficients,
        "undefined_reasons": {name: agreement.reasons.get(name) for name in intervals},
        "intervals": {
            name: _interval_content(one, study.choice.seed, "group_size")
            for name, one in intervals.items()
        },
        "raters_summary": [asdict(one) for one in agreement.raters_summary],
    }
