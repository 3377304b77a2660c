"""What the name of a column says of its role, in a few languages. Whole words, never parts."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from qwk_core.files.usual_scales import folded, usual_words

_ACTUAL = (
    r"actuals?|truth|true|gold|reference|target|expected|human|expert|labels?|y_?true|"
    r"ground_?truth|adjudicated|real|consensus|observed|manual|verdadero|referencia|experto"
)
_PREDICTED = (
    r"predicted|predictions?|preds?|models?|machine|system|y_?pred|outputs?|estimated?|estimates?|"
    r"forecast|ai|gpt|llm|auto|automatic|automated|algorithm|classifier|predicho|prediccion|"
    r"predicción|modelo|yhat|y_?hat"
)
_RATER = (
    r"raters?|ratings?|judges?|coders?|annotators?|graders?|grades?|markers?|marks?|reviewers?|"
    r"reader|observer|doctor|physician|radiologist|pathologist|teacher|examiner|assessor|"
    r"evaluator|evaluador|evaluadora|jueza?|corrector|correctora|médico|medico|profesora?|docente|"
    r"nota|puntuaci[oó]n|calificaci[oó]n|scores?|scorer|severity|stage|gutachter|prüfer|note|"
    r"correcteur|juge|evaluateur|avaliador|user|worker|source|who"
)
_COUNT = (
    r"counts?|n|freqs?|frequency|frequencies|weights?|cnt|frecuencia|recuento|conteo|cantidad|"
    r"anzahl|häufigkeit|haeufigkeit|effectifs?|fréquence|frequência|contagem|n_items|num|number|"
    r"number_of_items|total_count|cases|casos|peso"
)
_GROUP = (
    r"groups?|school|clinic|site|hospital|cent(?:re|er)|class|year|country|region|(?:essay_?)?set|"
    r"prompt|fold|cohort|language|sex|gender|split|batch|colegio|escuela|centro|curso|grupo|sexo|"
    r"a[ñn]o|pa[ií]s|group_id|schule|klasse|wave|round|ronda|topic|question|trait|domain|task"
)
_ID = (
    r"id|ids|uuid|guid|index|idx|items?|rows?|nr|no|num|nummer|n[ºo°]|code|codigo|código|key|name|"
    r"nombre|student|alumno|alumna|estudiante|patient|paciente|subject|sujeto|case|caso|essay|"
    r"ensayo|image|file|filename|path|record|sample|eye|pet|participant|respondent|unnamed"
)
# What is measured, and no rating whoever is named beside it.
_MEASURED = (
    r"time|times|timestamp|date|dates|duration|seconds?|secs?|minutes?|mins?|hours?|words?|chars?|"
    r"characters?|tokens?|clicks?|length|wordcount|age|price|cost|phone|email|zip|url|ip|address|"
    r"latitude|longitude|hash|uuid|guid|hora|horas|fecha|minutos?|segundos?|palabras|duraci[oó]n|"
    r"edad|datum|dauer|zeit|sekunden|minuten|stunden|wörter|alter|durée|heure|mots|durata|parole|"
    r"tempo|duração|palavras|duur|tijd|woorden|czas|słowa|progress|lead_time|worktimeinseconds|"
    r"时间|用时|所用时间|字数|日期|時間|日付|文字数|年龄|年齢|complete|status"
)
_OTHER = (
    r"age|edad|alter|dates?|fecha|datum|time|duration|seconds|minutes|hora|timestamp|pages?|"
    r"p[aá]ginas?|words?|palabras|length|size|sum|suma|total|mean|average|avg|media|promedio|"
    r"median|diff|difference|diferencia|final|resolved|max|min|std|sd|comments?|comentarios?|"
    r"notes|text|email|phone|price|cost|weight_kg|height|width|income|lat|lon|latitude|longitude|"
    r"confidence|probability|prob|agree|agreement|match|adjudicator|third|word_count|peso_kg"
)
# The first and the second of two raters, wherever they stand in a name.
_ENDS = (
    ("i", "ii"),
    ("one", "two"),
    ("first", "second"),
    ("1st", "2nd"),
    ("uno", "dos"),
    ("primera", "segunda"),
    ("primer", "segundo"),
    ("primero", "segundo"),
    ("erst", "zweit"),
    ("left", "right"),
    ("pre", "post"),
    ("before", "after"),
    ("test", "retest"),
)
_USUAL = {"rater": "rater", "id": "item"}  # roles for which many languages have words
_BEHIND = re.compile(r"\s*[\[(|].*$")  # what exports write behind a name
_REMEMBERED = 16_384  # names; each is asked about again and again
_PATTERNS = {
    "actual": _ACTUAL,
    "predicted": _PREDICTED,
    "rater": _RATER,
    "group": _GROUP,
    "id": _ID,
    "other": _OTHER,
    "measured": _MEASURED,
}


@functools.lru_cache(maxsize=_REMEMBERED)
def words_of(name: str) -> tuple[str, ...]:
    """Take a name apart: "Rater1", "rater_1" and "Rater 1" are all rater and 1.

    Parameters
    ----------
    name : str

    Returns
    -------
    tuple of str
        In lower case; one empty word where there is none.

    Examples
    --------
    >>> words_of("rater1_Domain"), words_of("Evaluación"), words_of("%")
    (('rater', '1', 'domain'), ('evaluación',), ('',))
    """
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    apart = re.sub(r"([^\W\d_])(\d)", r"\1 \2", apart)
    # 1. and 2、 number questions; 评分者一 and 評価者甲 number raters.
    apart = re.sub(r"^\s*\d{1,2}[.、)]\s*(?=\D)", "", apart)
    apart = re.sub(r"([\u3040-\u9fff])([一二三四五甲乙丙丁A-D])$", r"\1 \2", apart)
    return tuple(re.findall(r"[^\W_]+", apart.lower())) or ("",)


@functools.lru_cache(maxsize=_REMEMBERED)
def says(name: str, role: str) -> bool:
    """Tell whether a name, or a word in it, says a role.

    Parameters
    ----------
    name : str
    role : {"actual", "predicted", "rater", "group", "id", "other", "measured"}

    Returns
    -------
    bool

    Examples
    --------
    >>> says("Human score", "actual"), says("rater_1", "rater"), says("Helen", "rater")
    (True, True, False)
    """
    words = words_of(name)
    pattern = _PATTERNS[role]
    usual = usual_words(_USUAL[role]) if role in _USUAL else frozenset[str]()
    return any(
        re.fullmatch(pattern, word) or word in usual or (not word.isascii() and word[:-1] in usual)
        for word in ("_".join(words), *words)
    )


@functools.lru_cache(maxsize=_REMEMBERED)
def names_raters(name: str) -> bool:
    """Tell whether a name, or a word in it, is a usual one for those who rate.

    Parameters
    ----------
    name : str

    Returns
    -------
    bool

    Examples
    --------
    >>> names_raters("responses.users"), names_raters("Prüfer"), names_raters("score")
    (True, True, False)
    """
    words, known = words_of(name), usual_words("rater")
    said = map(folded, (" ".join(words), *words))
    return any(word in known or word.removesuffix("s") in known for word in said)


@functools.lru_cache(maxsize=_REMEMBERED)
def is_count_name(name: str) -> bool:
    """Tell whether the whole name of a column says that it counts items.

    Parameters
    ----------
    name : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_count_name("Freq."), is_count_name("word_count"), is_count_name("Student Number")
    (True, False, False)
    """
    return bool(re.fullmatch(_COUNT, "_".join(words_of(name))))


def is_weight_name(name: str) -> bool:
    """Tell whether a name that may count items may as well be a weight, or number the rows.

    Parameters
    ----------
    name : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_weight_name("weight"), is_weight_name("count")
    (True, False)
    """
    return bool(re.fullmatch(r"weights?|peso|num|number|cases|casos", "_".join(words_of(name))))


def are_twins(one: str, other: str) -> bool:
    """Tell whether two names differ as those of two raters do, or of a rating and its prediction.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    bool

    Examples
    --------
    >>> are_twins("rater1_style", "rater2_style"), are_twins("first_marker", "second_marker")
    (True, True)
    >>> are_twins("class", "predicted_class"), are_twins("style", "grammar")
    (True, False)
    """
    plain = [_BEHIND.sub("", name) for name in (one, other)]
    if plain[0] != plain[1] and all(plain):
        one, other = plain  # "Marker 1 (40121)", "Marker 2 [Total Pts: 5] |40122"
    first, second = words_of(one), words_of(other)
    if len(first) == len(second):
        unlike = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
        return len(unlike) == 1 and are_ends(*unlike[0])
    short, long = sorted((first, second), key=len)
    added = [word for word in long if word not in short]
    return (
        len(long) == len(short) + 1
        and len(added) == 1
        and bool(re.fullmatch(rf"{_PREDICTED}|{_ACTUAL}|2", added[0]))
        and tuple(word for word in long if word in short) == short
    )


def are_ends(one: str, other: str) -> bool:
    """Tell whether two words number raters: 1 and 2, a and c, first and second.

    Parameters
    ----------
    one, other : str
        In lower case.

    Examples
    --------
    >>> are_ends("1", "2"), are_ends("first", "second"), are_ends("style", "content")
    (True, True, False)
    """
    short = all(word.isdigit() or len(word) == 1 for word in (one, other))
    return short or (one, other) in _ENDS or (other, one) in _ENDS


def first_of_twins(names: Sequence[str]) -> Sequence[str]:
    """Return two names in the order of actual and predicted, as far as they say one.

    Parameters
    ----------
    names : sequence of str, length 2

    Returns
    -------
    sequence of str, length 2

    Examples
    --------
    >>> first_of_twins(["predicted", "actual"]), first_of_twins(["Ana", "Luis"])
    (['actual', 'predicted'], ['Ana', 'Luis'])
    """
    one, other = names
    predicted = says(one, "predicted") and not says(other, "predicted")
    actual = says(other, "actual") and not says(one, "actual")
    return [other, one] if predicted or actual else names


def likely_group(names: Sequence[str], kinds: Sequence[str]) -> str | None:
    """Return the column that items may be told apart by, judged by its name.

    Parameters
    ----------
    names, kinds : sequence of str, length k
        What the columns are called, and what they hold.

    Returns
    -------
    str or None

    Examples
    --------
    >>> likely_group(["essay", "school", "a"], ["whole", "text", "whole"])
    'school'
    """
    able = [
        name
        for name, kind in zip(names, kinds, strict=True)
        if kind in ("whole", "text", "mixed") and re.fullmatch(_GROUP, "_".join(words_of(name)))
    ]
    return able[0] if able else None
