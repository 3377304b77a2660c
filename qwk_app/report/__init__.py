"""The downloads of a study: its report, its pictures, and its other files."""
