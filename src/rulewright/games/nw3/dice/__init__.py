"""Judges, Prana, and critical and fumble values (NW3-JUDGE, NW3-PRANA)."""
