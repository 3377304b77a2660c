"""What may a terminal print, and a clipboard carry? Text from a file may hold anything."""


def printable(text: str) -> str:
    r"""Return text without the characters that a terminal obeys; its lines stay.

    Parameters
    ----------
    text : str
        It may hold what somebody wrote into a file, such as the name of a column.

    Returns
    -------
    str
        With “�” in place of each character that cannot be seen.

    Examples
    --------
    >>> printable("grader\x1b[201~\x15 a"), printable("a\nb")
    ('grader�[201~� a', 'a\nb')
    """
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def on_one_line(name: str) -> str:
    r"""Return a name for a command or a query that is copied: printable, without line breaks.

    Parameters
    ----------
    name : str
        The name of a column, as the file has it.

    Examples
    --------
    >>> on_one_line("grader\na\x15")
    'grader a�'
    """
    return printable(name).replace("\n", " ")
