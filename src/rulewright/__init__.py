"""Rulewright: a rules engine and play table for tabletop role-playing games."""

__version__ = "0.1.0"
