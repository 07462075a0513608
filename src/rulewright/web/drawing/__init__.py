"""Pictures and texts of pages: boards, charts, log lines, rules."""
