"""Files to practise on: they lie in `sample_files`, and have what files of one's own have, too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qwk_core.messages import N_

_FOLDER = Path(__file__).with_name("sample_files")


@dataclass(frozen=True)
class SampleFile:
    """A file to practise on. Its numbers were made up once, by a computer.

    Attributes
    ----------
    key : str
        Its short name.
    title : str
        What it holds, in a few words.
    """

    key: str
    title: str

    @property
    def file_name(self) -> str:
        """What it is called when it is downloaded."""
        return f"{self.key}.csv"

    @property
    def text(self) -> str:
        """The file itself: CSV with a header."""
        return (_FOLDER / self.file_name).read_text("utf-8")


def sample_files() -> tuple[SampleFile, ...]:
    r"""Return the files to practise on, the one to begin with first.

    Essays graded 1 to 5 by two teachers, whose marks in each year lie closer together than in all;
    eyes graded in words; and pets with a model's scores instead of grades. In each of the first
    two, a few ratings are missing.

    Examples
    --------
    >>> [sample.file_name for sample in sample_files()]
    ['essays.csv', 'eyes.csv', 'pets.csv']
    >>> print(*sample_files()[0].text.splitlines()[:3], sep="\n")
    essay,year,teacher_1,teacher_2
    1,year 7,4,2
    2,year 7,1,1
    """
    return (
        SampleFile("essays", N_("Essays, graded by two teachers in three years")),
        SampleFile("eyes", N_("Eyes, graded in words at three clinics")),
        SampleFile("pets", N_("Pets, and the scores of a model")),
    )
