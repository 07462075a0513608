"""The server as processes: its socket, its workers, its log."""
