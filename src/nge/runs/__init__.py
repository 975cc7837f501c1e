"""What is kept of a run: its folder, its record and its weights; and going on where it stopped."""
