"""Judges: dice, criticals and fumbles, prana, holding back, windows and the stack of interrupts."""
