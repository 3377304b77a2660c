"""Exported files of surveys, learning platforms and hospitals, in their documented format."""

from __future__ import annotations

import json

import numpy as np

from tests.survey.made import File, Rows, hashed, table_of, text_of, two

FIVE = ("1", "2", "3", "4", "5")
LIKERT = ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree")
ZH = ("非常不满意", "不满意", "一般", "满意", "非常满意")


def _made(random, labels=FIVE):
    while True:
        made = two(random, labels)
        if set(made.a.tolist()) | set(made.b.tolist()) == set(range(len(labels))):
            return made


def _clock(random, n):
    return [f"{h:02}:{m:02}:{s:02}" for h, m, s in random.integers(0, 24, (n, 3)).tolist()]


def _when(random, n):
    return [
        f"2024-{m:02}-{d:02} {h:02}:{h * 2:02}:11"
        for m, d, h in random.integers(1, 12, (n, 3)).tolist()
    ]


def canvas(random: np.random.Generator) -> File:
    """Canvas's gradebook: a row Points Possible below the names, a test student at the end."""
    made = _made(random)
    n = made.n
    names = "Student,ID,SIS User ID,SIS Login ID,Section,Marker 1 (40121),Marker 2 (40122)"
    rows: Rows = [names.split(","), ["    Points Possible", "", "", "", "", "5.00", "5.00"]]
    ids = random.permutation(90_000)[: 2 * n].tolist()
    for at, (a, b) in enumerate(zip(made.first, made.second, strict=True)):
        who = [f"Pupil, No {at}", ids[at], f"S{ids[n + at]}", f"pupil{at}", "Year 9"]
        rows.append([*who, f"{a}.00", f"{b}.00"])
    if random.random() < 0.6:
        rows.append(["Student, Test", 7, "", "f3a9", "Year 9", "", ""])
    if random.random() < 0.5:
        rows[0].append("Final Score")
        for row, a, b in zip(rows[2:], made.a, made.b, strict=False):
            row.append(f"{(a + b + 2) * 10:.2f}")
        rows[1].append("(read only)")
        if len(rows) > n + 2:
            rows[-1].append("0.00")
    return File(text_of(rows), (made.kappa(),), {}, n)


def moodle(random: np.random.Generator) -> File:
    """Moodle's grader report: "-" for missing grades, an average at the end."""
    made = _made(random)
    n = made.n
    gone = random.random((2, n)) < 0.05
    kept = ~gone.any(axis=0)
    sides = [
        ["-" if miss else f"{label}.00" for label, miss in zip(side, which, strict=True)]
        for side, which in zip((made.first, made.second), gone, strict=True)
    ]
    columns = {
        "First name": [f"Ana{at}" for at in range(n)],
        "Last name": [f"Sol{at}" for at in range(n)],
        "ID number": random.permutation(9_000)[:n].tolist(),
        "Institution": [""] * n,
        "Department": [""] * n,
        "Email address": [f"a{at}@school.org" for at in range(n)],
        "Assignment: Marker A (Real)": sides[0],
        "Assignment: Marker B (Real)": sides[1],
        "Last downloaded from this course": [1712345678] * n,
    }
    rows = table_of(columns)
    if random.random() < 0.7:
        means = [f"{one[kept].mean() + 1:.2f}" for one in (made.a, made.b)]
        rows.append(["Overall average", *[""] * 5, *means, ""])
    return File(text_of(rows), (made.kappa(kept),), {}, int(kept.sum()))


def blackboard(random: np.random.Generator) -> File:
    """Blackboard's grade centre: points in the names, UTF-16 with tabs."""
    made = _made(random)
    n = made.n
    columns = {
        "Last Name": [f"Sol{at}" for at in range(n)],
        "First Name": [f"Ana{at}" for at in range(n)],
        "Username": [f"as{at}" for at in range(n)],
        "Student ID": random.permutation(9_000)[:n].tolist(),
        "Last Access": _when(random, n),
        "Availability": ["Yes"] * n,
        "First marker [Total Pts: 5 Score] |99121": made.first,
        "Second marker [Total Pts: 5 Score] |99122": made.second,
    }
    return File(text_of(table_of(columns), "\t", "utf-16"), (made.kappa(),), {}, n)


def qualtrics(random: np.random.Generator) -> File:
    """Qualtrics: three rows of names, the second the questions, the third JSON."""
    words = random.random() < 0.5
    made = _made(random, LIKERT if words else FIVE)
    n = made.n
    names = (
        "StartDate,EndDate,Status,IPAddress,Progress,Duration (in seconds),Finished,RecordedDate,"
        "ResponseId,Q1,Q2"
    )
    text = (
        "Start Date,End Date,Response Type,IP Address,Progress,Duration (in seconds),Finished,"
        "Recorded Date,Response ID,How good is this essay?\n(first rater),"
        "How good is this essay?\n(second rater)"
    )
    rows: Rows = [
        names.split(","),
        text.split(","),
        [json.dumps({"ImportId": f"QID{at}"}) for at in range(11)],
    ]
    starts, ends = _when(random, n), _when(random, n)
    for at in range(n):
        seconds = int(random.integers(60, 900))
        response = f"R_{hashed(random, 1, 15)[0]}"
        when = [starts[at], ends[at], "IP Address", f"10.0.{at}.7", 100, seconds, "True", ends[at]]
        rows.append([*when, response, made.first[at], made.second[at]])
    about = {"labels": "words" if words else "numbers"}
    return File(text_of(rows), (made.kappa(),), about, n, scale=made.labels)


def surveymonkey(random: np.random.Generator) -> File:
    """SurveyMonkey: two rows of names, "Response" below each question."""
    made = _made(random, LIKERT)
    n = made.n
    names = "Respondent ID,Collector ID,Start Date,End Date,IP Address"
    questions = [f"Rater {at}: the answer is clear" for at in (1, 2)]
    rows: Rows = [[*names.split(","), *questions], [*[""] * 5, "Response", "Response"]]
    starts = _when(random, n)
    for at in range(n):
        who = [11_000_000_000 + at * 37, 439_112_233, starts[at], starts[at], f"10.1.{at}.2"]
        rows.append([*who, made.first[at], made.second[at]])
    return File(text_of(rows), (made.kappa(),), {}, n, scale=made.labels)


def google_forms(random: np.random.Generator) -> File:
    """Google Forms: a time, an address, and questions as names."""
    made = _made(random, FIVE)
    n = made.n
    columns = {
        "Timestamp": [
            f"{1 + at % 12}/{1 + at % 28}/2024 {at % 24}:{at % 60:02}:10" for at in range(n)
        ],
        "Email Address": [f"p{at}@x.org" for at in range(n)],
        "How clear is the answer? [Judge 1]": made.first,
        "How clear is the answer? [Judge 2]": made.second,
        "Anything else?": ["" if at % 3 else f"remark {at}, well" for at in range(n)],
    }
    return File(text_of(table_of(columns)), (made.kappa(),), {}, n)


def wenjuan(random: np.random.Generator) -> File:
    """Wenjuanxing: Chinese names and labels in gb18030."""
    made = _made(random, ZH)
    n = made.n
    columns = {
        "序号": list(range(1, n + 1)),
        "提交答卷时间": [
            f"2024/{1 + at % 12}/{1 + at % 28} {at % 24}:{at % 60:02}:01" for at in range(n)
        ],
        "所用时间": [f"{t}秒" for t in random.integers(60, 900, n).tolist()],
        "来源": ["微信"] * n,
        "来自IP": [f"10.2.{at}.3(北京-北京)" for at in range(n)],
        "1、评分者一": made.first,
        "2、评分者二": made.second,
    }
    encoding = str(random.choice(["gb18030", "utf-8-sig"]))
    content = text_of(table_of(columns), ",", encoding)
    return File(content, (made.kappa(),), {"encoding": encoding}, n, scale=ZH)


def redcap_events(random: np.random.Generator) -> File:
    """REDCap: one event for each rater, one row for each event."""
    made = _made(random, ("0", "1", "2", "3"))
    rows: Rows = [["record_id", "redcap_event_name", "severity", "ratings_complete"]]
    for at in range(made.n):
        rows.append([at + 1, "rater_1_arm_1", made.first[at], 2])
        rows.append([at + 1, "rater_2_arm_1", made.second[at], 2])
    return File(text_of(rows), (made.kappa(),), {}, made.n)


def redcap_wide(random: np.random.Generator) -> File:
    """REDCap: two instruments side by side, each with times and a status."""
    made = _made(random, ("0", "1", "2", "3"))
    n = made.n
    columns = {
        "record_id": list(range(1, n + 1)),
        "r1_timestamp": _when(random, n),
        "r1_severity": made.first,
        "reader_1_complete": [2] * n,
        "r2_timestamp": _when(random, n),
        "r2_severity": made.second,
        "reader_2_complete": [2] * n,
    }
    return File(text_of(table_of(columns)), (made.kappa(),), {}, n)
