"""What do the labels mean? Which are one, which are missing ratings, and in which order they stand.

>>> from qwk_core.files.labelled import LabelCounts
>>> from qwk_core.files.layouts import Layout
>>> counts = LabelCounts({("", "1", "2"): 3, ("", "2", "2"): 2, ("", "1", "-99"): 1})
>>> reading = understood(Structure(Layout("text")), counts)
>>> reading.categories, reading.missing, reading.table.observed.tolist()
((1, 2), {'-99': 1}, [[0, 3], [0, 2]])
"""

from __future__ import annotations

import csv
import difflib
import itertools
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files import questions as ask
from qwk_core.files.answers import JOINED, NOTHING_SAID, Answers, Question
from qwk_core.files.dependent import pair_of, table_of_items
from qwk_core.files.labelled import LabelCounts, Labelled, LabelTable, place_of
from qwk_core.files.labels import category_of, is_number, is_whole, kept_spellings, label_of
from qwk_core.files.missing import Codes, find_codes
from qwk_core.files.order import is_alphabetical, propose_order
from qwk_core.files.remarks import about_spellings
from qwk_core.files.stated_order import roman
from qwk_core.files.structure import Structure
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category, check_size, read_categories
from qwk_core.statistics.rating_table import Exclusion, Table

MOST_GROUPS = 1_000
"""The most groups that are told apart."""

_MISSING = N_("Counted as missing: {codes}.")
_MOST_TWICE = 0.2  # of the ratings: more are no slips
_BETTER = 0.2  # is the kappa without zeros that are no ratings
_FEWEST_ZEROS = 5  # items, of which one rater said 0, and the other more than 1
_FEWEST_STEPS = 3  # of a scale beside 0
_MOST_STEPS = 20
_GAP = 3  # steps that no scale of whole numbers leaves out beside its end
_ALIKE = 0.85  # of two spellings' letters
_MOST_BEYOND = 0.05  # of the predictions: more show that the scale is wider than the ratings
_RARE = 0.2  # of how often the right spelling comes
_FRAMED = re.compile(r"(\D*?)(\d{1,3})(\D.*?|)s?")  # Score: 4/5, LABEL_3, 2 stars
_WORDS = re.compile(r"[^\W\d_]{3}|/\d")
_SIGNS = "+-−–*<>≥≤"  # which mean something: B+ and B are two
_SHORTEST = 5  # letters: shorter words that are alike are different ones


@dataclass(frozen=True)
class Reading:
    """A file that was read, as far as no question is open.

    Attributes
    ----------
    structure : Structure
    table : RatingTable, PairCounts or None
        The ratings; None while a question is open.
    categories : tuple of int or str
        The scale from lowest to highest; empty while a question is open.
    missing : dict of str to int
        The codes that were taken for missing ratings, and how many ratings each of them was.
    remarks : tuple of Message
        What was recognised, a sentence each.
    questions : tuple of Question
        What is open.
    answers : Answers
        What had been answers.
    """

    structure: Structure
    table: Table | None = None
    categories: tuple[Category, ...] = ()
    missing: Mapping[str, int | float] = field(default_factory=dict)
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: Answers = field(default_factory=Answers)


def understood(
    structure: Structure, labelled: Labelled | None, answers: Answers = NOTHING_SAID
) -> Reading:
    """Return what was read once its labels are understood, or what has to be answered first.

    Which labels are one, which are missing ratings, and how the others are ordered, is decided
    here. Where predictions were scores, they may lie beyond the scale, which the actual ratings
    tell: rounded, they go to its nearest end.

    Parameters
    ----------
    structure : Structure
        What `recognise` found.
    labelled : LabelCounts or LabelTable, or None
        What `labels_of` read; None while a question about the structure is open.
    answers : Answers
        What a person said.

    Returns
    -------
    Reading

    Raises
    ------
    RatingsError
        If no rating is left, or a scale that was said misses a label.
    """
    if labelled is None:
        return Reading(
            structure, remarks=structure.remarks, questions=structure.questions, answers=answers
        )
    if structure.counts is not None and answers.weight:
        raise RatingsError("--weights needs the ratings of each item, not counts.")
    if structure.counts is not None and answers.cluster:
        raise RatingsError("--cluster needs the ratings of each item, not counts.")
    if structure.shape == JOINED and (answers.weight or answers.cluster):
        raise RatingsError(
            "--weights and --cluster are for one file: of two, ids and ratings alone are read. Put "
            "both ratings into one table, a row for each item, with its weight or its cluster."
        )
    labelled, remarks = _one_spelling(labelled, answers)
    if structure.counts is not None:
        return _of_counts(structure, labelled, answers, (*structure.remarks, *remarks))
    totals = labelled.totals()
    codes = labelled.codes if isinstance(labelled, LabelCounts) else None
    codes = (codes or find_codes(totals)) + Codes((), _zeros(labelled.pooled()))
    taken, about_missing, questions = find_missing(totals, answers, codes)
    if words := labelled.tidied.words:
        listed = ", ".join(f"{word} ({n})" for word, n in words)
        about_missing.append(Message(_MISSING, {"codes": listed}))
    labelled = labelled.renamed(dict.fromkeys(taken))
    n_twice = labelled.tidied.n_twice
    if n_twice and answers.duplicates is None:
        few = n_twice <= _MOST_TWICE * sum(totals.values())
        questions.insert(0, ask.which_rating_is_kept(labelled.tidied, answers, few=few))
    clip = structure.scores and answers.conversion is not None
    categories = tuple(answers.categories or ())
    if not (questions or categories):
        # A label that only met missing ratings is one of the scale's all the same.
        given = [label for label in totals if label not in taken] if labelled.totals() else []
        if clip and isinstance(labelled, LabelCounts):
            given = [actual for _, actual, _ in labelled.pairs]
        categories, about_order, questions = _scale_of(labelled, given, answers)
        about_missing += about_order
        if clip and not questions and (beyond := _beyond(labelled, categories, asked=True)):
            question = ask.where_does_it_end(categories, beyond, answers)
            few = sum(beyond.values()) <= _MOST_BEYOND * sum(totals.values()) / 2
            questions = [replace(question, proposed=few)]
    if clip and not questions and (beyond := _beyond(labelled, categories)):
        text = N_("Predictions beyond the scale, which went to its nearest end: {n}.")
        about_missing.append(Exclusion(text, {"n": sum(beyond.values())}))
    return Reading(
        structure,
        None if questions else table_of(labelled, categories, answers, clip=clip),
        () if questions else categories,
        taken,
        (*structure.remarks, *remarks, *_about_rows(labelled, answers), *about_missing),
        tuple(questions),
        answers,
    )


def _beyond(
    labelled: Labelled, scale: Sequence[Category], *, asked: bool = False
) -> dict[int, int | float]:
    """Return the predicted whole numbers beyond the ends of a scale, and how many there are.

    A scale without negative numbers is not `asked` to have some: a model may predict −1.
    """
    ends = [one for one in (scale[0], scale[-1]) if isinstance(one, int)]
    beyond: dict[int, int | float] = {}
    if isinstance(labelled, LabelCounts) and len(ends) == 2:
        for (_, _, label), n in labelled.pairs.items():
            no_step = asked and label.startswith("-") and min(ends) >= 0
            if is_whole(label) and not (no_step or min(ends) <= int(label) <= max(ends)):
                beyond[int(label)] = beyond.get(int(label), 0) + n
    return beyond


def _of_counts(
    structure: Structure, labelled: Labelled, answers: Answers, remarks: tuple[Message, ...]
) -> Reading:
    """Return what a table of counts says; ask where its order may be that of the alphabet."""
    assert structure.counts is not None, "it is a table of counts"
    scale = tuple(category_of(label_of(label)) for label in structure.counts.labels)
    names = tuple(answers.categories or ())
    if not names and len(scale) > 2 and answers.order_matters:
        names, asked = _order_of_counts(scale, answers)
        if asked is not None:
            return Reading(structure, remarks=remarks, questions=(asked,), answers=answers)
    names = names or scale
    table = table_of(labelled, names, answers)
    return Reading(structure, table, names, {}, remarks, answers=answers)


def _order_of_counts(
    scale: tuple[Category, ...], answers: Answers
) -> tuple[tuple[Category, ...], Question | None]:
    """Return the order of the categories of a table of counts, or the question which it is.

    Programs that count sort words by the alphabet.
    """
    labels = [*map(str, scale)]
    order = propose_order(labels)
    if all(map(is_number, labels)):
        return tuple(sorted(scale, key=float)), None
    sorted_words = is_alphabetical(labels) and max(map(len, labels)) > 1
    if not (order.contradicts(labels) or (sorted_words and not order.ordered)):
        return scale, None
    others = tuple(dict.fromkeys((*order.others, scale)))
    return (), ask.which_order(replace(order, others=others), (), (), answers)


def _scale_of(
    labelled: Labelled, given: Sequence[str], answers: Answers
) -> tuple[tuple[Category, ...], list[Message], list[Question]]:
    """Return the order of the labels that were given, what is said of it, and what is asked."""
    if not given and isinstance(labelled, LabelTable):
        raise RatingsError("Ratings: every cell is empty; give at least one rating.")
    order = propose_order(given, declared=(*labelled.orders, ())[0])
    unclear = answers.order_matters and (len(labelled.orders) > 1 or not order.certain)
    alike = likely_typos(labelled.totals())
    if unclear or any(itertools.starmap(_are_spelled_alike, alike)):
        return (), [], [ask.which_order(order, labelled.orders, alike, answers)]
    if not answers.order_matters or all(isinstance(one, int) for one in order.categories):
        return order.categories, [], []
    text = N_("Categories, from lowest to highest: {categories}.")
    values = {"categories": shown_categories(order.categories)}
    return order.categories, [Message(text, values)], []


def table_of(
    labelled: Labelled, categories: Sequence[Category], answers: Answers, *, clip: bool = False
) -> Table:
    """Return ratings on a scale.

    Parameters
    ----------
    labelled : LabelCounts or LabelTable
        Ratings as a file spells them.
    categories : sequence of int or str
        The scale from lowest to highest.
    answers : Answers
        What its marks say: groups, clusters, survey weights.
    clip : bool
        Whether numbers beyond the ends of the scale go to its ends.

    Returns
    -------
    RatingTable or PairCounts

    Raises
    ------
    RatingsError
        If the scale misses a label, or there are too many groups.
    """
    scale = read_categories(categories)
    names = tuple(scale)
    check_size(len(scale))
    if isinstance(labelled, LabelTable):
        places = {str(category): place for place, category in enumerate(scale)}
        become = [place_of(label, places, scale, clip) for label in labelled.labels[1:]]
        positions = np.array([-1, *become], dtype=np.int16)[labelled.codes]
        marks, apart = labelled.marks, answers.apart
        return table_of_items(positions, names, labelled.raters, marks, apart)
    n_groups = len(labelled.by_part()) if "group" in answers.apart else 0
    if n_groups > MOST_GROUPS:
        raise RatingsError(
            "The group column {column} has {n} different values, and {most} is the most that "
            "can be compared: choose another, or none.",
            column=answers.group,
            n=n_groups,
            most=MOST_GROUPS,
        )
    return pair_of(labelled, scale, [*answers.apart], clip=clip)


def _one_spelling(labelled: Labelled, answers: Answers) -> tuple[Labelled, list[Message]]:
    """Make one what a person said is one, and what differs by capitals or blanks alone."""
    remarks = []
    if answers.same:
        labelled = labelled.renamed(dict(answers.same))
        values = ", ".join(f"{shown(one)} = {shown(kept)}" for one, kept in answers.same)
        remarks.append(Message(N_("Made one by hand: {labels}."), {"labels": values}))
    kept = {**kept_spellings(labelled.totals()), **_numbers_in(labelled.sides())}
    remarks += about_spellings(kept.values())
    return labelled.renamed(dict(kept)), remarks


def _numbers_in(sides: Sequence[Collection[str]]) -> dict[str, str]:
    """Return the numbers of labels with the same words around them, if others wrote these alone.

    Of 1, 2, 3 and LABEL_1, LABEL_2 the second rater's labels are 1 and 2.
    """
    plain = {label for labels in sides if all(map(is_number, labels)) for label in labels}
    made: dict[str, str] = {}
    for labels in sides:
        found = [one for one in map(_FRAMED.fullmatch, labels) if one]
        frames = {(one[1], one[3]) for one in found}
        if len(frames) == 1 and len(found) == len(labels) > 1 and _WORDS.search(str(frames)):
            made |= {one[0]: one[2] for one in found}
    fits = 2 * len(plain & {*made.values()}) >= len(made)
    return made if fits and plain | made.keys() == {*itertools.chain(*sides)} else {}


def _about_rows(labelled: Labelled, answers: Answers) -> list[Message]:
    """Say what became of rows that say a rating again, or name no item."""
    tidied = labelled.tidied
    remarks = about_spellings(tidied.spelled)
    if tidied.unnamed:
        text = N_("Left out: {n} ratings, as their rows name no item or no rater.")
        remarks.append(Exclusion(text, {"n": tidied.unnamed}))
    if tidied.blank:
        text = N_("Rows without any rating, not counted as items: {n}.")
        remarks.append(Exclusion(text, {"n": tidied.blank}))
    if tidied.merged:
        text = N_("Ratings that came twice, alike, and count once: {n}.")
        remarks.append(Message(text, {"n": tidied.merged}))
    if tidied.n_twice and answers.duplicates is not None:
        text = (
            N_("Where one rater gave an item different ratings, they were left out ({n}).")
            if answers.duplicates == "drop"
            else N_(
                "Where one rater gave an item different ratings, the first counts, by "
                "the order of rows ({n})."
            )
        )
        remarks.append(Exclusion(text, {"n": tidied.n_twice}))
    return remarks


def likely_typos(totals: Mapping[str, int | float]) -> tuple[tuple[str, str], ...]:
    """Return labels that may be misspelled: the rarer one, and what it is like.

    They are offered to a person, and never made one without asking. A slip is rare, and happens
    once: what comes often, or tells two other labels apart as well, is a word.

    Parameters
    ----------
    totals : mapping of str to number
        How often each label occurs.

    Returns
    -------
    tuple of (str, str)

    Examples
    --------
    >>> likely_typos({"moderate": 9, "modrate": 1, "mild": 5, "KL 2": 7, "KL2": 2})
    (('KL2', 'KL 2'), ('modrate', 'moderate'))
    >>> likely_typos({"katılıyorum": 20, "katılmıyorum": 11, "kararsızım": 9})
    ()
    """
    labels = sorted(totals, key=lambda label: (totals[label], label))
    pairs = [(rarer, other) for at, rarer in enumerate(labels) for other in labels[:at:-1]]
    spelled = [pair for pair in pairs if _are_spelled_alike(*pair)]
    slips = [(*pair, slip) for pair in pairs if pair not in spelled and (slip := _slip(*pair))]
    made = Counter(slip for _, _, slip in slips)
    found = dict(reversed(spelled))
    for rarer, other, slip in slips:
        if made[slip] == 1 and totals[rarer] <= max(_RARE * totals[other], 1):
            found.setdefault(rarer, other)
    return tuple(sorted(found.items()))


def _slip(one: str, other: str) -> tuple[tuple[str, str], ...]:
    """Return the letters by which one word of two labels differs; () where they differ in more."""
    first, second = (label.casefold().split() for label in (one, other))
    short = min(len(_bare(one)), len(_bare(other))) < _SHORTEST
    if short or _numbers(one) != _numbers(other) or len(first) != len(second):
        return ()
    unlike = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    if len(unlike) != 1:
        return ()
    ((wrong, right),) = unlike
    matcher = difflib.SequenceMatcher(None, wrong, right)
    if matcher.ratio() < _ALIKE or wrong[0] != right[0]:
        return ()
    edits = (edit for edit in matcher.get_opcodes() if edit[0] != "equal")
    return tuple((wrong[a:b], right[c:d]) for _, a, b, c, d in edits)


def _are_spelled_alike(one: str, other: str) -> bool:
    """Tell whether two labels differ by blanks, dots and brackets alone."""
    if is_number(one) or is_number(other) or _bare(one) != _bare(other) or not _bare(one):
        return False
    return all(one.count(sign) == other.count(sign) for sign in _SIGNS)


def _numbers(label: str) -> list[object]:
    """Return the digits and the Roman numerals in a label."""
    return [*filter(str.isdigit, label), *filter(None, map(roman, label.split()))]


def _bare(label: str) -> str:
    return "".join(filter(str.isalnum, label.casefold()))


def find_missing(
    totals: Mapping[str, int | float], answers: Answers, codes: Codes
) -> tuple[dict[str, int | float], list[Message], list[Question]]:
    """Find the labels that stand for missing ratings, and what only a person knows of them.

    Parameters
    ----------
    totals : mapping of str to number
        How often each label occurs.
    answers : Answers
        What a person said.
    codes : Codes
        What may be missing.

    Returns
    -------
    taken : dict of str to number
        The labels that are taken for missing ratings, and how often each occurs.
    remarks : list of Message
    questions : list of Question

    Examples
    --------
    >>> totals = {"1": 4, "2": 3, "-99": 1}
    >>> taken, remarks, questions = find_missing(totals, Answers(), find_codes(totals))
    >>> taken, str(remarks[0]), questions
    ({'-99': 1}, 'Counted as missing: -99 (1).', [])
    """
    missing = codes.certain if answers.missing is None else (*codes.certain, *answers.missing)
    in_scale = set(map(str, answers.categories or ()))
    missing = tuple(code for code in dict.fromkeys(missing) if code not in in_scale)
    questions: list[Question] = []
    if answers.missing != () and not answers.categories:
        known = {*missing, *answers.rated}
        likely = [code for code in codes.likely if code in totals and code not in known]
        far = [] if likely else _outliers(totals, known)
        if likely:
            questions.append(ask.are_they_missing(likely, totals, answers))
        elif far:
            questions.append(ask.are_they_missing(far, totals, answers, far=True))
    remarks = []
    nowhere = [code for code in answers.missing or () if code in missing and code not in totals]
    if nowhere:
        listed = ", ".join(map(shown, nowhere))
        remarks.append(Message(N_("No rating is {codes}."), {"codes": listed}))
    taken = {code: totals[code] for code in missing if totals.get(code)}
    if taken:
        listed = ", ".join(f"{code} ({n})" for code, n in taken.items())
        remarks.append(Message(_MISSING, {"codes": listed}))
    return taken, remarks, questions


def _zeros(counts: LabelCounts) -> tuple[str, ...]:
    """Return 0 where the two agree far better without it: it may stand for a missing rating.

    Where 0 is the lowest step of a scale, who gives it meets a 0 or a 1 of the other.
    """
    cells = [(*map(float, both), n) for (_, *both), n in counts.pairs.items() if _are_steps(both)]
    actual, predicted, n = np.array(cells or [(0, 0, 0)]).T
    zero, far = np.minimum(actual, predicted) == 0, np.maximum(actual, predicted) > 1
    steps = {*actual[actual > 0], *predicted[predicted > 0]}
    few = n[zero & far].sum() < max(_FEWEST_ZEROS, n[zero].sum() / 2)
    if few or len(steps) < _FEWEST_STEPS:
        return ()
    whole, rest = (
        quadratic_weighted_kappa(actual[kept], predicted[kept], sample_weight=n[kept])
        for kept in (n > 0, ~zero)
    )
    return ("0",) if rest - whole > _BETTER else ()


def _are_steps(labels: Sequence[str]) -> bool:
    """Tell whether labels are whole numbers, 0 or more, of a scale with few steps."""
    return all(label.isdecimal() and int(label) <= _MOST_STEPS for label in labels)


def _outliers(totals: Mapping[str, int | float], known: Collection[str]) -> list[str]:
    """Return a number far from all others: a total, a slip of the pen, or a rating."""
    numbers = sorted(
        (label for label in totals if label not in known and is_number(label)), key=float
    )
    if len(numbers) < 3 or len(numbers) < len([one for one in totals if one not in known]):
        return []
    values = [float(label) for label in numbers]
    far = []
    for rest, beyond, label in (
        (values[:-1], values[-1] - values[-2], numbers[-1]),
        (values[1:], values[1] - values[0], numbers[0]),
    ):
        if beyond > max(_GAP, rest[-1] - rest[0]) and totals[label] <= 0.1 * sum(totals.values()):
            far.append(label)
    return far


def parse_codes(text: str) -> list[str]:
    """Return the labels in a list of codes for missing ratings.

    Parameters
    ----------
    text : str
        With commas between them; quotation marks keep a comma.

    Returns
    -------
    list of str
        As `label_of` spells them.

    Raises
    ------
    RatingsError
        If one of them is no label.

    Examples
    --------
    >>> parse_codes('-99, 9.0,"not, rated"')
    ['-99', '9', 'not, rated']
    """
    codes = next(csv.reader([text], skipinitialspace=True), [])
    return [label for label in map(label_of, codes) if label]
