"""Pages, a module for each kind."""
