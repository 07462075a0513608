"""The table: opening, menus, views, the default policy and statistics."""
