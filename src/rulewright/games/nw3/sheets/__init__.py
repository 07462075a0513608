"""Spreadsheets of skills, items and enemies as fans keep them."""
