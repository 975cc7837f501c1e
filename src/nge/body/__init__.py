"""What a robot is: a tree of parts, the space it is drawn from, and how it changes. Numpy only."""
