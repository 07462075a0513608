"""What takes seconds: done in other processes, asked after by pages."""
