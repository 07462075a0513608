"""Growing: level up and class change, and characters away from the table."""
