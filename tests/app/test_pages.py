"""What each page says of a link, and the right answers to its questions: pages.toml."""

import pytest

from tests.app.acts import check_says, link_of
from tests.app.reading import right_answers
from tests.core.beside import beside

PAGES = beside(__file__, "pages.toml")
SAYS = [(page, link, texts) for page, says in PAGES["says"].items() for link, texts in says.items()]


@pytest.mark.parametrize(("page", "link", "texts"), SAYS, ids=lambda part: str(part)[:50])
def test_a_page_says_of_a_link(visit, page, link, texts):
    check_says(visit(page, **link_of(link)), *texts)


@pytest.mark.parametrize(("page", "link", "question", "right"), PAGES["questions"]["listed"])
def test_a_question_has_one_right_answer(visit, page, link, question, right):
    assert right_answers(visit(page, **link_of(link)), question) == [right]
