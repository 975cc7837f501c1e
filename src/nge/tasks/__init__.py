"""What a robot is asked to do: worlds, rewards and observations as pure functions of readings."""
