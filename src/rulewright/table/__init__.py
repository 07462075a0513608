"""The live table: commands to procedures to the journal, for people with seats."""
