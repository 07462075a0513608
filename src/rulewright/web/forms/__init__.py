"""Forms made out of what a game declares."""
