"""A live table: commands, questions, dice and undo, kept in a journal."""
