"""Tables that are open in this process: commands in order, kept, told to whoever listens."""
