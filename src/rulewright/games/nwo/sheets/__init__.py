"""Spreadsheets of spells, special abilities, gear, classes and tables of growth."""
