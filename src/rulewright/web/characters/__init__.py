"""Characters of visitors: in the making, and kept."""
