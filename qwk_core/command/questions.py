"""What has to be answered before a kappa is printed."""

from __future__ import annotations

import shlex
import sys

from qwk_core.command.answering import option_of
from qwk_core.files.meaning import Reading
from qwk_core.files.printable import printable
from qwk_core.text import format_categories


class Unanswered(Exception):
    """What has to be answered first."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading


def print_questions(reading: Reading) -> None:
    """Print what was recognised, and what has to be answered first, with the options that do.

    The last line names such an option.

    Parameters
    ----------
    reading : Reading
        With its questions.
    """
    lines = [str(remark) for remark in reading.remarks]
    if all(question.proposal for question in reading.questions):
        lines.append("No kappa was computed. --yes takes the first answer to each question.")
    else:
        lines.append("No kappa was computed. --yes takes no answer without a reason.")
    for question in reading.questions:
        lines.append(f"qwk: {question.message}")
        flags = [option_of(reading.answers, option.answers) for option in question.options]
        width = max(map(len, flags), default=0)
        labels = (option.label for option in question.options)
        lines += [f"  {flag:{width}}  {label}" for flag, label in zip(flags, labels, strict=True)]
        if question.key == "columns" and not flags:
            lines.append("  --columns A,B  with the names of two columns in place of A and B")
        if question.labels and not question.proposed:
            flag = f"--categories {shlex.quote(format_categories(question.labels))}"
            if flag not in flags:
                lines.append(f"  {flag}  with these labels in your order")
    print(printable("\n".join(lines)), file=sys.stderr)
