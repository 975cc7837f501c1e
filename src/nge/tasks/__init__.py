"""Tasks: worlds, and rewards and observations as pure functions of the simulation state."""
