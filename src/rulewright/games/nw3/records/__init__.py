"""What packs hold: skills, items, enemies and Fortresses, their formulas and effects, and the tables of the rules."""
