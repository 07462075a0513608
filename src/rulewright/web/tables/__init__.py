"""Tables before they are played: set up by a form, brought from a file, branched off, or for trying out."""
