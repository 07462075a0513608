"""What packs of Night Wizard: Origin hold: the kinds of rows, their rules, and the content of a table."""
