"""The version of this software: the report, the notebook, the JSON and `pip` name it."""

__version__ = "1.0.0"
