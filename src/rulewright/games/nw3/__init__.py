"""Night Wizard! The 3rd Edition: its rules as procedures. `game` hands them to the engine."""
