"""What packs hold: skills, items and foes, their formulas and effects, and the tables of the rules."""
