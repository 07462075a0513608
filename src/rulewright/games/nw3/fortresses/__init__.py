"""Lunar Caskets, Fortresses and the Dive (nw3-fortress.md)."""
