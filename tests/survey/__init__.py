"""Realistic made-up files with a known kappa: plain tables, exports of programs, workbooks."""
