"""How sure is kappa, how sensitive, how else is agreement measured, and among many raters?"""
