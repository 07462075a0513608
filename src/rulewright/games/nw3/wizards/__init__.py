"""Characters: creation, derived numbers, equipment, growth, sheets (NW3-CHAR, NW3-LEVEL, NW3-CLASS)."""
