"""Rules that can be run by themselves."""
PROCEDURES = {}
