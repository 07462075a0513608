"""The fight on squares: counts, turns, movement, attacks, casting, statuses and what lasts."""
