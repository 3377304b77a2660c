"""Scales as people write them, in pairs of columns: some state their order, some do not."""

from __future__ import annotations

import numpy as np

from tests.survey.made import File, hashed, table_of, text_of, two

STATED = {
    "numbers and letters": "2,3,4A,4B,4C,5",
    "subgrades": "1a,1b,2a,2b,3a,3b",
    "stars": "★☆☆☆☆,★★☆☆☆,★★★☆☆,★★★★☆,★★★★★",
    "repeated stars": "⭐,⭐⭐,⭐⭐⭐,⭐⭐⭐⭐",
    "plus signs": "–,+/–,+,++,+++",
    "dash and plus": "-,+,++,+++",
    "HER2": "0,1+,2+,3+",
    "denominators": "1/5,2/5,3/5,4/5,5/5",
    "out of": "0 out of 3,1 out of 3,2 out of 3,3 out of 3",
    "percent bands": "0–24%,25–49%,50–74%,75–100%",
    "open bands": "<5,5 to 10,>10",
    "ages": "under 18,18-34,35-54,55 and over",
    "stages": "Stage I,Stage II,Stage III,Stage IV",
    "stages with letters": "I,IIA,IIB,IIIA,IIIB,IV",
    "T stages": "T1a,T1b,T2,T3,T4",
    "BI-RADS": "BI-RADS 2,BI-RADS 3,BI-RADS 4a,BI-RADS 4b,BI-RADS 5",
    "ASA": "ASA I,ASA II,ASA III,ASA IV",
    "KL": "KL 0,KL 1,KL 2,KL 3,KL 4",
    "anchors": "1 (not at all),2,3,4,5 (extremely)",
    "CEFR": "A1,A2,B1,B2,C1,C2",
    "ordinals": "1st,2nd,3rd,4th",
    "agreement de": "Stimme überhaupt nicht zu,Stimme nicht zu,Weder noch,"
    "Stimme zu,Stimme voll und ganz zu",
    "agreement pt": "Discordo totalmente,Discordo,Neutro,Concordo,Concordo totalmente",
    "agreement zh": "非常不同意,不同意,一般,同意,非常同意",
    "agreement fr": "Pas du tout d'accord,Pas d'accord,Ni d'accord ni pas d'accord,"
    "D'accord,Tout à fait d'accord",
    "agreement it": "Totalmente in disaccordo,In disaccordo,Né d'accordo né in disaccordo,"
    "D'accordo,Totalmente d'accordo",
    "agreement nl": "Helemaal mee oneens,Mee oneens,Neutraal,Mee eens,Helemaal mee eens",
    "agreement ja": "全くそう思わない,そう思わない,どちらともいえない,そう思う,とてもそう思う",
    "agreement pl": "Zdecydowanie nie,Raczej nie,Trudno powiedzieć,Raczej tak,Zdecydowanie tak",
    "frequency": "Never,Rarely,Sometimes,Often,Always",
    "frequency es": "Nunca,Casi nunca,A veces,Casi siempre,Siempre",
    "satisfaction": "Very dissatisfied,Dissatisfied,Neutral,Satisfied,Very satisfied",
    "likelihood": "Very unlikely,Unlikely,Neutral,Likely,Very likely",
    "pain": "no pain,mild pain,moderate pain,severe pain",
    "grades de": "ungenügend,mangelhaft,ausreichend,befriedigend,gut,sehr gut",
    "grades zh": "不及格,及格,中等,良好,优秀",
    "quality": "Poor,Fair,Good,Very good,Excellent",
}
ASKED = {
    "two parts": "3+3,3+4,4+3,4+4,4+5",
    "words": "wee,big,huge,vast",
    "colours": "green,amber,red",
    "words de": "zaghaft,munter,wild",
    "marks with signs": "1+,1,1-,2+,2,2-,3+,3",
    "levels": "Emerging,Developing,Secure,Mastered",
    "numbers and words": "0,1,2,many",
    "half bands": "1,1-2,2,2-3,3",
}
NAMES = (
    ("rater1", "rater2"),
    ("Ana", "Luis"),
    ("human", "model"),
    ("First marker", "Second marker"),
)


def stated(random: np.random.Generator) -> File:
    """A scale whose order is stated, or usual."""
    return _pair(random, *_choice(random, STATED))


def asked(random: np.random.Generator) -> File:
    """A scale that only a person can order."""
    name, labels = _choice(random, ASKED)
    return _pair(random, name, labels, asks="order")


def step_unused(random: np.random.Generator) -> File:
    """A scale of words of which nobody used a step in the middle."""
    usable = ("pain", "frequency", "stages", "KL", "quality", "grades de")
    name = str(random.choice(usable))
    labels = STATED[name].split(",")
    gone = len(labels) // 2
    while True:
        made = two(random, labels)
        kept = (made.a != gone) & (made.b != gone)
        used = set(made.a[kept].tolist()) | set(made.b[kept].tolist())
        if len(used) == len(labels) - 1:
            break
    columns = dict(zip(NAMES[0], (made.first, made.second), strict=True))
    rows = table_of(columns)
    rows = [rows[0], *(row for row, keep in zip(rows[1:], kept, strict=True) if keep)]
    return File(
        text_of(rows),
        (made.kappa(kept),),
        {"scale": name},
        int(kept.sum()),
        scale=tuple(labels),
        asks="a step that nobody used",
    )


NOT_ASSESSED = (
    ("0 - Not assessable", "1 - Poor", "2 - Fair", "3 - Good"),
    ("9 = cannot grade", "0 = none", "1 = mild", "2 = severe"),
    ("excused", "C", "B", "A"),
    ("Keine Angabe", "nie", "selten", "manchmal", "oft", "immer"),
    ("No information", "Level 1", "Level 2", "Level 3"),
    ("无法判断", "差", "一般", "好"),
    ("N - not done", "1 - low", "2 - medium", "3 - high"),
    ("NE", "none", "mild", "moderate", "severe"),
)


def not_assessed(random: np.random.Generator) -> File:
    """A label that says that there is no rating, in some place of it."""
    gone, *labels = NOT_ASSESSED[random.integers(len(NOT_ASSESSED))]
    made = two(random, labels)
    empty = random.random((2, made.n)) < 0.08
    cells = [
        [gone if miss else label for label, miss in zip(side, which, strict=True)]
        for side, which in zip((made.first, made.second), empty, strict=True)
    ]
    kept = ~empty.any(axis=0)
    names = NAMES[random.integers(len(NAMES))]
    return File(
        text_of(table_of(dict(zip(names, cells, strict=True)))),
        (made.kappa(kept),),
        {"scale": gone},
        int(kept.sum()),
        scale=tuple(labels),
        asks="is it missing?",
    )


def _choice(random: np.random.Generator, scales: dict[str, str]) -> tuple[str, list[str]]:
    name = str(random.choice(list(scales)))
    return name, scales[name].split(",")


def _pair(random, name, labels, asks="") -> File:
    while True:
        made = two(random, labels)
        if set(made.a.tolist()) | set(made.b.tolist()) == set(range(len(labels))):
            break
    names = NAMES[random.integers(len(NAMES))]
    columns = dict(zip(names, (made.first, made.second), strict=True))
    if random.random() < 0.5:
        columns = {"id": hashed(random, made.n, 12), **columns}
    return File(
        text_of(table_of(columns)),
        (made.kappa(),),
        {"scale": name},
        made.n,
        scale=tuple(labels),
        asks=asks,
    )
