"""Reading scales: each band's ends as the source prints them."""

import math

import pytest

from qwk_core.statistics.scales import READING_SCALES

SCALES = {scale.key: scale for scale in READING_SCALES}


@pytest.mark.parametrize("scale", READING_SCALES, ids=lambda scale: scale.key)
def test_bands_cover_everything_without_a_gap(scale):
    assert scale.bands[0].low == -1
    assert scale.bands[-1].high == 1
    for below, above in zip(scale.bands, scale.bands[1:], strict=False):
        assert below.low < below.high == above.low
    for hundredths in range(-100, 101):
        kappa = hundredths / 100
        band = scale.band(kappa)
        assert band.low <= kappa <= band.high
    assert scale.band(math.nan) is None


def test_order_and_names():
    assert " ".join(SCALES) == "landis-koch fleiss altman cicchetti mchugh essay-scoring"
    assert all(scale.name and scale.source.endswith(".") for scale in READING_SCALES)


@pytest.mark.parametrize(
    ("key", "ends"),
    [
        # Landis & Koch (1977), p. 165: < 0, 0–.20, .21–.40, .41–.60, .61–.80, .81–1
        (
            "landis-koch",
            "-.01 poor, 0 slight, .20 slight, .21 fair, .40 fair, .41 moderate, .60 moderate, "
            ".61 substantial, .80 substantial, .81 almost perfect, 1 almost perfect",
        ),
        # Fleiss (1981), p. 218: < .40, .40–.75, > .75
        ("fleiss", ".39 poor, .40 fair to good, .75 fair to good, .76 excellent"),
        # Altman (1991), p. 404: < .20, .21–.40, .41–.60, .61–.80, .81–1
        ("altman", ".20 poor, .21 fair, .41 moderate, .61 good, .80 good, .81 very good"),
        # Cicchetti (1994), p. 286: < .40, .40–.59, .60–.74, .75–1
        ("cicchetti", ".39 poor, .40 fair, .59 fair, .60 good, .74 good, .75 excellent"),
        # McHugh (2012), table 3: 0–.20, .21–.39, .40–.59, .60–.79, .80–.90, > .90
        (
            "mchugh",
            "-1 none, .20 none, .21 minimal, .39 minimal, .40 weak, .59 weak, .60 moderate, "
            ".79 moderate, .80 strong, .90 strong, .91 almost perfect",
        ),
        ("essay-scoring", ".69 below the threshold, .70 acceptable"),
    ],
)
def test_ends_of_the_bands(key, ends):
    for end in ends.split(", "):
        kappa, _, label = end.partition(" ")
        assert SCALES[key].band(float(kappa)).label == label


@pytest.mark.parametrize(
    ("kappa", "label"),
    [(-0.004, "slight"), (-0.006, "poor"), (0.204, "slight"), (0.206, "fair"), (-1, "poor")],
)
def test_kappa_is_rounded_as_the_source_prints(kappa, label):
    assert SCALES["landis-koch"].band(kappa).label == label


def test_kappa_below_minus_1_reads_as_the_lowest_band():
    # Weights of one's own can take it there.
    assert SCALES["landis-koch"].band(-1.5).label == "poor"
