"""What a table shows, and how the program plays."""
