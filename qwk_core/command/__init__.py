"""How does one ask from a terminal? Options, files, questions and what is printed.

`qwk_core.__main__` puts them together; `qwk --help` lists the options.
"""
