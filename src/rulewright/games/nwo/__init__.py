"""Night Wizard: Origin: its rules as procedures. `game` hands them to the engine."""
