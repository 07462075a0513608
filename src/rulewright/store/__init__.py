"""Where journals are kept. Reached through `rulewright.table`."""
