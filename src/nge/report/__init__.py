"""Pages about runs: a report in one file, and the same page live."""
