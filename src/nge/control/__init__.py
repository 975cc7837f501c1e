"""Learning to move: rollouts, PPO, and training a population of controllers together."""
