"""How far more than two raters agree: who agrees with whom, and all of them together."""

from qwk_core.statistics.raters.agreement import (
    RaterAgreement,
    agreement_of,
    rater_agreement,
)
from qwk_core.statistics.raters.characters import ERRATIC, LENIENT, SEVERE, Limits, limits
from qwk_core.statistics.raters.coefficients import COEFFICIENTS
from qwk_core.statistics.raters.order import by_similarity
from qwk_core.statistics.raters.summaries import RaterSummary, scale_numbers
from qwk_core.statistics.raters.table import MAX_RATERS

__all__ = [
    "COEFFICIENTS",
    "ERRATIC",
    "LENIENT",
    "MAX_RATERS",
    "SEVERE",
    "Limits",
    "RaterAgreement",
    "RaterSummary",
    "agreement_of",
    "by_similarity",
    "limits",
    "rater_agreement",
    "scale_numbers",
]
