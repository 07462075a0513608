"""The engine: procedures and their drivers, dice, journal, packs, rulebook. Knows no game and does no I/O."""
